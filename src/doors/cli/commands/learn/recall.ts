// `debate-hall recall`: past decisions that resemble a question.

import type { Command } from 'commander';
import { defined } from '../../../../domain/defined.ts';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { readTags } from '../../../../hall/operations/debate/opening/tags.ts';
import { checkTopic } from '../../../../hall/operations/debate/opening/topic.ts';
import { recallDecisions } from '../../../../hall/operations/memory/recall.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { addHallOptions, collect, parseWhole } from '../../input/options.ts';
import { pastDecisionLine } from '../../render/past-decision-line.ts';
import { printJson, printMessage, printSentences } from '../../terminal/io.ts';

interface RecallFlags extends HallFlags {
  readonly options?: string;
  readonly tag?: readonly string[];
  readonly limit?: number;
}

const DEFAULT_LIMIT = 10;
/** Whoever asks for them sees also what resembles the question only a little. */
const LEAST = 0.1;

async function run(words: readonly string[], { limit = DEFAULT_LIMIT, ...flags }: RecallFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const topic = checkTopic(words.join(' '));
    const options = flags.options?.split(',');
    const found = await recallDecisions(hall, {
      topic,
      limit,
      least: LEAST,
      rehearsals: true,
      ...defined({ options, tagged: flags.tag && readTags(flags.tag) }),
    });
    if (flags.json === true) await printJson(found);
    else if (found.length === 0) printMessage('No past decision resembles this question.');
    else await printSentences(found.map((decision) => pastDecisionLine(decision, hall.clock.now())));
    return EXIT.ok;
  });
}

export function define(command: Command): void {
  addHallOptions(
    command
      .description(
        'Find past decisions that resemble a question, even if it is worded differently. No model and no network is used.',
      )
      .argument('<question...>', 'the question'),
  )
    .option('--options <words>', 'its possible answers, separated by commas: "Rust,Go"')
    .option('--tag <tag>', 'only decisions with this tag (repeatable)', collect)
    .option('--limit <n>', 'maximum number of decisions (default: 10)', parseWhole)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  debate-hall recall "Is it worth porting the server to Rust?"')
    .action(run);
}
