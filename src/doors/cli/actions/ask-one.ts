// `ask --agent`: one question to one agent, as a debate of its own kind or without a record; and how `ask` runs what it asks.
import type { Command } from '@commander-js/extra-typings';
import type { ReplyDetails } from '../../../agents/agent.ts';
import { defined } from '../../../domain/defined.ts';
import type { AgentRef, LeftOut } from '../../../domain/event-parts.ts';
import { isEvent } from '../../../domain/events.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { EXIT, type ExitCode } from '../../../domain/failures/exit-codes.ts';
import { readFailure } from '../../../domain/failures/failures.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { joinWords } from '../../../domain/words/format-figures.ts';
import { parseAgentSpec } from '../../../hall/config/seat-spec.ts';
import { planDebate } from '../../../hall/operations/debate/forecast/plan-debate.ts';
import { collectSources, createPageFetcher } from '../../../hall/operations/debate/opening/gather-material.ts';
import { openDebate } from '../../../hall/operations/debate/opening/open-debate.ts';
import { askAgent, createFailedError, requireProgram } from '../../../hall/operations/debate/running/ask-agent.ts';
import { getExitCode } from '../../../hall/operations/debate/running/outcome-exit.ts';
import type { RunOutput } from '../../../hall/operations/debate/running/run-output.ts';
import { toRecord } from '../../../ledger/engine/record/record.ts';
import { toPrintable } from '../../../support/control-characters.ts';
import { collect, type FlagsOf, parseAmount, parseWhole, withProject } from '../input/options.ts';
import { MATERIAL } from '../input/topic-input.ts';
import { showPlan } from '../render/plan-view.ts';
import { printAsked } from '../render/summary.ts';
import { printJson, printMessage, printResult } from '../terminal/io.ts';
import { readTurnText } from './manual-action.ts';
import type { ActionContext } from './run-action.ts';
import { printLeftOut, runUnderView } from './run-view.ts';
import { renderForPeople, type ViewFlags } from './show-end.ts';

export function addAskOptions(command: Command) {
  const asking = command
    .description(
      'Ask the seats of a finished debate one more question, in its context. Their answers are recorded after the ' +
        'end and never change the outcome.',
    )
    .argument('[id]', 'the debate; with --agent, the question')
    .argument('[question]', 'the question (default: standard input)')
    .option('--agent <agent>', 'ask one agent instead, outside of any debate')
    .option(
      '--context <source>',
      'with --agent: file, PDF, DOCX, picture, folder, glob, address, - or git:RANGE (repeatable)',
      collect,
    )
    .option('--no-record', 'with --agent: keep no record of question and answer')
    .option('--seat <seat>', 'ask only this seat (repeatable; default: every seat that an agent fills)', collect)
    .option('--author <name>', 'your name for the record (default: GIT_AUTHOR_NAME or your login name)')
    .option(
      '--max-tokens <n>',
      "ask nothing that would take more tokens (default: what the debate's limit leaves)",
      parseWhole,
    )
    .option('--max-usd <amount>', 'ask nothing that would cost more', parseAmount)
    .option('--allow-secrets', 'allow text that looks like a secret')
    .option('--dry-run', 'show who would be asked and what it would take')
    .option('-q, --quiet', 'print only the answers')
    .option('--log', 'print one line per step instead of streaming')
    .option('--events', 'print live events as JSON lines')
    .option('--json', 'print the answers as JSON');
  return withProject(asking);
}

export type AskFlags = FlagsOf<typeof addAskOptions>;

interface Answered extends RunOutput {
  readonly record: DebateRecord;
  /** The view has shown the answers. */
  readonly isShown: boolean;
}

export async function runAsked(
  context: ActionContext,
  flags: ViewFlags,
  input: Parameters<typeof runUnderView>[2],
): Promise<Answered> {
  const { end, unwritten } = await runUnderView(context, flags, input);
  if (unwritten !== undefined) throw unwritten;
  const isShown = process.stderr.isTTY && process.stdout.isTTY && flags.quiet !== true && flags.log !== true;
  return { ...end, record: toRecord(end.snapshot), isShown };
}

