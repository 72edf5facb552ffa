// Options of the commands that run debates.
import { MOST_ANSWERS } from '../../../domain/question/choices.ts';
import { collect, Option, parseSequence, shared, wholeNumber } from './options.ts';

/** What most people use of the commands that ask agents. */
export const COMMON_FLAGS = [
  ...['--file', '--context', '--read', '--options', '--recipe', '--format', '--agents', '--rehearse'],
  ...['--max-usd', '--report', '--quiet', '--dry-run'],
];

/** What was decided before. */
export const withRecall = shared((command) =>
  command.option('--recall', 'give the seats past decisions that resemble the question'),
);

export const withFollowUps = shared((command) =>
  command
    .optionsGroup('Afterwards:')
    .option(
      '--escalate',
      'if nothing is settled, or answers of a check differ, run a larger debate, up to the recipe deep',
    )
    .option('--escalate-seat <seat=agent>', 'agent for a seat of the last step (repeatable)', collect),
);

export const withComparison = shared((command) =>
  command.option(
    '--compare <n>',
    `compare with a vote of n blind answers of the same agents (${MOST_ANSWERS} at most)`,
    wholeNumber(`a whole number from 1 to ${MOST_ANSWERS}`, 1, MOST_ANSWERS),
  ),
);

/** Where a topic and its material come from. */
export const addTopicOptions = shared((command, noun: string = 'topic') =>
  command
    .option('-f, --file <file>', `read the ${noun} from a file ("-": standard input)`)
    .option(
      '-c, --context <source>',
      'material: file, PDF, DOCX, picture, folder, glob, address, "-" or git:RANGE (repeatable)',
      collect,
    ),
);

export const addInputOptions = shared((command, noun?: string) =>
  addTopicOptions(command.optionsGroup('Input:'), noun).option(
    '--allow-secrets',
    'allow a topic or context that looks like a secret',
  ),
);

export const addCallOptions = shared((command) =>
  command
    .option('--rehearse', 'rehearse with built-in texts: no model, no cost')
    .addOption(new Option('--perspectives <how>', 'points of view for seats without one').choices(['auto']))
    .option('--unchecked', 'also fill seats with versions of agents that were not checked')
    .option('--retries <n>', 'retries per failed call', parseSequence),
);

/** Seats of equals, and after them the rules. */
export const addPanelOptions = shared((command, role: 'reviewer' | 'planner') =>
  command
    .option('--seat <seat=agent>', `agent for a seat, such as ${role}-2=claude:opus (repeatable)`, collect)
    .option('--rehearse', 'rehearse with built-in texts: no model, no cost')
    .option('--unchecked', 'also fill seats with versions of agents that were not checked')
    .option('--retries <n>', 'retries per failed call', parseSequence)
    .optionsGroup('Rules:'),
);
