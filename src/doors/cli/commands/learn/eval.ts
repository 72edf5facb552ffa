// `debate-hall eval`: whether debates are worth their price, on questions of one's own with known answers.
import type { Command } from '@commander-js/extra-typings';
import { PRESETS } from '../../../../domain/evaluation/arms.ts';
import { defineExport, defineMerge, defineVerify } from '../../actions/evaluation-results.ts';
import { addEvalOptions, runEvaluation } from '../../actions/run-evaluation.ts';
import { exitCodes } from '../../input/options.ts';

const FILE = ['[file]', 'questions with answers: .jsonl, .json, .csv, .tsv, or .yaml of promptfoo'] as const;

const PRESET_WORDS = {
  'worth-it': 'Compare one answer, a vote of three, a vote at the price of the debate, and the debate.',
  'which-agents': 'Compare each agent alone, debating with itself, and debating with the others.',
} as const satisfies Record<keyof typeof PRESETS, string>;

export function define(command: Command): void {
  const evaluating = command
    .description(
      'Find out with your own models and questions whether a debate is worth its price: each question is asked once, and ' +
        'single answers, votes and debates are compared on the same blind answers.',
    )
    .enablePositionalOptions()
    .option('--arms <arms>', 'what to compare, separated by commas; seats follow "@"');
  addEvalOptions(evaluating.argument(...FILE))
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
${exitCodes({ 0: 'evaluated', 3: null, 4: 'an agent is missing or not logged in', 6: null })}`,
    )
    .action(async (file, flags) => await runEvaluation(file, flags));
  for (const [name, preset] of Object.entries(PRESETS)) {
    addEvalOptions(
      command
        .command(name)
        .description(PRESET_WORDS[name as keyof typeof PRESETS])
        .argument(...FILE),
    )
      .addHelpText('after', `\nExample:\n  debate-hall eval ${name} questions.jsonl --max-usd 20`)
      .action(async (file, flags) => await runEvaluation(file, flags, preset));
  }
  defineVerify(command.command('verify'));
  defineMerge(command.command('merge'));
  defineExport(command.command('export'));
}
