// What can be done with the results of evaluations: check one against its ledgers, add several to each other, hand one to other programs.
import path from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { mergeEvaluations } from '../../../domain/evaluation/merge.ts';
import { type Evaluation, evaluationSchema } from '../../../domain/evaluation/result.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { EXIT } from '../../../domain/failures/exit-codes.ts';
import { parseJson } from '../../../domain/parse-json.ts';
import { findProblems, problemSentence } from '../../../domain/values/problems.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { toInspectLogs } from '../../../exchange/evaluation/inspect-log.ts';
import { toPromptfooResult } from '../../../exchange/evaluation/promptfoo-result.ts';
import { requireUsable } from '../../../hall/compose/store.ts';
import { verifyEvaluation } from '../../../hall/operations/evaluation/verify-evaluation.ts';
import { sha256Hex } from '../../../support/canonical.ts';
import { toPrintable } from '../../../support/control-characters.ts';
import { findRealPlace } from '../../../support/real-place.ts';
import { readNamedFile } from '../input/named-file.ts';
import { addHallOptions, addResultOptions, Option } from '../input/options.ts';
import { evaluationSentences, evaluationTable } from '../render/evaluation-view.ts';
import { getPaper } from '../render/layout/table.ts';
import { printJson, printLines, printMessage, printResult, printRows, printSentences } from '../terminal/io.ts';
import { type ActionContext, withHall } from './run-action.ts';
import { checkWritable, writeDocument, writeFolder } from './write-export.ts';

async function readResult(file: string): Promise<Evaluation> {
  const text = await readNamedFile(file, 'The result');
  const value = parseJson(text);
  const parsed = evaluationSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [problem] = value === undefined ? [] : findProblems(evaluationSchema, value, 1);
  const why = problem === undefined ? 'it is not JSON' : problemSentence(problem, 'the file');
  throw new HallError('bad-input', `${file} is not a result of an evaluation: ${why}.`, {
    hint: [problem?.hint, 'Pass a file that "debate-hall eval --out FILE" wrote.']
      .filter((part) => part !== undefined)
      .join(' '),
  });
}

/** Debates of an evaluation would crowd lists and memory of the hall, so they are kept beside it. */
export async function openOwnHall({ hall, openWith }: ActionContext, id: string, keep: string | undefined) {
  if (keep === undefined) requireUsable(hall.loaded);
  const folder = keep === undefined ? path.join(hall.loaded.config.hall, 'eval', id) : path.resolve(keep);
  const own = await openWith([
    { name: '--keep', path: ['hall'], value: folder },
    { name: '--keep', path: ['store', 'kind'], value: 'folder' },
  ]);
  return { own, folder };
}

/** Whether an earlier evaluation may have written this, so that another one may replace it. */
export const isResult = (text: string) => /^\{\s*"kind":\s*"debate-hall-evaluation"/.test(text);

export async function printEvaluation(evaluation: Evaluation): Promise<void> {
  await printLines(toPrintable(evaluationTable(evaluation, getPaper())));
  await printSentences(['', ...toPrintable(evaluationSentences(evaluation))]);
}

/** The same for what another export wrote for promptfoo. */
const isPromptfooResult = (text: string) => /^\{\s*"evalId":\s*"eval-debate-hall-/.test(text);

/** A merged result has less in it than those that it was made from. Throws `usage`. */
async function refuseInput(out: string, files: readonly string[]): Promise<void> {
  const place = await findRealPlace(out);
  for (const file of files) {
    if ((await findRealPlace(file)) !== place) continue;
    throw new HallError('usage', `${out} is one of the results to merge.`, { hint: 'Name another file with --out.' });
  }
}

const ID_DIGITS = 10;

export function defineExport(command: Command): void {
  const formats = new Option('--format <program>', 'the viewer to write for').choices(['inspect', 'promptfoo']);
  addHallOptions(
    command
      .description('Write a result for the viewer of another program.')
      .argument('<file>', 'the result')
      .addOption(formats.makeOptionMandatory()),
  )
    .requiredOption('--out <path>', 'file for promptfoo; folder for Inspect, which has a log for each arm')
    .addHelpText(
      'after',
      `
Questions are in it only if the result has them (--with-questions).

Examples:
  debate-hall eval export result.json --format inspect --out logs
  debate-hall eval export result.json --format promptfoo --out promptfoo.json`,
    )
    .action(async (file, { format, out, ...flags }) => {
      await withHall(flags, {}, async ({ hall }) => {
        const evaluation = await readResult(file);
        const at = new Date(hall.clock.now()).toISOString();
        const toText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
        if (format === 'promptfoo') {
          await checkWritable({ hall }, out, isPromptfooResult);
          await writeDocument({ hall }, out, [toText(toPromptfooResult(evaluation, at))], true);
          return await printResult(out);
        }
        // Their names have the time and the ID of the evaluation in them, so that nobody else's file is in their place.
        const logs = toInspectLogs(evaluation, at);
        await writeFolder(
          { hall },
          out,
          logs.map(({ name, log }) => ({ path: name, text: toText(log) })),
          true,
        );
        await printLines(logs.map(({ name }) => path.join(out, name)));
      });
    });
}

export function defineVerify(command: Command): void {
  addResultOptions(command.description('Check a result against its ledgers.').argument('<file>', 'the result'))
    .option('--keep <folder>', "folder of its debates (default: eval/ID in the hall's folder)")
    .addHelpText('after', '\nExample:\n  debate-hall eval verify result.json')
    .action(async (file, flags) => {
      await withHall(flags, {}, async (context) => {
        const evaluation = await readResult(file);
        if (evaluation.merged !== undefined) {
          throw new HallError('bad-input', `${file} was merged, and its debates are in several places.`, {
            hint: 'Verify the results that it was made from.',
          });
        }
        const { own } = await openOwnHall(context, evaluation.id, flags.keep);
        try {
          const verified = await verifyEvaluation(own, evaluation);
          if (flags.json === true) await printJson(verified);
          else if (verified.ok) {
            await printRows([
              `ok: ${countNoun(verified.ledgers, 'ledger')} verify and say what the result says, in ${countNoun(verified.answers, 'answer')}`,
              'Which answers are right was not checked: no ledger says it.',
            ]);
          } else await printRows(toPrintable(verified.problems));
          return verified.ok ? EXIT.ok : EXIT.internal;
        } finally {
          await own.close();
        }
      });
    });
}

export function defineMerge(command: Command): void {
  addResultOptions(
    command
      .description('Add the results of several people to each other, arm by arm.')
      .argument('<file...>', 'the results'),
  )
    .option('--out <file>', 'write the merged result here')
    .addHelpText('after', '\nExample:\n  debate-hall eval merge ada.json bob.json --out both.json')
    .action(async (files, flags) => {
      await withHall(flags, {}, async ({ hall }) => {
        if (flags.out !== undefined) {
          await checkWritable({ hall }, flags.out, isResult);
          await refuseInput(flags.out, files);
        }
        const results: Evaluation[] = [];
        for (const file of files) results.push(await readResult(file));
        const merging = mergeEvaluations(results, sha256Hex(results.map(({ id }) => id).join(' ')).slice(0, ID_DIGITS));
        if (!merging.ok) throw new HallError('bad-input', merging.issue, { hint: merging.hint });
        const { evaluation } = merging;
        if (flags.out !== undefined)
          await writeDocument({ hall }, flags.out, [`${JSON.stringify(evaluation, null, 2)}\n`], true);
        if (flags.json === true) await printJson(evaluation);
        else await printEvaluation(evaluation);
        if (flags.out !== undefined) printMessage(`Result: ${flags.out}`);
      });
    });
}
