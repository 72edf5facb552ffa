// `debate-hall ask`: one more question to the seats of a debate that is over; or shows what that would take.

import type { Command } from 'commander';
import { defined } from '../../../../domain/defined.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { EXIT, type ExitCode } from '../../../../domain/failures/exit-codes.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { parseAgentSpec } from '../../../../hall/config/seat-spec.ts';
import { forecastText } from '../../../../hall/operations/debate/forecast/forecast-text.ts';
import { pastForecast } from '../../../../hall/operations/debate/forecast/past-forecast.ts';
import { collectSources, createPageFetcher } from '../../../../hall/operations/debate/opening/collect-sources.ts';
import { refuseSecretWords } from '../../../../hall/operations/debate/opening/topic-secrets.ts';
import { askAgent } from '../../../../hall/operations/debate/running/ask-agent.ts';
import {
  type FollowUpAnswer,
  type FollowUpPlan,
  followUpExit,
  prepareFollowUp,
  readFollowUp,
} from '../../../../hall/operations/debate/running/follow-up.ts';
import type { RunInput } from '../../../../hall/operations/debate/running/prepare-run.ts';
import { runThread } from '../../../../hall/operations/debate/running/run-thread.ts';
import { describeAgentRef } from '../../../../hall/operations/records/comparison/compare-debates.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { toRecord } from '../../../../ledger/engine/record/record.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { type ActingFlags, readAuthor, readWords } from '../../actions/manual-action.ts';
import { type ActionContext, withHall } from '../../actions/run-action.ts';
import { announceStop, printEvent, printLeftOut, renderForPeople, type ViewFlags } from '../../actions/run-view.ts';
import { collect, parseAmount, parseWhole, withProject } from '../../input/options.ts';
import { type LimitFlags, limitsFrom, settingsFrom } from '../../input/settings-from-flags.ts';
import { MATERIAL } from '../../input/topic-input.ts';
import { viewFor } from '../../render/live/live-view.ts';
import { coloursFor, printJson, printLines, printMessage, printResult } from '../../terminal/io.ts';

interface AskFlags extends ActingFlags, ViewFlags, Pick<LimitFlags, 'maxTokens' | 'maxUsd'> {
  readonly seat?: readonly string[];
  readonly allowSecrets?: boolean;
  readonly retries?: number;
  readonly agent?: string;
  readonly context?: string[];
  readonly dryRun?: boolean;
}

async function printPlan({ threadId, question, seats, forecast }: FollowUpPlan, json: boolean): Promise<ExitCode> {
  if (json) await printJson({ threadId, question: question.content, limits: question.limits, seats, forecast });
  else {
    const rows = seats.map(({ label, agent }) => `${label}: ${describeAgentRef(agent)}`);
    const calls = `${countNoun(seats.length, 'call')}, all at the same time.`;
    await printLines(toPrintable([...rows, calls, ...(forecast === undefined ? [] : [forecastText(forecast)])]));
  }
  return EXIT.ok;
}

const answerText = ({ label, agent, text, problem }: FollowUpAnswer) =>
  `## ${label} (${agent.agent})\n\n${problem === undefined ? (text ?? '(Redacted)') : `*No answer: ${problem}*`}`;

/** Runs it under the view that was asked for, and prints the answers where the view has not shown them. */
async function runAndPrint({ hall, signal }: ActionContext, flags: AskFlags, input: RunInput): Promise<ExitCode> {
  const view = await viewFor(flags);
  const silence = announceStop(signal);
  const forecast = pastForecast(hall, (sentence) => view.remark?.(sentence));
  try {
    const { reason, snapshot } = await runThread(hall, {
      ...input,
      signal,
      listen: (event) => {
        view.listen(event);
        forecast.listen(event);
        if (flags.events === true) printEvent(event);
      },
    });
    await forecast.stop();
    view.close();
    const record = toRecord(snapshot);
    const { threadId } = record;
    const answers = toPrintable(readFollowUp(record));
    const isShown = process.stderr.isTTY && process.stdout.isTTY && flags.quiet !== true && flags.log !== true;
    if (flags.json === true) await printJson({ threadId, run: reason, answers });
    else if (flags.events !== true && !isShown)
      await printResult(await renderForPeople(answers.map(answerText).join('\n\n')));
    if (snapshot.debate.followUp !== undefined) {
      const colours = coloursFor(process.stderr);
      printMessage(`${colours.cyan('next: ')} Ask whoever has not answered: debate-hall resume ${threadId}`);
    }
    return followUpExit(reason, answers);
  } finally {
    silence();
    await forecast.stop();
    view.close();
  }
}

