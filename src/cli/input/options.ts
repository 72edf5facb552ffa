// Options that several commands take, how their values are read, and how an action is loaded.
import { type Command, InvalidArgumentError, Option } from 'commander';

/** Only a review can be failed for its findings. */
export const exitCodes = ({ findings = false } = {}) => `
Exit codes:
  0    decided
  1    internal error
  2    usage or bad input
  3    finished, but with a degraded panel or, in a review, without all of the change
  4    an agent is missing, not logged in, or could not answer; the run is paused
  5    stopped by a limit
  6    stable disagreement
${findings ? '  7    findings at or above --fail-on\n' : ''}  130  cancelled`;

export function parseWhole(text: string): number {
  if (!/^\d{1,15}$/.test(text) || Number(text) < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

export function parseSequence(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return Number(text);
}

export function parseHash(text: string): string {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new InvalidArgumentError('It must be a SHA-256 hash: 64 hex digits.');
  return text.toLowerCase();
}

export function parseAmount(text: string): number {
  const number = Number(text);
  if (!Number.isFinite(number) || number <= 0) throw new InvalidArgumentError('It must be a number above 0.');
  return number;
}

/** For what looks as if it could be given again: taking the last one only would drop the others without a word. */
export function parseOnce(text: string, before: string | undefined): string {
  if (before !== undefined) throw new InvalidArgumentError('It can be given once only.');
  return text;
}

/** As the ledger has them, and one for debates that have not come to anything yet; written out, since events load zod. */
const OUTCOMES = ['agreed', 'decided', 'stable-disagreement', 'stopped-by-limit', 'force-closed', 'open'];

export const collect = (value: string, all: string[] = []) => [...all, value];

type Loader = () => Promise<{ run: (...args: never[]) => Promise<void> }>;

/** Calls the `run` of a module with the arguments and options, without commander's own object. */
export function loadAction(load: Loader) {
  return async (...args: unknown[]) => {
    const { run } = await load();
    await (run as (...values: unknown[]) => Promise<void>)(...args.slice(0, -1));
  };
}

export function addHallOptions(command: Command): Command {
  return command
    .option('--hall <folder>', 'folder that keeps the debates')
    .option('--config <file>', "configuration file in place of the project's own")
    .option('--trust', 'trust the project for this command: its programs, addresses and keys (see "trust")');
}

/** What chooses among debates. */
export function addFilterOptions(command: Command): Command {
  return addHallOptions(command)
    .option('-F, --format <format>', 'only debates of this format')
    .addOption(new Option('--outcome <outcome>', 'only debates that came to this').choices(OUTCOMES))
    .option('--since <time>', 'only debates that changed since then: 2026-11-20, 12h, 7d or 2w')
    .option('--limit <n>', 'at most this many', parseWhole);
}

export function addLimitOptions(command: Command): Command {
  return command
    .option('--max-tokens <n>', 'stop before the call after this many tokens', parseWhole)
    .option('--max-usd <amount>', 'stop before the call after this much reported cost', parseAmount)
    .option('--max-minutes <n>', 'stop before the call after this much time of running', parseAmount);
}

export function addViewOptions(command: Command): Command {
  return command
    .addOption(new Option('--json', 'print the whole record as JSON').conflicts('events'))
    .option('-q, --quiet', 'print nothing but the decision')
    .option('--log', 'one line for each step, no streaming')
    .option('--events', 'print live events as JSON lines');
}
