// `debate-hall ask`: one more question to the seats of a debate that is over, or one to one agent; or shows what that would take.
import type { Command } from '@commander-js/extra-typings';
import { defined } from '../../../../domain/defined.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { EXIT, type ExitCode } from '../../../../domain/failures/exit-codes.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { formatSeatSpec } from '../../../../hall/config/seat-spec.ts';
import { forecastText } from '../../../../hall/operations/debate/forecast/forecast-text.ts';
import {
  type FollowUpAnswer,
  type FollowUpPlan,
  followUpExit,
  prepareFollowUp,
  readFollowUp,
} from '../../../../hall/operations/debate/running/follow-up.ts';
import type { RunInput } from '../../../../hall/operations/debate/running/prepare-run.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { readAuthor } from '../../../../hall/operations/written-names.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { type AskFlags, addAskOptions, askOne, runAsked } from '../../actions/ask-one.ts';
import { readTurnText } from '../../actions/manual-action.ts';
import { type ActionContext, withHall } from '../../actions/run-action.ts';
import { renderForPeople } from '../../actions/show-end.ts';
import { exitCodes } from '../../input/options.ts';
import { buildLimits, collectSettings } from '../../input/settings-from-flags.ts';
import { printAsked } from '../../render/summary.ts';
import { coloursFor, printJson, printMessage, printResult, printRows } from '../../terminal/io.ts';
import { personName } from '../../terminal/person.ts';

async function printPlan({ threadId, question, seats, forecast }: FollowUpPlan, json: boolean): Promise<ExitCode> {
  if (json) await printJson({ threadId, question: question.content, limits: question.limits, seats, forecast });
  else {
    const rows = seats.map(({ label, agent }) => `${label}: ${formatSeatSpec(agent)}`);
    const calls = `${countNoun(seats.length, 'call')}, all at the same time.`;
    await printRows(toPrintable([...rows, calls, ...(forecast === undefined ? [] : [forecastText(forecast)])]));
  }
  return EXIT.ok;
}

const answerText = ({ label, agent, text, problem }: FollowUpAnswer) =>
  `## ${label} (${agent.agent})\n\n${problem === undefined ? (text ?? '(Redacted)') : `*No answer: ${problem}*`}`;

/** Prints the answers where the view has not shown them. */
async function runAndPrint(context: ActionContext, flags: AskFlags, input: RunInput): Promise<ExitCode> {
  const { reason, snapshot, record, isShown } = await runAsked(context, flags, input);
  const { threadId } = record;
  const answers = toPrintable(readFollowUp(record));
  if (flags.json === true) await printJson({ threadId, run: reason, answers });
  else if (flags.events !== true && !isShown)
    await printResult(await renderForPeople(answers.map(answerText).join('\n\n')));
  const isAnswered = snapshot.debate.followUp === undefined;
  const asked = record.entries.findLast(({ kind }) => kind === 'follow-up');
  if (flags.quiet !== true) {
    const since = snapshot.log.filter(({ seq }) => seq > (asked?.seq ?? 0));
    printAsked(since, isAnswered ? `debate-hall show ${threadId}` : undefined);
  }
  if (!isAnswered) {
    const colours = coloursFor(process.stderr);
    printMessage(`${colours.cyan('next: ')} Ask whoever has not answered: debate-hall resume ${threadId}`);
  }
  return followUpExit(reason, answers);
}

function refuseMixed(flags: AskFlags, first: string | undefined, second: string | undefined): void {
  const { agent, context, seat, record, events, maxTokens, maxUsd, author } = flags;
  if (agent === undefined && record === false)
    throw new HallError('usage', 'A question to a debate is always recorded.', { hint: 'Leave --no-record out.' });
  if (record === false && (events === true || maxTokens !== undefined || maxUsd !== undefined))
    throw new HallError('usage', '--events, --max-tokens and --max-usd need a record.', {
      hint: 'Leave --no-record out.',
    });
  if (agent !== undefined && author !== undefined)
    throw new HallError('usage', '--author is for a question to a debate.', { hint: 'Leave it out.' });
  if (agent === undefined && first === undefined)
    throw new HallError('bad-input', 'There is no debate to ask.', { hint: 'Name one, or one agent with --agent.' });
  if (agent === undefined && context !== undefined)
    throw new HallError('usage', 'A finished debate takes no further --context.', { hint: 'Fork it, or use --agent.' });
  if (agent !== undefined && (second !== undefined || seat !== undefined))
    throw new HallError('usage', 'With --agent the only argument is the question.', {
      hint: 'Leave out the debate and --seat: debate-hall ask --agent claude "…".',
    });
}

async function run(first: string | undefined, second: string | undefined, flags: AskFlags): Promise<void> {
  const { allowSecrets, seat: seats, dryRun } = flags;
  // Those of a question after the end are no limits of a debate.
  const limits = flags.agent === undefined ? {} : { maxTokens: flags.maxTokens, maxUsd: flags.maxUsd };
  const settings = collectSettings(defined({ allowSecrets, ...limits }));
  await withHall(flags, { settings }, async (context) => {
    const { hall, readInput, signal } = context;
    refuseMixed(flags, first, second);
    if (flags.agent !== undefined) return await askOne(context, first, flags);
    const [reference, words] = [first ?? '', second];
    const threadId = await findDebate(hall, reference);
    const question = await readTurnText(words, readInput, 'the question');
    const asked = { threadId, question, author: readAuthor(flags.author ?? personName()), signal };
    const plan = await prepareFollowUp(hall, {
      ...asked,
      ...defined({ seats, ...buildLimits(flags), forecast: dryRun === true ? (true as const) : undefined }),
    });
    if (dryRun === true) return await printPlan(plan, flags.json === true);
    return await runAndPrint(context, flags, { threadId, followUp: plan.question });
  });
}

export function define(command: Command): void {
  addAskOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  debate-hall ask 2026-11-20-rewrite-backend "What would change your mind?"
  debate-hall ask 2026-11-20-rewrite-backend --seat wall "Which risk is the largest?"
  debate-hall ask 2026-11-20-rewrite-backend --max-usd 0.5 < question.txt
  debate-hall ask --agent gemini --context docs/spec.pdf "Which page says how long a build may take?"
${exitCodes({
  0: 'every seat answered',
  1: 'internal error',
  3: 'some seats did not answer, or the agent did not get all of --context',
  4: 'no seat answered',
  6: null,
})}`,
    )
    .action(run);
}
