// Reads how long a service asks to wait, out of the words in which services and programs say it.
import { defined } from '../../domain/defined.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
/** Whoever asks to wait for weeks is not waited for; what matters is that it is no matter of seconds. */
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|milli)/i, 1],
  [/^s/i, SECOND_MS],
  [/^mo/i, 30 * DAY_MS],
  [/^m/i, 60 * SECOND_MS],
  [/^h/i, HOUR_MS],
  [/^d/i, DAY_MS],
  [/^w/i, 7 * DAY_MS],
  [/^y/i, 365 * DAY_MS],
];
const UNIT =
  '(?:ms(?:ecs?)?|milliseconds?|s(?:ec(?:ond)?s?)?|m(?:in(?:ute)?s?)?|h(?:ours?|rs?)?|d(?:ays?)?|w(?:eeks?|ks?)?|mo(?:nth)?s?|y(?:ears?|rs?)?)(?![a-z])';
const AMOUNT = `(?:\\d+(?:\\.\\d+)?|an?\\b)`;
/** What comes before a time to wait, and before a time of day. */
const LEAD = '(?:try again|retry|resets?|available(?: again)?|renews?)';
const IN = `(?:${LEAD}\\s+(?:in|after)|retry[-_ ]?after["']?\\s?[:=]?|wait(?:\\s+for)?)\\s+(?:about |around |approximately |at least |~ ?)?`;
const DURATION = new RegExp(`\\b${IN}((?:${AMOUNT}\\s*${UNIT}[\\s,]*(?:and\\s+)?)+)`, 'i');
const PART = new RegExp(`(${AMOUNT})\\s*(${UNIT})`, 'gi');
/** As in the header of that name. */
const SECONDS = /\bretry[-_ ]?after["']?(?:\s?[:=])?\s*["']?(\d+(?:\.\d+)?)(?![\w:/-]|\.\d|\s*[a-z\d])/i;
const INSTANT = new RegExp(
  `\\b${LEAD}\\s+(?:at|on|after)\\s+(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?(?:Z|[+-]\\d\\d:\\d\\d))`,
  'i',
);

const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'.split('|');
const DAYS = 'sun|mon|tue|wed|thu|fri|sat'.split('|');
/**
 * As codex and claude write it: "at 3:05 PM", "at Nov 30th, 2026 3:05 PM", "3pm (UTC)", "Nov 30 at 5pm (Europe/Berlin)"; others: "Monday 9am",
 * "tomorrow at 3pm", "at 15:05".
 */
const AT = new RegExp(
  `\\b${LEAD}\\s+(?:at\\s+|on\\s+)?(?:(?:(?<month>${MONTHS.join('|')})[a-z]* (?<day>\\d{1,2})(?:st|nd|rd|th)?,?(?: (?<year>\\d{4}),?)?|(?<weekday>${DAYS.join('|')})[a-z]*,?|(?<relative>today|tomorrow),?)(?: at)? )?(?<hour>\\d{1,2})(?::(?<minute>\\d{2})(?::\\d{2})?)?(?:\\s?(?<half>[ap])\\.?m\\b\\.?|(?<=:\\d\\d)(?![\\d:]))(?:\\s*\\((?<zone>[\\w/+-]+)\\)|\\s+(?<utc>UTC|GMT)\\b)?`,
  'i',
);
/** A time that is over by no more than this is not that of tomorrow. */
const JUST_OVER_MS = 300_000;

/** The time that clocks show in a place, or here, as if it were UTC; `undefined` for a place that is none. */
function readClock(now: number, timeZone: string | undefined): Date | undefined {
  try {
    const shown = new Date(now).toLocaleString('sv-SE', defined({ timeZone }));
    return new Date(`${shown.replace(' ', 'T')}Z`);
  } catch {
    return undefined;
  }
}

/** Milliseconds from midnight; `undefined` for a time that no clock shows. */
function readTimeOfDay({ hour = '', minute = '0', half }: Readonly<Record<string, string | undefined>>) {
  const [hours, minutes] = [Number(hour), Number(minute)];
  if (minutes > 59 || (half === undefined ? hours > 23 : hours < 1 || hours > 12)) return undefined;
  const shift = half === undefined ? hours : (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return (shift * 60 + minutes) * 60 * SECOND_MS;
}

/** Midnight of a date; without a year the one that is nearest: nobody names a time that is half a year over. */
function findDate(clock: Date, month: string, day: number, year: number | undefined): number | undefined {
  const thisYear = clock.getUTCFullYear();
  const years = year === undefined ? [thisYear - 1, thisYear, thisYear + 1] : [year];
  const dates = years
    .map((each) => new Date(Date.UTC(each, MONTHS.indexOf(month.toLowerCase()), day)))
    .filter((date) => date.getUTCDate() === day)
    .map(Number);
  const distance = (date: number) => Math.abs(date - clock.getTime());
  return dates.sort((a, b) => distance(a) - distance(b))[0];
}

function parseUntil(text: string, now: number): number | undefined {
  const groups: Readonly<Record<string, string | undefined>> | undefined = AT.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { month, day, year, weekday, relative, zone, utc } = groups;
  const clock = readClock(now, zone ?? utc);
  const time = readTimeOfDay(groups);
  if (clock === undefined || time === undefined) return undefined;
  const today = Math.floor(clock.getTime() / DAY_MS) * DAY_MS;
  const waitUntil = (midnight: number) => midnight + time - clock.getTime();
  if (month !== undefined) {
    const date = findDate(clock, month, Number(day), year === undefined ? undefined : Number(year));
    const wait = date === undefined ? 0 : waitUntil(date);
    return wait > 0 ? wait : undefined;
  }
  const ahead = weekday === undefined ? 0 : (DAYS.indexOf(weekday.toLowerCase()) - clock.getUTCDay() + 7) % 7;
  const wait = waitUntil(today + (relative?.toLowerCase() === 'tomorrow' ? 1 : ahead) * DAY_MS);
  if (wait < -JUST_OVER_MS && relative === undefined) return wait + (weekday === undefined ? 1 : 7) * DAY_MS;
  return wait > 0 ? wait : undefined;
}

/** Milliseconds to wait, from words such as "try again in 1.5s", "retry after 30", "reset after 7h12m" or "try again at 3:05 PM". */
export function parseWaitMs(text: string, now: number): number | undefined {
  const read = text.slice(0, 4_000);
  const duration = DURATION.exec(read)?.[1];
  if (duration !== undefined) {
    const parts = [...duration.matchAll(PART)].map(([, amount = '', unit = '']) => {
      const [, ms = 0] = UNITS.find(([sign]) => sign.test(unit)) ?? [];
      return (/^an?$/i.test(amount) ? 1 : Number(amount)) * ms;
    });
    const total = parts.reduce((sum, part) => sum + part, 0);
    return total > 0 ? Math.ceil(total) : undefined;
  }
  const seconds = SECONDS.exec(read)?.[1];
  if (seconds !== undefined) return Number(seconds) > 0 ? Math.ceil(Number(seconds) * SECOND_MS) : undefined;
  const instant = INSTANT.exec(read)?.[1];
  const wait = instant === undefined ? parseUntil(read, now) : Date.parse(instant) - now;
  return wait !== undefined && wait > 0 ? wait : undefined;
}
