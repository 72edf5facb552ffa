// `debate-hall eval`: whether debates are worth their price, on questions of one's own with known answers.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Command, Option } from 'commander';
import { defined } from '../../../../domain/defined.ts';
import { PRESETS } from '../../../../domain/evaluation/arms.ts';
import { listReach } from '../../../../domain/evaluation/describe.ts';
import type { EvaluationQuestion } from '../../../../domain/evaluation/question.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { EXIT, type ExitCode } from '../../../../domain/failures/exit-codes.ts';
import { type FieldMap, readFieldMap } from '../../../../exchange/evaluation/map-row.ts';
import { type Evaluated, evaluate } from '../../../../hall/operations/evaluation/evaluate.ts';
import { loadFromHall, loadQuestions } from '../../../../hall/operations/evaluation/load-questions.ts';
import { type EvaluationPlan, planEvaluation } from '../../../../hall/operations/evaluation/plan-evaluation.ts';
import { readQuestions } from '../../../../hall/operations/evaluation/read-questions.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { packageFile } from '../../../../support/package-root.ts';
import { defineExport, defineMerge, defineVerify } from '../../actions/evaluation-results.ts';
import { type ActionContext, type HallFlags, withHall } from '../../actions/run-action.ts';
import { checkWritable, writeDocument } from '../../actions/write-export.ts';
import { reportError } from '../../errors/report-error.ts';
import { readNamedFile } from '../../input/named-file.ts';
import { exitCodes, parseAmount, parseSequence, parseWhole, withProject } from '../../input/options.ts';
import { evaluationSentences, evaluationTable, planLines, progressText } from '../../render/evaluation-view.ts';
import { roomOf } from '../../render/layout/word-wrap.ts';
import { StatusLine } from '../../render/live/status-line.ts';
import { coloursFor, printJson, printLines, printMessage, printSentences } from '../../terminal/io.ts';

interface EvalFlags extends HallFlags {
  readonly agents?: string;
  readonly arms?: string;
  readonly from?: string;
  readonly map?: string;
  readonly seed: string;
  readonly rehearse?: boolean;
  readonly maxUsd?: number;
  readonly maxCalls?: number;
  readonly jobs: number;
  readonly retries?: number;
  readonly resume?: boolean;
  readonly retryFailed?: boolean;
  readonly keep?: string;
  readonly out?: string;
  readonly html?: string;
  readonly withQuestions?: boolean;
  readonly dryRun?: boolean;
}

const MICRO = 1_000_000;
const SAMPLE = 'docs/examples/eval-questions.jsonl';

function parseMap(text: string | undefined): FieldMap | undefined {
  const map = text === undefined ? undefined : readFieldMap(text);
  if (text === undefined || map !== undefined) return map;
  throw new HallError('usage', `"${text}" maps no fields.`, {
    hint: 'Write --map question=input,A=choices,B=choices,answer=target,topic=metadata.group',
  });
}

async function findQuestions(
  hall: Hall,
  file: string | undefined,
  flags: EvalFlags,
): Promise<readonly EvaluationQuestion[]> {
  if (flags.from !== undefined) {
    if (file !== undefined) {
      throw new HallError('usage', 'Questions come from one place.', { hint: 'Name a file, or pass --from hall.' });
    }
    return await loadFromHall(hall);
  }
  if (file === undefined) {
    printMessage(
      `No questions were named, so these are the 60 of ${SAMPLE}: for trying it out, not to judge models by.`,
    );
  }
  const name = file ?? packageFile(SAMPLE);
  const text = (await readNamedFile(name, 'The file of questions')).toString('utf8');
  return await loadQuestions(hall, { name, text, map: parseMap(flags.map) });
}

/** Debates of an evaluation would crowd lists and memory of the hall, so they are kept beside it. */
async function openOwnHall({ hall, openWith }: ActionContext, { id }: EvaluationPlan, keep: string | undefined) {
  const folder = keep === undefined ? path.join(hall.loaded.config.hall, 'eval', id) : path.resolve(keep);
  await mkdir(folder, { recursive: true });
  const own = await openWith([
    { name: '--keep', path: ['hall'], value: folder },
    { name: '--keep', path: ['store', 'kind'], value: 'folder' },
  ]);
  return { own, folder };
}

