// Runs a chain of reviews and fixes, one debate after the other, and prints what all of them came to.
import { defined } from '../../../domain/defined.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import type { ExitCode } from '../../../domain/failures/exit-codes.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import type { Severity } from '../../../domain/results/review-result.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { parseAgentSpec } from '../../../hall/config/seat-spec.ts';
import type { Probing } from '../../../hall/operations/debate/seats/probe-agents.ts';
import { type Link, readChain } from '../../../hall/operations/fixing/chain.ts';
import { findNextDebate } from '../../../hall/operations/fixing/next-debate.ts';
import type { FixSettings } from '../../../hall/operations/fixing/open-fixing.ts';
import {
  describeFixing,
  exitCodeOfFixing,
  renderFixing,
  summarizeFixing,
} from '../../../hall/operations/fixing/summary.ts';
import { findWorkTree, readWork } from '../../../hall/operations/fixing/work-place.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { toPrintable } from '../../../support/control-characters.ts';
import { createPage, documentText } from '../render/layout/speech.ts';
import { SUMMARY_HANG } from '../render/summary.ts';
import { coloursFor, printJson, printMessage, printResult } from '../terminal/io.ts';
import { isAttended } from '../terminal/person.ts';
import { type OutputFile, writeOutputs } from './output-files.ts';
import type { ActionContext } from './run-action.ts';
import { runAndShow, type ViewFlags } from './run-view.ts';

export interface FixFlags {
  readonly fix?: boolean;
  readonly author?: string;
  readonly fixRounds?: number;
  readonly test?: string;
  readonly testMinutes?: number;
  readonly allowHost?: string[];
  readonly failOn?: Severity;
  readonly rehearse?: boolean;
  readonly trust?: boolean;
}

const DEFAULTS = { rounds: 3, failOn: 'P2', testMinutes: 10 } as const;
const REHEARSAL = 'rehearsal';

function toAuthor({
  agent,
  model,
  effort,
}: {
  agent: string;
  model?: string | undefined;
  effort?: string | undefined;
}) {
  return { agent, ...defined({ model, effort }) };
}

/** What flags say, else what the last fix of the chain was opened with. Throws `usage` where nobody is named as author. */
export function readFixSettings(flags: FixFlags, chain: readonly Link[] = []): FixSettings {
  const last = chain.findLast(({ kind }) => kind === 'fix');
  const before = last && readWork(last.snapshot);
  const seated = last?.record.seats[0]?.agent;
  const named = flags.author ?? (flags.rehearse === true ? REHEARSAL : undefined);
  const author = named === undefined ? seated && toAuthor(seated) : toAuthor(parseAgentSpec(named));
  if (author === undefined) {
    throw new HallError('usage', '"--fix" needs an author.', {
      hint: 'Name an agent that may change files, or a person: --author claude, --author human. Or try it with --rehearse.',
    });
  }
  return {
    author,
    rounds: flags.fixRounds ?? before?.rounds ?? DEFAULTS.rounds,
    failOn: flags.failOn ?? before?.failOn ?? DEFAULTS.failOn,
    test: flags.test ?? before?.test ?? undefined,
    testMinutes: flags.testMinutes ?? before?.testMinutes ?? DEFAULTS.testMinutes,
    hosts: flags.allowHost ?? before?.hosts ?? [],
  };
}

/** Throws `bad-input` for an agent that cannot be kept to a folder. */
export async function checkAuthor(hall: Hall, { author }: FixSettings): Promise<void> {
  const agents = await hall.agents();
  const agent = agents.create(author);
  if (agent === undefined || agent.attended === true || agent.works === true) return;
  const able = agents.names
    .filter(({ name }) => agents.create({ agent: name })?.works === true)
    .map(({ name }) => name);
  throw new HallError('bad-input', `"${author.agent}" cannot be an author: it changes no files.`, {
    hint: `These can: ${[...able, 'human'].join(', ')}.`,
  });
}

/** What an author may do, before it may. */
function listPermissions({ author, test, hosts }: FixSettings): readonly string[] {
  const isPerson = author.agent === 'human';
  return [
    `Author    ${[author.agent, author.model].filter((part) => part !== undefined).join(':')}`,
    'Writes    a working tree and a branch of its own (debate-hall/…); not your files, index or branches',
    ...(isPerson
      ? []
      : ['Reads     every file of the branch, except what looks like a secret or a .debatehallignore names']),
    ...(isPerson
      ? []
      : [`Network   its own model${hosts.length === 0 ? ', nothing else' : `, and ${hosts.join(', ')}`}`]),
    ...(test === undefined ? [] : [`Runs      ${test}, after each round, on what the author wrote, in the sandbox`]),
  ];
}

/** What follows the review of a plan, which only the review itself can tell more of. */
export function printFixPlan(settings: FixSettings): void {
  for (const line of toPrintable(listPermissions(settings))) printMessage(line, SUMMARY_HANG);
  printMessage(`Then, at most ${countNoun(settings.rounds, 'time')}: one call of the author, and another review.`);
}

