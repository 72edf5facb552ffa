// Runs an evaluation for the command line: questions in, progress while it runs, the table and the files out.
import path from 'node:path';
import { defined } from '../../../domain/defined.ts';
import { listReach } from '../../../domain/evaluation/describe.ts';
import type { EvaluationQuestion } from '../../../domain/evaluation/question.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { EXIT, type ExitCode } from '../../../domain/failures/exit-codes.ts';
import { HTML_GENERATOR } from '../../../domain/own-documents.ts';
import { countNoun, MICRO } from '../../../domain/words/format-figures.ts';
import { type FieldMap, readFieldMap } from '../../../exchange/evaluation/read-rows.ts';
import { type Evaluated, evaluate } from '../../../hall/operations/evaluation/evaluate.ts';
import { learnFromEvaluation } from '../../../hall/operations/evaluation/learn-from-evaluation.ts';
import { loadFromHall, loadQuestions } from '../../../hall/operations/evaluation/load-questions.ts';
import { type EvaluationPlan, planEvaluation } from '../../../hall/operations/evaluation/plan-evaluation.ts';
import { readQuestions } from '../../../hall/operations/evaluation/read-questions.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { toPrintable } from '../../../support/control-characters.ts';
import { packageFile } from '../../../support/package-root.ts';
import { reportError } from '../errors/report-error.ts';
import { readNamedFile } from '../input/named-file.ts';
import { type AddedBy, Option, parseAmount, parseSequence, parseWhole, shared, withProject } from '../input/options.ts';
import { collectSettings } from '../input/settings-from-flags.ts';
import { planLines, progressText } from '../render/evaluation-view.ts';
import { StatusLine } from '../render/live/status-line.ts';
import { coloursFor, printJson, printMessage, printRows } from '../terminal/io.ts';
import { isResult, openOwnHall, printEvaluation } from './evaluation-results.ts';
import { withHall } from './run-action.ts';
import { checkWritable, prepareFolder, writeDocument } from './write-export.ts';

type Preset = (agents: readonly string[]) => string;

/** Whether it is a page of an evaluation, or of a debate. */
const isPage = (text: string) => text.includes(`<meta name="generator" content="${HTML_GENERATOR}"`);

export const addEvalOptions = shared((command) => {
  const asking = command
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
    .option('--learn', 'bring the debates into your hall with what was right, for calibration and weights')
    .option('--dry-run', 'show arms, calls and what so many questions can show, without calling a model')
    .option('--json', 'print the result as JSON');
  return withProject(asking);
});

type EvalFlags = AddedBy<typeof addEvalOptions> & { readonly arms?: string };

const SAMPLE = 'docs/examples/eval-questions.jsonl';

function parseMap(text: string | undefined): FieldMap | undefined {
  const map = text === undefined ? undefined : readFieldMap(text);
  if (text === undefined || map !== undefined) return map;
  throw new HallError('bad-input', `"${text}" maps no fields.`, {
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
  const text = await readNamedFile(name, 'The file of questions');
  return await loadQuestions(hall, { name, text, map: parseMap(flags.map) });
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
  hall: Hall,
  { evaluation, asked }: Evaluated,
  plan: EvaluationPlan,
  out: string,
  html: string | undefined,
): Promise<void> {
  await writeDocument({ hall }, out, [`${JSON.stringify(evaluation, null, 2)}\n`], true);
  if (html === undefined) return;
  const { renderEvaluationPage } = await import('../../../exchange/evaluation/page.ts');
  await writeDocument({ hall }, html, [renderEvaluationPage(evaluation, readQuestions(plan, evaluation, asked))], true);
}

async function printEvaluated({ evaluation, stopped }: Evaluated, flags: EvalFlags, file: string): Promise<ExitCode> {
  if (flags.json === true) await printJson(evaluation);
  else {
    const { statistics } = evaluation;
    if (statistics.questions === 0)
      printMessage('No question was answered in every arm, so there is nothing to compare.');
    else await printEvaluation(evaluation);
  }
  printMessage(`Result: ${file}`);
  if (flags.html !== undefined) printMessage(`Page: ${flags.html}`);
  // The result is what standard output has, whole or not.
  return stopped === undefined ? EXIT.ok : await reportError(stopped, false);
}

/** `preset`: makes the arms of the agents that take part. */
export async function runEvaluation(file: string | undefined, flags: EvalFlags, preset?: Preset): Promise<void> {
  const arms = preset ?? flags.arms;
  if (arms === undefined) {
    throw new HallError('bad-input', 'Say what to compare.', {
      hint: 'Use "debate-hall eval worth-it", or name arms: --arms one,vote:3,run:standard',
    });
  }
  await withHall(flags, { settings: collectSettings(defined({ retries: flags.retries })) }, async (context) => {
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
      await (flags.json === true ? printJson(planned) : printRows(toPrintable(planLines(plan, flags))));
      return EXIT.ok;
    }
    if (flags.out !== undefined && flags.html !== undefined && path.resolve(flags.out) === path.resolve(flags.html)) {
      throw new HallError('usage', `${flags.out} is named for result and page.`, { hint: 'Name a file for each.' });
    }
    if (flags.out !== undefined) await checkWritable({ hall }, flags.out, isResult);
    if (flags.html !== undefined) await checkWritable({ hall }, flags.html, isPage);
    const { own, folder: kept } = await openOwnHall(context, plan.id, flags.keep);
    const reporter = createReporter();
    try {
      prepareFolder(kept);
      const { maxUsd, maxCalls } = flags;
      const evaluated = await evaluate(own, {
        plan,
        caps: defined({ costMicroUsd: maxUsd === undefined ? undefined : Math.round(maxUsd * MICRO), calls: maxCalls }),
        ...defined({ resume: flags.resume, retriesFailed: flags.retryFailed, withQuestions: flags.withQuestions }),
        jobs: flags.jobs,
        signal,
        onProgress: (progress) => reporter.show(progressText(progress)),
        onNotice: reporter.tell,
      });
      reporter.end();
      const out = flags.out ?? path.join(kept, 'result.json');
      await writeEvaluated(hall, evaluated, plan, out, flags.html).catch(async (error: unknown) => {
        if (!(error instanceof HallError)) throw error;
        // A program gets one document: the error.
        if (flags.json !== true) await printEvaluation(evaluated.evaluation);
        const { code, message, cause } = error;
        const hint = `${error.hint} Then repeat the command with --resume, which asks nothing twice.`;
        throw new HallError(code, message, { hint, cause });
      });
      if (flags.learn === true) {
        const learnt = await learnFromEvaluation(hall, { plan, asked: evaluated.asked, from: own, author: 'eval' });
        printMessage(`Learnt: ${countNoun(learnt, 'debate')} with an outcome came into ${hall.store.place}.`);
      }
      return await printEvaluated(evaluated, flags, out);
    } finally {
      reporter.end();
      await own.close();
    }
  });
}