function createReporter(): { show(text: string): void; tell(line: string): void; end(): void } {
  const colours = coloursFor(process.stderr);
  const isLive = process.stderr.isTTY === true && colours.isColorSupported && !('CI' in process.env);
  if (!isLive) return { show: printMessage, tell: printMessage, end: () => {} };
  const status = new StatusLine(process.stderr);
  let text = '';
  return {
    show(now) {
      text = now;
      status.show(() => text);
    },
    tell(line) {
      status.hide();
      printMessage(line);
      status.show(() => text);
    },
    end: () => status.hide(),
  };
}

/** What was asked for, in files. */
async function writeEvaluated(
  { evaluation, asked }: Evaluated,
  plan: EvaluationPlan,
  out: string,
  html: string | undefined,
): Promise<void> {
  await writeDocument(out, [`${JSON.stringify(evaluation, null, 2)}\n`], true);
  if (html === undefined) return;
  const { renderEvaluationPage } = await import('../../../../exchange/evaluation/page.ts');
  await writeDocument(html, [renderEvaluationPage(evaluation, readQuestions(plan, evaluation, asked))], true);
}

async function printEvaluated({ evaluation, stopped }: Evaluated, flags: EvalFlags, file: string): Promise<ExitCode> {
  if (flags.json === true) await printJson(evaluation);
  else {
    const { statistics } = evaluation;
    if (statistics.questions === 0)
      printMessage('No question was answered in every arm, so there is nothing to compare.');
    else {
      await printLines(
        toPrintable(evaluationTable(evaluation, { room: roomOf(process.stdout), colours: coloursFor(process.stdout) })),
      );
      await printSentences(['', ...toPrintable(evaluationSentences(evaluation))]);
    }
  }
  printMessage(`Result: ${file}`);
  // The result is what standard output has, whole or not.
  return stopped === undefined ? EXIT.ok : await reportError(stopped, false);
}

async function run(file: string | undefined, flags: EvalFlags, preset?: Preset): Promise<void> {
  const arms = preset ?? flags.arms;
  if (arms === undefined) {
    throw new HallError('usage', 'Say what to compare.', {
      hint: 'Use "debate-hall eval worth-it", or name arms: --arms one,vote:3,run:standard',
    });
  }
  const settings = defined({ agentRetries: flags.retries });
  const given = Object.entries(settings).map(([name, value]) => ({ name: '--retries', path: [name], value }));
  const { hall: folder, ...others } = flags;
  const place = folder === undefined ? [] : [{ name: '--hall', path: ['hall'], value: folder }];
  await withHall(others, [...place, ...given], async (context) => {
    const { hall, signal } = context;
    const questions = await findQuestions(hall, file, flags);
    const agents = flags.rehearse === true ? ['rehearsal'] : flags.agents?.split(',').map((name) => name.trim());
    const plan = await planEvaluation(hall, {
      questions,
      arms,
      seed: flags.seed,
      signal,
      ...defined({ agents }),
    });
    if (flags.dryRun === true) {
      const { id, seed, calls } = plan;
      const planned = {
        id,
        seed,
        questions: questions.length,
        arms: plan.arms,
        calls,
        reach: listReach(questions.length),
      };
      await (flags.json === true ? printJson(planned) : printLines(toPrintable(planLines(plan))));
      return EXIT.ok;
    }
    for (const output of [flags.out, flags.html]) if (output !== undefined) await checkWritable(output);
    const { own, folder: kept } = await openOwnHall(context, plan, flags.keep);
    const reporter = createReporter();
    try {
      const { maxUsd, maxCalls } = flags;
      const evaluated = await evaluate(own, {
        plan,
        caps: defined({ costMicroUsd: maxUsd === undefined ? undefined : Math.round(maxUsd * MICRO), calls: maxCalls }),
        ...defined({ resume: flags.resume, retriesFailed: flags.retryFailed, withQuestions: flags.withQuestions }),
        jobs: flags.jobs,
        signal,
        onProgress: (progress) => reporter.show(progressText(progress)),
        onWait: (agent, waitMs, message) =>
          reporter.tell(`${agent}: ${message} Waiting ${Math.ceil(waitMs / 1_000)} s.`),
      });
      reporter.end();
      const out = flags.out ?? path.join(kept, 'result.json');
      await writeEvaluated(evaluated, plan, out, flags.html);
      return await printEvaluated(evaluated, flags, out);
    } finally {
      reporter.end();
      await own.close();
    }
  });
}

