// Maps errors of model services to failure codes, for every program that reports them.
import { defined } from '../../domain/defined.ts';
import type { FailureCode } from '../../domain/failures/failures.ts';
import { parseJson } from '../../domain/parse-json.ts';
import { systemClock } from '../../support/clock.ts';

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const PLAINER_THAN_400: ReadonlySet<FailureCode> = new Set(['too-large', 'refused', 'not-logged-in']);

/** The failure behind an HTTP status of a model service, or `undefined` when the status is none of a failure. */
export function classifyStatus(status: number): FailureCode | undefined {
  if (status === 401 || status === 403) return 'not-logged-in';
  if (status === 402) return 'out-of-credit';
  if (status === 413) return 'too-large';
  if (status === 429) return 'rate-limited';
  if (status === 408 || status === 409) return 'overloaded';
  if (status >= 500 && status < 600) return 'overloaded';
  return status >= 400 && status < 500 ? 'rejected' : undefined;
}

/**
 * The failure behind a status and the words that came with it. A 400 may be any of several things that only its words
 * tell apart: a wrong key is one.
 */
export function classifyServiceError(
  status: number | undefined,
  words: FailureCode | undefined,
): FailureCode | undefined {
  const byStatus = status === undefined ? undefined : classifyStatus(status);
  if (byStatus === 'rejected' && words !== undefined && PLAINER_THAN_400.has(words)) return words;
  // Whoever has nothing left to pay with gets a 429 as well, and would wait for nothing.
  return words === 'out-of-credit' ? words : (byStatus ?? words);
}

/** What a service asks to wait before the next try, if there is a point in one. */
export function parseRetryAfter(code: FailureCode, words: string): { readonly retryAfterMs?: number } {
  const isPassing = code === 'rate-limited' || code === 'overloaded';
  const wait = isPassing ? parseWaitMs(words, systemClock.now()) : undefined;
  return defined({ retryAfterMs: wait });
}

const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'.split('|');
/** As codex and claude write it: "at 3:05 PM", "at Nov 30th, 2026 3:05 PM", "3pm (UTC)", "Nov 30 at 5pm (Europe/Berlin)". */
const AT = new RegExp(
  `(?:try again|retry|resets?)\\s+(?:at\\s+|on\\s+)?(?:(${MONTHS.join('|')})\\w* (\\d{1,2})(?:st|nd|rd|th)?,?(?: (\\d{4}),?)?(?: at)? )?(\\d{1,2})(?::(\\d{2}))?\\s?([ap])m\\b(?:\\s*\\(([\\w/+-]+)\\))?`,
  'i',
);
const DAY_MS = 86_400_000;
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

function parseUntil(text: string, now: number): number | undefined {
  const [, month, day, year, hour = '', minute = '0', half = '', zone] = AT.exec(text) ?? [];
  const clock = hour === '' ? undefined : readClock(now, zone);
  if (clock === undefined || Number(hour) < 1 || Number(hour) > 12 || Number(minute) > 59) return undefined;
  const until = new Date(clock);
  if (month !== undefined) {
    until.setUTCFullYear(Number(year ?? until.getUTCFullYear()), MONTHS.indexOf(month.toLowerCase()), Number(day));
    if (until.getUTCDate() !== Number(day)) return undefined;
  }
  until.setUTCHours((Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0), Number(minute), 0, 0);
  const wait = until.getTime() - clock.getTime();
  if (month === undefined && wait < -JUST_OVER_MS) return wait + DAY_MS;
  return wait > 0 ? wait : undefined;
}

/** Milliseconds to wait, from words such as "try again in 1.5s", "retry in 2 minutes", "reset after 7h12m" or "try again at 3:05 PM". */
export function parseWaitMs(text: string, now: number): number | undefined {
  const phrase = /(?:try again|retry|resets?)\s+(?:in|after)\s+((?:[\d.]+\s*[a-z]+[\s,]*)+)/i.exec(text)?.[1];
  if (phrase === undefined) return parseUntil(text, now);
  let total = 0;
  for (const [, amount = '', unit = ''] of phrase.matchAll(/(\d+(?:\.\d+)?)\s*(ms|milliseconds?|[smhd])/gi)) {
    const short = unit.toLowerCase().startsWith('milli') ? 'ms' : unit.toLowerCase();
    total += Number(amount) * (UNIT_MS[short] ?? 0);
  }
  return total > 0 ? Math.ceil(total) : undefined;
}

/** The message inside a JSON error body such as `{"error":{"message":"…"}}`, or the text as it is. */
export function extractErrorMessage(text: string): string {
  const body = Object(parseJson(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)));
  const { message } = Object('error' in body ? body.error : body);
  return typeof message === 'string' ? message : text;
}

// Guesses the failure code from a program's message, when no exact code is known.

/** What services and programs say of their limits, whichever of them it is. */
export const LIMIT_PATTERNS: readonly [RegExp, FailureCode][] = [
  [/credit balance|out of credits?\b|insufficient[ _](?:credits?|quota|balance|funds)/i, 'out-of-credit'],
  [
    /rate.?limit|too many requests|resource.?exhausted|quota(?!tion)|\b(?:usage|session|request|spend(?:ing)?|hour(?:ly)?|daily|weekly|monthly)[ _-]limit|(?:hit|reached) your limit/i,
    'rate-limited',
  ],
];

const FAILURE_PATTERNS: readonly [RegExp, FailureCode][] = [
  [/\b402\b|exceeded your current quota/i, 'out-of-credit'],
  ...LIMIT_PATTERNS,
  [/\b429\b/, 'rate-limited'],
  [
    /\b40[13]\b|unauthori[sz]ed|not (?:logged|signed) in|\blog ?in\b|\bsign in\b|authenticat|api.?key|credentials/i,
    'not-logged-in',
  ],
  [/\b5(?:00|02|03|04|29)\b|overloaded|internal server error|service unavailable/i, 'overloaded'],
  [/ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|could not connect|connection refused|network|fetch failed/i, 'unreachable'],
  [/\b40[04]\b|model .*not (?:found|supported|available)|unknown model|invalid model|bad request/i, 'rejected'],
  [/prompt (?:is )?too (?:long|large)|context (?:length|window)|maximum length/i, 'too-large'],
];

/** The first kind whose signs are in the text, or `undefined`. */
export function classifyMessage(text: string, patterns = FAILURE_PATTERNS): FailureCode | undefined {
  return patterns.find(([sign]) => sign.test(text))?.[1];
}
