// Options of the commands that run debates.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { MOST_ANSWERS } from '../../../domain/question/choices.ts';
import { collect, parseSequence, parseWhole } from './options.ts';

/** What most people use of the commands that ask agents. */
export const COMMON_FLAGS = [
  ...['--file', '--context', '--read', '--options', '--recipe', '--format', '--agents', '--rehearse'],
  ...['--max-usd', '--report', '--quiet', '--dry-run'],
];

/** What was decided before. */
export function withRecall(command: Command): Command {
  return command.option('--recall', 'give the seats past decisions that resemble the question');
}

/** What may follow a debate. */
export function withFollowUps(command: Command): Command {
  return command
    .optionsGroup('Afterwards:')
    .option(
      '--escalate',
      'if nothing is settled, or answers of a check differ, run a larger debate, up to the recipe deep',
    )
    .option('--escalate-seat <seat=agent>', 'agent for a seat of the last step (repeatable)', collect);
}

function parseAnswers(text: string): number {
  const answers = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (answers < 1 || answers > MOST_ANSWERS)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_ANSWERS}.`);
  return answers;
}

export function withComparison(command: Command): Command {
  const words = `compare with a vote of n blind answers of the same agents (${MOST_ANSWERS} at most)`;
  return command.option('--compare <n>', words, parseAnswers);
}

/** Where a topic and its material come from. */
export function addTopicOptions(command: Command, noun = 'topic'): Command {
  return command
    .option('-f, --file <file>', `read the ${noun} from a file ("-": standard input)`)
    .option(
      '-c, --context <source>',
      'material: file, PDF, DOCX, picture, folder, glob, address, "-" or git:RANGE (repeatable)',
      collect,
    );
}

export function addInputOptions(command: Command, noun?: string): Command {
  return addTopicOptions(command.optionsGroup('Input:'), noun).option(
    '--allow-secrets',
    'allow a topic or context that looks like a secret',
  );
}

/** Which agents are called, and how. */
export function addCallOptions(command: Command): Command {
  return command
    .option('--rehearse', 'rehearse with built-in texts: no model, no cost')
    .addOption(new Option('--perspectives <how>', 'points of view for seats without one').choices(['auto']))
    .option('--unchecked', 'also fill seats with versions of agents that were not checked')
    .option('--retries <n>', 'retries per failed call', parseSequence);
}

/** Seats of equals, and after them the rules. */
export function addPanelOptions(command: Command, role: 'reviewer' | 'planner'): Command {
  return command
    .optionsGroup('Seats:')
    .option('--agents <agents>', `${role}s, separated by commas: claude,codex:gpt-5.5#high`)
    .option(`--${role}s <n>`, `number of ${role}s (default: one per usable agent, up to 3)`, parseWhole)
    .option('--seat <seat=agent>', `agent for a seat, such as ${role}-2=claude:opus (repeatable)`, collect)
    .option('--rehearse', 'rehearse with built-in texts: no model, no cost')
    .option('--unchecked', 'also fill seats with versions of agents that were not checked')
    .option('--retries <n>', 'retries per failed call', parseSequence)
    .optionsGroup('Rules:');
}