type Preset = (agents: readonly string[]) => string;

function addOptions(command: Command): Command {
  command
    .argument('[file]', 'questions with answers: .jsonl, .json, .csv, .tsv, or .yaml of promptfoo')
    .optionsGroup('Questions:')
    .addOption(new Option('--from <place>', 'past debates whose outcome was recorded').choices(['hall']))
    .option('--map <fields>', 'what fields are called: question=input,A=choices,B=choices,answer=target')
    .optionsGroup('Arms:')
    .option('--agents <agents>', 'who takes part, separated by commas (default: the agents that can be used)')
    .option('--seed <seed>', 'draws the order of options and arms', '1')
    .option('--rehearse', 'rehearse with built-in texts: no model, no cost')
    .optionsGroup('Limits:')
    .option('--max-usd <amount>', 'ask nobody once all arms have cost this much', parseAmount)
    .option('--max-calls <n>', 'ask nobody after this many calls', parseWhole)
    .option('--jobs <n>', 'questions asked at the same time', parseWhole, 1)
    .option('--retries <n>', 'retries per failed call', parseSequence)
    .option('--resume', 'continue an evaluation that was stopped; nothing is asked twice')
    .option('--retry-failed', 'with --resume: also ask agents again that failed')
    .option('--keep <folder>', "folder for its debates (default: eval/ID in the hall's folder)")
    .optionsGroup('Output:')
    .option('--out <file>', 'write the result here')
    .option('--html <file>', 'write a page with table, plot and the questions on which arms differ')
    .option('--with-questions', 'put the questions into the result, not only their digests')
    .option('--dry-run', 'show arms, calls and what so many questions can show, without calling a model')
    .option('--json', 'print the result as JSON');
  return withProject(command);
}

const PRESET_WORDS = {
  'worth-it': 'Compare one answer, a vote of three, a vote at the price of the debate, and the debate.',
  'which-agents': 'Compare each agent alone, debating with itself, and debating with the others.',
} as const satisfies Record<keyof typeof PRESETS, string>;

export function define(command: Command): void {
  command
    .description(
      'Find out with your own models and questions whether a debate is worth its price: each question is asked once, and ' +
        'single answers, votes and debates are compared on the same blind answers.',
    )
    .enablePositionalOptions()
    .option('--arms <arms>', 'what to compare, separated by commas; seats follow "@"');
  addOptions(command)
    .addHelpText(
      'after',
      `
Arms: one (a single answer), vote:3 (so many blind answers), vote:cost (as many as
the debate costs on that question), run:RECIPE, panel:RECIPE, FORMAT:RECIPE.

Examples:
  debate-hall eval worth-it questions.jsonl --dry-run
  debate-hall eval worth-it questions.jsonl --agents claude,codex,gemini --max-usd 20
  debate-hall eval which-agents questions.jsonl --max-usd 40 --html which.html
  debate-hall eval questions.jsonl --arms one,vote:5,run:deep@claude,codex,gemini --max-usd 20 --resume
  debate-hall eval worth-it tests.csv --map question=input,a=choices,b=choices,answer=target
  debate-hall eval worth-it --from hall
${exitCodes()}`,
    )
    .action(async (file: string | undefined, flags: EvalFlags) => await run(file, flags));
  for (const [name, preset] of Object.entries(PRESETS)) {
    addOptions(command.command(name).description(PRESET_WORDS[name as keyof typeof PRESETS]))
      .addHelpText('after', `\nExample:\n  debate-hall eval ${name} questions.jsonl --max-usd 20`)
      .action(async (file: string | undefined, flags: EvalFlags) => await run(file, flags, preset));
  }
  defineVerify(command.command('verify'));
  defineMerge(command.command('merge'));
  defineExport(command.command('export'));
}
