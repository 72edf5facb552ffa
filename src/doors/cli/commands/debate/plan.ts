// `debate-hall plan`: several agents plan and settle on one plan.
import type { Command } from '@commander-js/extra-typings';
import { defined } from '../../../../domain/defined.ts';
import { planDebate } from '../../../../hall/operations/debate/forecast/plan-debate.ts';
import { openDebate } from '../../../../hall/operations/debate/opening/open-debate.ts';
import { toOpenInput } from '../../../../hall/operations/debate/opening/request.ts';
import { continueDebate } from '../../actions/continue-debate.ts';
import { outputFiles } from '../../actions/output-files.ts';
import { withHall } from '../../actions/run-action.ts';
import { openToRun, runAndShow } from '../../actions/run-view.ts';
import {
  addLimitOptions,
  addReadingOptions,
  addTagOption,
  addViewOptions,
  collect,
  exitCodes,
  type FlagsOf,
  foldHelp,
  formatDocs,
  Option,
  parseWhole,
  withProject,
} from '../../input/options.ts';
import { addInputOptions, addPanelOptions } from '../../input/run-options.ts';
import { buildRequest, collectSettings } from '../../input/settings-from-flags.ts';
import { MATERIAL, readGivenTopic } from '../../input/topic-input.ts';
import { showPlan } from '../../render/plan-view.ts';

/** What a plan that is resumed has already. */
const ONLY_AT_THE_START = [
  ...['file', 'context', 'agents', 'planners', 'mode', 'recipe', 'preset', 'rounds', 'threshold', 'option'],
  ...['read', 'maxReads', 'id', 'tag', 'rehearse', 'dryRun', 'allowSecrets'],
];

const SHOWN = [
  ...['--file', '--context', '--read', '--agents', '--rehearse', '--mode', '--rounds'],
  ...['--report', '--max-usd', '--json', '--dry-run', '--resume'],
];

function addOptions(command: Command) {
  const input = addInputOptions(command.argument('[topic]', 'what to plan (default: --file or standard input)'));
  const opening = addTagOption(addReadingOptions(input).option('--id <name>', 'ID for the new plan')).addOption(
    new Option('--resume <id>', 'resume a plan that stopped').conflicts(ONLY_AT_THE_START),
  );
  const seats = opening
    .optionsGroup('Seats:')
    .option('--agents <agents>', 'planners, separated by commas: claude,codex:gpt-5.5#high')
    .option('--planners <n>', 'number of planners (default: one per usable agent, up to 3)', parseWhole);
  const rules = addPanelOptions(seats, 'planner')
    .addOption(
      new Option('--mode <name>', 'how the planners work together').choices([
        'adversarial',
        'consensus',
        'collaborative',
      ]),
    )
    .option('-r, --recipe <recipe>', 'quick, standard or deep')
    .option('--preset <preset>', 'preset to start from')
    .option('--rounds <n>', 'maximum rounds of critique', parseWhole)
    .option('--threshold <percent>', 'stop once agreement reaches this', parseWhole)
    .option('-o, --option <name=value>', 'format option (repeatable)', collect);
  const output = addViewOptions(addLimitOptions(rules));
  return foldHelp(
    withProject(output.option('--dry-run', 'show seats, calls and sizes without calling a model')),
    SHOWN,
  );
}

async function run(argument: string | undefined, flags: FlagsOf<typeof addOptions>): Promise<void> {
  await withHall(flags, { settings: collectSettings(flags) }, async (context) => {
    const { hall, signal, readInput } = context;
    const { mode, threshold } = flags;
    const files = await outputFiles(hall, 'plan', flags, flags.id ?? flags.resume);
    if (flags.resume !== undefined) {
      const resumed = { reference: flags.resume, format: 'plan', topic: argument } as const;
      return await continueDebate(context, resumed, flags, { files });
    }
    const { rules, ...asked } = buildRequest(await readGivenTopic(argument, flags, readInput), flags);
    const ofPlan = defined({ planners: flags.planners, mode, confidenceThreshold: threshold });
    const request = { ...asked, rules: { ...ofPlan, ...rules } };
    const input = { ...toOpenInput(request, { stdin: () => readInput(MATERIAL), signal }), format: 'plan' };
    if (flags.dryRun === true) return await showPlan(await planDebate(hall, input), flags.json === true);
    const { threadId, probing } = await openToRun(hall, files, (own) => openDebate(hall, { ...input, ...own }));
    return await runAndShow(context, flags, { threadId, probing }, { files });
  });
}

export function define(command: Command): void {
  addOptions(
    command.description(
      'Have several agents draft plans, criticize each other, and settle on one plan of steps with phases and dependencies.',
    ),
  )
    .addHelpText(
      'after',
      `
Examples:
  debate-hall plan "Move the sessions from memory to Redis"
  debate-hall plan -f task.md --context src/ --agents claude,codex --mode consensus
  debate-hall plan --rehearse "Move the sessions from memory to Redis"
${exitCodes({ 6: 'steps stay disputed' })}
${formatDocs('plan.md')}`,
    )
    .action(run);
}