/** Throws `not-trusted` where nobody can be asked, `cancelled` when the person does not want it. */
export async function requireConsent(hall: Hall, settings: FixSettings, { trust }: FixFlags): Promise<void> {
  const lines = toPrintable(listPermissions(settings));
  const isRehearsed = (await hall.agents()).refOf(settings.author).rehearsal === true;
  if (isRehearsed && settings.test === undefined) return;
  for (const line of lines) printMessage(line, SUMMARY_HANG);
  if (trust === true) return;
  if (!isAttended()) {
    throw new HallError(
      'not-trusted',
      'An author changes files and a test runs them, so this needs your trust first.',
      {
        hint: 'Read the lines above, and pass --trust.',
      },
    );
  }
  const { askConsent } = await import('../terminal/ask-consent.ts');
  if (!(await askConsent('Start?'))) throw new HallError('cancelled', 'Cancelled: nothing was started.');
}

export interface FixingInput {
  /** Any debate of the chain. */
  readonly threadId: string;
  readonly settings: FixSettings;
  readonly files: readonly OutputFile[];
  readonly probing?: Probing;
}

/** How the chain is resumed after a stop, with what only the next debate will have recorded. */
function resumeCommand({ threadId }: Link, { author, test, rounds, failOn }: FixSettings, isRecorded: boolean): string {
  const more = [
    ...[`--author ${author.agent}`, `--fix-rounds ${rounds}`, `--fail-on ${failOn}`],
    ...(test === undefined ? [] : [`--test '${test.replaceAll("'", "'\\''")}'`]),
  ];
  return `debate-hall review --resume ${threadId} --fix${isRecorded ? '' : ` ${more.join(' ')}`}`;
}

async function announce(hall: Hall, link: Link, number: number): Promise<void> {
  const round = Math.ceil(number / 2);
  if (link.kind === 'review') return printMessage(`\nReview ${round} (${link.threadId})\n`);
  printMessage(`\nFix ${round} (${link.threadId})`);
  const options = readWork(link.snapshot);
  if (options !== undefined) {
    const { folder } = await findWorkTree(hall, options.work);
    printMessage(`Working tree ${folder}, branch ${options.work.branch}\n`);
  }
}

/** Prints the summary at the end of all, whatever the debates were printed as. */
export async function runFixing(context: ActionContext, flags: ViewFlags, input: FixingInput): Promise<ExitCode> {
  const { hall, signal } = context;
  const { settings, files } = input;
  let { threadId } = input;
  const tell = (sentence: string) => {
    if (flags.quiet !== true) printMessage(sentence);
  };
  for (;;) {
    const next = await findNextDebate(hall, { threadId, settings, signal, tell });
    if (next.kind === 'ended') {
      const summary = toPrintable(summarizeFixing(next));
      const last = next.chain.at(-1) ?? (next.chain[0] as Link);
      if (flags.json === true) await printJson({ ...summary, review: last.record });
      else if (flags.events !== true) await printSummary(renderFixing(summary));
      // A terminal has just shown it.
      const isShown = process.stdout.isTTY && flags.json !== true && flags.events !== true;
      if (flags.quiet !== true && !isShown) printMessage(`\n${describeFixing(summary)}`);
      return exitCodeOfFixing(summary, last, settings.failOn);
    }
    ({ threadId } = next.link);
    if (flags.quiet !== true) await announce(hall, next.link, next.chain.length);
    const first = next.chain[0] as Link;
    let isOver = false;
    const finish = async ({ status }: DebateRecord) => {
      isOver = status === 'closed' || status === 'force-closed';
      if (next.link.kind === 'review') await writeOutputs(hall, files, threadId);
    };
    const probing = next.chain.length === 1 ? input.probing : undefined;
    const exit = await runAndShow(
      context,
      flags,
      { threadId, ...defined({ probing }) },
      // What has stopped is all that there is to print.
      { finish, isFollowed: () => isOver, resumeCommand: resumeCommand(first, settings, next.chain.length > 1) },
    );
    if (!isOver) return exit;
  }
}

async function printSummary(text: string): Promise<void> {
  const { stdout } = process;
  await printResult(stdout.isTTY ? documentText(text, await createPage(stdout, coloursFor(stdout))) : text);
}

/** Continues a chain that was stopped, or begins one with a review that is there. */
export async function resumeFixing(
  context: ActionContext,
  reference: string,
  flags: ViewFlags & FixFlags,
  files: readonly OutputFile[],
): Promise<ExitCode> {
  const chain = await readChain(context.hall, reference);
  const settings = readFixSettings(flags, chain);
  await checkAuthor(context.hall, settings);
  await requireConsent(context.hall, settings, flags);
  return await runFixing(context, flags, { threadId: chain[0].threadId, settings, files });
}
