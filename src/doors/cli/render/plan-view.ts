// What `--dry-run` prints.
import { defined } from '../../../domain/defined.ts';
import { isForPeople } from '../../../domain/event-parts.ts';
import { EXIT, type ExitCode } from '../../../domain/failures/exit-codes.ts';
import { describePicture } from '../../../domain/pictures.ts';
import type { ReadingBudget } from '../../../domain/reading/reading.ts';
import { describeLimits } from '../../../domain/words/describe-limit.ts';
import { describePictureCost } from '../../../domain/words/describe-pictures.ts';
import { describePin } from '../../../domain/words/describe-reading.ts';
import { describeUnclear } from '../../../domain/words/describe-unclear.ts';
import { countNoun, formatCallRange, formatCount, joinWords } from '../../../domain/words/format-figures.ts';
import type { LadderStep } from '../../../hall/operations/debate/check/ladder.ts';
import { forecastText, seatForecastText } from '../../../hall/operations/debate/forecast/forecast-text.ts';
import type { DebatePlan } from '../../../hall/operations/debate/forecast/plan-debate.ts';
import type { PullTarget } from '../../../hall/operations/fixing/propose-fix.ts';
import { pastDecisionLine } from '../../../hall/operations/memory/describe-recalled.ts';
import type { RecalledDecision } from '../../../hall/operations/memory/recall.ts';
import { toPrintable } from '../../../support/control-characters.ts';
import { quoteArgument } from '../../../support/quote-argument.ts';
import { printJson, printSentences } from '../terminal/io.ts';

type PlannedSeat = DebatePlan['seats'][number];

/** "Question: choice of Rust, Go", "Question: yes-no, by its form". */
function questionLines({ question, topic }: DebatePlan): string[] {
  if (question === undefined) return [];
  const { answer, options, unit, byForm } = question;
  const among = options === undefined && unit === undefined ? '' : ` of ${(options ?? [unit]).join(', ')}`;
  const note = describeUnclear(question, topic, 'cli');
  return [
    `Question: ${answer}${among}${byForm === true ? ', by its form' : ''}.`,
    ...(note === undefined ? [] : [`! ${note}`]),
  ];
}

/** For reading only: what stands for a text or a folder, in angle brackets, needs no quotes. */
const quoted = (argument: string) => (/^[\w/.<>-]+$/.test(argument) ? argument : quoteArgument(argument));

function budgetText({ turnLooks, turnBytes, seatLooks }: ReadingBudget): string {
  return `Each seat has ${formatCount(turnLooks)} looks and ${countNoun(turnBytes, 'byte')} a turn, ${formatCount(seatLooks)} looks in all.`;
}

const LANGUAGES = 6;

/** "Languages: TypeScript 120 files, 400,123 bytes; Markdown 3 files, 2,000 bytes; 2 others" */
function languageLines({ languages = [] }: DebatePlan): string[] {
  if (languages.length === 0) return [];
  const shown = languages
    .slice(0, LANGUAGES)
    .map(({ language, files, bytes }) => `${language} ${countNoun(files, 'file')}, ${countNoun(bytes, 'byte')}`);
  const more = languages.length - shown.length;
  return [`Languages: ${[...shown, ...(more > 0 ? [countNoun(more, 'other')] : [])].join('; ')}`];
}

/** "wind-wall-door, deep: 4 to 28 calls. Estimate: …" */
export function describeStep({ format, recipe, unseated, forecast }: LadderStep): string {
  const without = unseated.length === 0 ? undefined : `without ${joinWords(unseated)}`;
  const name = [format, recipe, without].filter((part) => part !== undefined).join(', ');
  return `${name}: ${formatCallRange(forecast.calls)}. ${forecastText(forecast)}`;
}

/** Who fills a seat, and with what call; of a rehearsal nobody needs to know the command. */
function seatDetails(
  { agent, standIn, perspective, call, gone, unseen = [], promptCharacters }: PlannedSeat,
  forecast: string | undefined,
) {
  const by = [agent.agent, agent.model, agent.effort].filter((part) => part !== undefined).join(', ');
  const view = perspective === undefined ? '' : `, seen as ${perspective}`;
  const { system, user } = promptCharacters;
  const command =
    call === undefined
      ? [
          ...(isForPeople(agent) ? ['  filled by a person'] : []),
          ...(gone === true ? ['  not configured any more'] : []),
        ]
      : [
          `  argv: ${call.argv.map(quoted).join(' ')}`,
          ...(call.env.length === 0 ? [] : [`  environment: ${call.env.join(' ')}`]),
        ];
  return [
    `${by}${view}${standIn === undefined ? '' : `, stand-in ${standIn.agent}`}`,
    `  first prompt: ${formatCount(system)} + ${formatCount(user)} characters (system text + request)`,
    ...(unseen.length === 0 ? [] : [`  cannot see: ${unseen.join(', ')}`]),
    ...(forecast === undefined ? [] : [`  estimate: ${forecast}`]),
    ...(agent.rehearsal === true ? [] : command),
  ];
}