async function askWithoutRecord(
  { hall, readInput, signal }: ActionContext,
  prompt: string,
  { agent = '', context, json }: AskFlags,
): Promise<ExitCode> {
  const fetchPage = createPageFetcher(hall, signal);
  const stdin = async () => await readInput(MATERIAL);
  const { items, pictures, leftOut } = await collectSources(hall, { context, stdin, fetchPage, signal });
  printLeftOut({ contextLeftOut: [...leftOut] });
  const documents = items.map(({ source, text }) => ({ title: source, text }));
  const spec = parseAgentSpec(agent);
  const { text, details, ...asked } = await askAgent(hall, { agent: spec, prompt, documents, pictures, signal });
  const unseen = pictures.filter(({ source }) => details.pictures?.includes(source) !== true);
  if (unseen.length > 0)
    printMessage(`warning: ${spec.agent} could not see ${toPrintable(joinWords(unseen.map(({ source }) => source)))}.`);
  await printAnswer({ agent: asked.agent, answer: text, ...details, contextLeftOut: leftOut }, json === true);
  const hadAll = unseen.length === 0 && !leftOut.some(({ missed }) => missed === true);
  return hadAll ? EXIT.ok : EXIT.degraded;
}

interface OneAnswer extends Pick<ReplyDetails, 'durationMs' | 'usage' | 'reportedModel'> {
  readonly threadId?: string;
  readonly agent: AgentRef;
  readonly answer: string;
  readonly contextLeftOut: readonly LeftOut[];
}

async function printAnswer(given: OneAnswer, json: boolean): Promise<void> {
  const { threadId, agent, answer, durationMs, usage, reportedModel, contextLeftOut } = given;
  if (!json) return await printResult(await renderForPeople(toPrintable(answer)));
  await printJson({
    ...defined({ threadId }),
    agent,
    answer,
    durationMs,
    ...defined({ usage, reportedModel }),
    contextLeftOut,
  });
}

/** One agent in passing, as a debate of its own kind; a failure leaves it open, to be resumed. */
export async function askOne(context: ActionContext, words: string | undefined, flags: AskFlags): Promise<ExitCode> {
  const { hall, readInput, signal } = context;
  const fromInput = flags.context?.includes('-') === true;
  const topic = fromInput ? (words ?? '') : await readTurnText(words, readInput, 'the question');
  if (flags.record === false && flags.dryRun !== true) return await askWithoutRecord(context, topic, flags);
  const spec = parseAgentSpec(flags.agent ?? '');
  if (topic.trim() === '') throw new HallError('bad-input', 'The question is empty.', { hint: 'Pass a question.' });
  await requireProgram(hall, spec);
  const input = {
    ...{ topic, format: 'ask', recipe: 'standard', options: {}, read: [], panel: { agent: spec } },
    ...{ stdin: async () => await readInput(MATERIAL), signal, ...defined({ context: flags.context }) },
  };
  if (flags.dryRun === true) return await showPlan(await planDebate(hall, input), flags.json === true);
  const { threadId, debate } = await openDebate(hall, input);
  printLeftOut(debate.opened);
  const { snapshot, record, reason, isShown } = await runAsked(context, flags, { threadId });
  const turn = record.entries.find((entry) => entry.kind === 'turn');
  if (turn === undefined) {
    const failed = snapshot.log.findLast((event) => isEvent(event, 'seat-failed'));
    if (failed !== undefined) throw createFailedError(spec.agent, readFailure(failed.data.failure), threadId);
    return reason === 'limit' ? EXIT.limit : EXIT.cancelled;
  }
  const { by, text } = turn;
  if (flags.events !== true && (flags.json === true || !isShown)) {
    const { contextLeftOut } = snapshot.debate.opened;
    const { durationMs = 0, usage, reportedModel } = by;
    const details = { durationMs, ...defined({ usage, reportedModel }) };
    await printAnswer(
      { threadId, agent: by.agent, answer: text ?? '', ...details, contextLeftOut },
      flags.json === true,
    );
  }
  if (flags.quiet !== true) printAsked(snapshot.log, `debate-hall ask ${threadId} "…"`);
  return getExitCode(reason, record);
}