/** One agent in passing: no debate, no record. */
async function askOne({ hall, readInput, signal }: ActionContext, words: string | undefined, flags: AskFlags) {
  const { agent = '', context } = flags;
  const stdin = async () => await readInput(MATERIAL);
  const prompt = context?.includes('-') === true ? (words ?? '') : await readWords(words, readInput, 'the question');
  if (!hall.loaded.config.context.allowSecrets) refuseSecretWords([prompt], 'question');
  const fetchPage = createPageFetcher(hall, signal);
  const { items, pictures, leftOut } = await collectSources(hall, { context, stdin, fetchPage, signal });
  printLeftOut({ contextLeftOut: [...leftOut] });
  const documents = items.map(({ source, text }) => ({ title: source, text }));
  const spec = parseAgentSpec(agent);
  const { text, details, ...asked } = await askAgent(hall, { agent: spec, prompt, documents, pictures, signal });
  const unseen = pictures.filter(({ source }) => details.pictures?.includes(source) !== true);
  for (const { source } of unseen) printMessage(`warning: ${spec.agent} could not see ${toPrintable(source)}.`);
  const { durationMs, usage, reportedModel } = details;
  const answer = toPrintable({ agent: asked.agent, answer: text, durationMs, ...defined({ usage, reportedModel }) });
  if (flags.json === true) await printJson({ ...answer, contextLeftOut: leftOut });
  else await printResult(await renderForPeople(answer.answer));
  return EXIT.ok;
}

function refuseMixed(flags: AskFlags, first: string | undefined, second: string | undefined): void {
  const { agent, context, seat } = flags;
  if (agent === undefined && first === undefined)
    throw new HallError('usage', 'There is no debate to ask.', { hint: 'Name one, or one agent with --agent.' });
  if (agent === undefined && context !== undefined)
    throw new HallError('usage', 'A finished debate takes no further --context.', { hint: 'Fork it, or use --agent.' });
  if (agent !== undefined && (second !== undefined || seat !== undefined))
    throw new HallError('usage', 'With --agent the only argument is the question.', {
      hint: 'Leave out the debate and --seat: debate-hall ask --agent claude "…".',
    });
}

async function run(first: string | undefined, second: string | undefined, flags: AskFlags): Promise<void> {
  const { retries, allowSecrets, seat: seats, dryRun } = flags;
  await withHall(flags, settingsFrom(defined({ retries, allowSecrets })), async (context) => {
    const { hall, readInput, signal } = context;
    refuseMixed(flags, first, second);
    if (flags.agent !== undefined) return await askOne(context, first, flags);
    const [reference, words] = [first ?? '', second];
    const threadId = await findDebate(hall, reference);
    const question = await readWords(words, readInput, 'the question');
    const { limits } = limitsFrom(flags);
    const asked = { threadId, question, author: readAuthor(flags.author), signal };
    const plan = await prepareFollowUp(hall, {
      ...asked,
      ...defined({ seats, limits, forecast: dryRun === true ? (true as const) : undefined }),
    });
    if (dryRun === true) return await printPlan(plan, flags.json === true);
    return await runAndPrint(context, flags, { threadId, followUp: plan.question });
  });
}

export function define(command: Command): void {
  command
    .description(
      'Ask the seats of a finished debate one more question, in its context. Their answers are recorded after the ' +
        'end and never change the outcome.',
    )
    .argument('[id]', 'the debate; with --agent, the question')
    .argument('[question]', 'the question (default: standard input)')
    .option('--agent <agent>', 'ask one agent instead, outside of any debate; nothing is recorded')
    .option(
      '--context <source>',
      'with --agent: file, PDF, picture, folder, glob, address, - or git:RANGE (repeatable)',
      collect,
    )
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
  withProject(command)
    .addHelpText(
      'after',
      `
Examples:
  debate-hall ask 2026-11-20-rewrite-backend "What would change your mind?"
  debate-hall ask 2026-11-20-rewrite-backend --seat wall "Which risk is the largest?"
  debate-hall ask 2026-11-20-rewrite-backend --max-usd 0.5 < question.txt
  debate-hall ask --agent gemini --context docs/spec.pdf "Which page says how long a build may take?"

Exit codes:
  0    every seat answered
  1    internal error
  2    usage or bad input
  3    some seats did not answer
  4    no seat answered
  5    stopped by a limit
  130  cancelled`,
    )
    .action(run);
}