/** Seats of which the same is to be said, together. */
function groupSeats({ seats, forecast }: DebatePlan): { labels: string[]; readonly details: readonly string[] }[] {
  const forecasts = new Map(forecast.seats.map((each) => [each.seat, seatForecastText(each)]));
  const groups = new Map<string, { labels: string[]; readonly details: readonly string[] }>();
  for (const planned of seats) {
    const details = seatDetails(planned, forecasts.get(planned.seat));
    const key = details.join('\n');
    const group = groups.get(key) ?? { labels: [], details };
    group.labels.push(planned.label);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** What there is to say around a plan. */
interface Surroundings {
  /** The steps that follow while nothing is settled. */
  readonly further?: readonly LadderStep[];
  /** How many are asked for in the end, to compare with; each is a call. */
  readonly blindAnswers?: number;
  /** Past decisions that resemble the question. */
  readonly earlier?: readonly RecalledDecision[];
  readonly now?: number;
  /** Where a branch is proposed in the end. */
  readonly pullRequest?: PullTarget;
}

export async function showPlan(
  given: DebatePlan,
  json: boolean,
  { further = [], blindAnswers, earlier = [], now = 0, pullRequest }: Surroundings = {},
): Promise<ExitCode> {
  if (json) {
    const more = { ...(earlier.length === 0 ? {} : { earlier }), ...(further.length === 0 ? {} : { further }) };
    await printJson({ ...given, ...more, ...defined({ blindAnswers, pullRequest }) });
    return EXIT.ok;
  }
  const plan = toPrintable(given);
  const lines = [
    `Would open ${plan.threadId} (${plan.format}${plan.recipe === undefined ? '' : `, ${plan.recipe}`}) and make ${formatCallRange(plan.calls)}.`,
    ...(plan.recipeSummary === undefined ? [] : [`Recipe: ${plan.recipeSummary}`]),
    ...(plan.copies === undefined ? [] : [`Would copy ${countNoun(plan.copies, 'turn')} of the parent.`]),
    ...questionLines(plan),
    forecastText(plan.forecast),
    ...describeLimits(plan.limits).map((limits) => `Limits: ${limits}.`),
    `Context: ${countNoun(plan.contextBytes, 'byte')}.`,
    ...plan.context.map(({ source, bytes }) => `  ${source} (${countNoun(bytes, 'byte')})`),
    ...(plan.pictures === undefined ? [] : [`Pictures: ${describePictureCost(plan.pictures)}.`]),
    ...(plan.pictures ?? []).map((picture) => `  ${picture.source} (${describePicture(picture)})`),
    ...plan.contextLeftOut.map(({ source, reason }) => `  left out: ${source} (${reason})`),
    ...earlier.map((decision) => `Past decision: ${pastDecisionLine(decision, now)}`),
    ...(plan.reading?.pins ?? []).map((pin) => `Can be read: ${describePin(pin)}`),
    ...languageLines(plan),
    ...(plan.reading === undefined ? [] : [budgetText(plan.reading.budget)]),
    ...[...plan.passedOver, ...(plan.weighing ?? []), ...(plan.viewing ?? [])].map((sentence) => `! ${sentence}`),
    ...further.map((step, index) => {
      const when = index === 0 && plan.format === 'check' ? 'the answers differ' : 'nothing is settled before';
      return `Step ${index + 2}, if ${when}: ${describeStep(step)}`;
    }),
    ...(blindAnswers === undefined ? [] : [`Comparison, once it is over: ${countNoun(blindAnswers, 'call')} more.`]),
    '',
  ];
  for (const { labels, details } of groupSeats(plan)) {
    const [by, ...rest] = details;
    lines.push(`${labels.join(', ')}: ${by}`, ...rest);
  }
  await printSentences([...lines, '', 'No model was called; nothing was spent.']);
  return EXIT.ok;
}
