// What `review --fix` is asked to do, who may be its author, and what a person agrees to before it starts.
import { defined } from '../../../domain/defined.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { type AgentSpec, formatSeatSpec, parseAgentSpec } from '../../../hall/config/seat-spec.ts';
import { type FixSettings, type Link, readAgreed } from '../../../hall/operations/fixing/chain.ts';
import type { PullTarget } from '../../../hall/operations/fixing/propose-fix.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { isAttended } from '../../../process/terminals.ts';
import { toPrintable } from '../../../support/control-characters.ts';
import type { ReviewFlags } from '../input/review-options.ts';
import { SUMMARY_HANG } from '../render/summary.ts';
import { printMessage } from '../terminal/io.ts';

const DEFAULTS = { rounds: 3, failOn: 'P2', test: undefined, testMinutes: 10, hosts: [] } as const;
const REHEARSAL = 'rehearsal';

const list = (hosts: readonly string[]) => hosts.toSorted().join(', ');

/** A fix runs with what its own ledger says until a review follows it. Throws `usage` for a flag that says something else. */
function refuseChanges(
  { test, testMinutes, allowHost }: ReviewFlags,
  named: Partial<AgentSpec> = {},
  kept: FixSettings,
): void {
  const { author, hosts } = kept;
  const parts = ['agent', 'model', 'effort'] as const;
  const isOther = parts.some((part) => named[part] !== undefined && named[part] !== author[part]);
  const all: readonly (readonly [flag: string, differs: boolean, value: string])[] = [
    ['--author', isOther, formatSeatSpec(author)],
    ['--test', test !== undefined && test !== kept.test, kept.test ?? 'no command'],
    ['--test-minutes', testMinutes !== undefined && testMinutes !== kept.testMinutes, `${kept.testMinutes}`],
    ['--allow-host', allowHost !== undefined && list(allowHost) !== list(hosts), list(hosts) || 'no other host'],
  ];
  const [flag, , value] = all.find(([, differs]) => differs) ?? [];
  if (flag === undefined) return;
  throw new HallError('usage', `"${flag}" comes too late for the fix that has begun, which keeps: ${value}.`, {
    hint: `Leave ${flag} out. The next fix takes it, once a review has followed this one.`,
  });
}

/**
 * What flags say, else what was agreed to last, which alone counts from the beginning of a fix until a review follows it. Throws
 * `bad-input` where nobody is named as author, `usage` for flags that come too late.
 */
export function readFixSettings(flags: ReviewFlags, chain: readonly Link[] = []): FixSettings {
  const before = readAgreed(chain);
  const isBegun = chain.at(-1)?.kind === 'fix';
  const spec = flags.author ?? (flags.rehearse === true ? REHEARSAL : undefined);
  const named = spec === undefined ? undefined : parseAgentSpec(spec);
  const author = (isBegun ? undefined : named) ?? before.author;
  if (author === undefined) {
    throw new HallError('bad-input', '"--fix" needs an author.', {
      hint: 'Name an agent that may change files, or a person: --author claude, --author human. Or try it with --rehearse.',
    });
  }
  const settings: FixSettings = {
    ...DEFAULTS,
    ...before,
    author,
    ...defined({ rounds: flags.fixRounds, failOn: flags.failOn }),
  };
  if (isBegun) refuseChanges(flags, named, settings);
  return { ...settings, ...defined({ test: flags.test, testMinutes: flags.testMinutes, hosts: flags.allowHost }) };
}

/** Throws `bad-input` for an agent that cannot be kept to a folder. */
export async function checkAuthor(hall: Hall, { author }: FixSettings): Promise<void> {
  const agents = await hall.agents();
  const agent = agents.create(author);
  if (agent === undefined || agent.attended === true || agent.works === true) return;
  const able = agents.names
    .filter(({ name }) => agents.create({ agent: name })?.works === true)
    .map(({ name }) => name);
  throw new HallError(
    'bad-input',
    `"${author.agent}" cannot be an author: it ${agent.whyIdle ?? 'changes no files'}.`,
    {
      hint: `These can: ${[...able, 'human'].join(', ')}.`,
    },
  );
}

/** What an author may do, before it may. */
function listPermissions({ author, test, hosts }: FixSettings, target: PullTarget | undefined): readonly string[] {
  const isPerson = author.agent === 'human';
  return [
    `Author    ${formatSeatSpec(author)}`,
    'Writes    a working tree and a branch of its own (debate-hall/…); not your files, index or branches',
    ...(isPerson
      ? []
      : [
          'Reads     every file of the branch, except debates, what looks like a secret, and what a .debatehallignore names',
        ]),
    ...(isPerson
      ? []
      : [`Network   its own model${hosts.length === 0 ? ', nothing else' : `, and ${hosts.join(', ')}`}`]),
    ...(test === undefined ? [] : [`Runs      ${test}, after each round, on what the author wrote, in the sandbox`]),
    ...(target === undefined
      ? []
      : [`Pushes    the branch to ${target.repo} in the end, for a pull request into ${target.base}`]),
  ];
}

/** What follows the review of a plan, which only the review itself can tell more of. */
export function printFixPlan(settings: FixSettings, target: PullTarget | undefined): void {
  for (const line of toPrintable(listPermissions(settings, target))) printMessage(line, SUMMARY_HANG);
  printMessage(`Then, at most ${countNoun(settings.rounds, 'time')}: one call of the author, and another review.`);
}

/** Throws `not-trusted` where nobody can be asked, `cancelled` when the person does not want it. */
export async function requireConsent(
  hall: Hall,
  settings: FixSettings,
  target: PullTarget | undefined,
  { trust }: ReviewFlags,
): Promise<void> {
  const lines = toPrintable(listPermissions(settings, target));
  const isRehearsed = (await hall.agents()).toRef(settings.author).rehearsal === true;
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
