// `debate-hall plan`: several agents plan and settle on one plan.
import { type Command, Option } from 'commander';
import { defined } from '../../../../domain/defined.ts';
import { openDebate } from '../../../../hall/operations/debate/opening/open-debate.ts';
import { toOpenInput } from '../../../../hall/operations/debate/opening/request.ts';
import { planDebate } from '../../../../hall/operations/planning/plan-debate.ts';
import { continueDebate } from '../../actions/continue-debate.ts';
import { type OutputFlags, outputFiles } from '../../actions/output-files.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { openToRun, runAndShow } from '../../actions/run-view.ts';
import type { ViewFlags } from '../../actions/show-end.ts';
import {
  addLimitOptions,
  addReadingOptions,
  addTagOption,
  addViewOptions,
  collect,
  exitCodes,
  foldHelp,
  formatDocs,
  parseWhole,
  withProject,
} from '../../input/options.ts';
import { addInputOptions, addPanelOptions } from '../../input/run-options.ts';
import { buildRequest, collectSettings, type DebateFlags } from '../../input/settings-from-flags.ts';
import { MATERIAL, readGivenTopic, type TopicFlags } from '../../input/topic-input.ts';
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

interface PlanFlags extends HallFlags, DebateFlags, TopicFlags, ViewFlags, OutputFlags {
  readonly planners?: number;
  readonly mode?: string;
  readonly threshold?: number;
  readonly dryRun?: boolean;
  readonly resume?: string;
}

async function run(argument: string | undefined, flags: PlanFlags): Promise<void> {
  await withHall(flags, collectSettings(flags), async (context) => {
    const { hall, signal, readInput } = context;
    const { mode, threshold } = flags;
    const files = await outputFiles(hall, 'plan', flags);
    if (flags.resume !== undefined) {
      const resumed = { reference: flags.resume, format: 'plan', topic: argument } as const;
      return await continueDebate(context, resumed, flags, { files });
    }
    const { rules, ...asked } = buildRequest(await readGivenTopic(argument, flags, readInput), flags);
    const ofPlan = defined({ planners: flags.planners, mode, confidenceThreshold: threshold });
    const request = { ...asked, rules: { ...ofPlan, ...rules } };
    const input = { ...toOpenInput(request, { stdin: () => readInput(MATERIAL), signal }), format: 'plan' };
    if (flags.dryRun === true) return await showPlan(await planDebate(hall, input), flags.json === true);
    const { threadId, probing } = await openToRun((probing) => openDebate(hall, { ...input, probing }));
    return await runAndShow(context, flags, { threadId, probing }, { files });
  });
}

export function define(command: Command): void {
  command
    .description(
      'Have several agents draft plans, criticize each other, and settle on one plan of steps with phases and dependencies.',
    )
    .argument('[topic]', 'what to plan (default: --file or standard input)');
  addInputOptions(command);
  addTagOption(addReadingOptions(command).option('--id <name>', 'ID for the new plan')).addOption(
    new Option('--resume <id>', 'resume a plan that stopped').conflicts(ONLY_AT_THE_START),
  );
  addPanelOptions(command, 'planner')
    .addOption(
      new Option('--mode <name>', 'how the planners work together').choices([
        ...['adversarial', 'consensus', 'collaborative'],
      ]),
    )
    .option('-r, --recipe <recipe>', 'quick, standard or deep')
    .option('--preset <preset>', 'preset to start from')
    .option('--rounds <n>', 'maximum rounds of critique', parseWhole)
    .option('--threshold <percent>', 'stop once agreement reaches this', parseWhole)
    .option('-o, --option <name=value>', 'format option (repeatable)', collect);
  addViewOptions(addLimitOptions(command)).option('--dry-run', 'show seats, calls and sizes without calling a model');
  foldHelp(withProject(command), SHOWN)
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
