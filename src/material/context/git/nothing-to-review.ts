// What is said where a change has nothing to review, and why: none of it, all of it left out, or a path that is nowhere.
import { join } from 'node:path';
import { NOT_UTF8 } from '../../../domain/diffs/name-bytes.ts';
import type { LeftOut } from '../../../domain/event-parts.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { ALLOW_SECRETS } from '../../../domain/failures/hints.ts';
import {
  describeLeftOut,
  LEFT_OUT_BY_CHANGE,
  LEFT_OUT_BY_WISH,
  listMissed,
  summarizeLeftOut,
} from '../../../domain/left-out.ts';
import { lstatIfThere } from '../../../support/stat-if-there.ts';
import { cleanName } from '../../../support/text.ts';
import { FILTERED } from './filters.ts';
import { type CommitPair, findCommitId, type Repository } from './repository.ts';

/** What is compared, and how people call it. */
export interface Scope extends CommitPair {
  readonly staged: boolean;
  readonly name: string;
}

/**
 * Throws `bad-input` for a path that is on no side of the change, not in the index and not on disk: mistyped, or renamed since a gate was
 * told of it, it would pass for ever. A branch may be older than the path, so the side that the range names counts as well as where the
 * two have parted.
 */
export async function refuseUnknownPath(
  { git, root }: Repository,
  scope: Scope,
  path: string,
  range = '',
): Promise<void> {
  if (lstatIfThere(join(root, path)) !== undefined) return;
  const left = await findCommitId(git, range.split('..')[0] || 'HEAD');
  const listings = [
    ...[scope.from, scope.to, left].flatMap((side) => (side === undefined ? [] : [['ls-tree', '--name-only', side]])),
    ['ls-files', '--cached'],
  ];
  for (const listing of listings) {
    const { stdout, code } = await git([...listing, '--', path]);
    if (code === 0 && stdout !== '') return;
  }
  throw new HallError('bad-input', `There is no file or folder ${cleanName(path)} in the repository.`, {
    hint: 'Check --path: neither side of the change has it, and it is not on disk.',
  });
}

/** To look for changes in it, git would run git in there, under the settings of another repository. */
export const UNCOMMITTED_INSIDE = 'a submodule: what is not committed in it is not looked at';

/** What lets a part be reviewed that was left out for this reason. */
function hintAt(reason: string, areSecrets: boolean): string {
  if (areSecrets) return `If it is not a secret, ${ALLOW_SECRETS}.`;
  if (reason === LEFT_OUT_BY_CHANGE || reason.startsWith('moved')) {
    return 'Have a person review it, or name it in .debatehallignore in an earlier commit.';
  }
  if (reason === FILTERED) {
    return 'Run "git status", which has git look at it through the filter. Commit what is changed, and pass --range.';
  }
  if (reason === NOT_UTF8) return 'Give it a name in UTF-8, or have a person review it.';
  return reason.startsWith('too ')
    ? 'Review a smaller part with --path, or raise "context.maxBytes" in the configuration.'
    : 'List what needs no review in .debatehallignore.';
}

/** `secrets`: how many of the parts that were left out are, or may be. */
export function nothingToReview(
  scope: Scope,
  options: { readonly path?: string; readonly staged?: true; readonly range?: string },
  leftOut: readonly LeftOut[],
  secrets: number,
): HallError {
  const where = options.path === undefined ? '' : ` in ${cleanName(options.path)}`;
  const inside = leftOut.filter(({ reason }) => reason === UNCOMMITTED_INSIDE);
  const expected = listMissed(leftOut);
  const missed = expected.filter(({ reason }) => reason !== LEFT_OUT_BY_WISH);
  const [first] = missed;
  if (first !== undefined) {
    const areSecrets = secrets >= missed.length;
    const issues = summarizeLeftOut(missed).map(({ source, reason }) => `${source}: ${reason}`);
    return new HallError(
      areSecrets ? 'secret-found' : 'bad-input',
      `None of the ${scope.name}${where} can be reviewed: ${issues[0]}${issues.length > 1 ? ', and more' : ''}.`,
      { hint: hintAt(first.reason, areSecrets), details: { issues } },
    );
  }
  if (expected.length > 0) {
    return new HallError(
      'nothing-to-review',
      `None of the ${scope.name}${where} needs a review: ${describeLeftOut([...expected, ...inside])}.`,
      { hint: 'Take out of .debatehallignore what needs one.' },
    );
  }
  if (inside[0] !== undefined) {
    return new HallError('nothing-to-review', `No ${scope.name}${where}, except maybe in ${describeLeftOut(inside)}.`, {
      hint: `Pass --path ${inside[0].source} to review those.`,
    });
  }
  const next = options.staged
    ? 'Stage something with git add, or omit --staged.'
    : options.range === undefined
      ? 'Change something, or pick commits, such as --range main...HEAD.'
      : 'Pass other commits with --range, or omit it to review uncommitted changes.';
  return new HallError('nothing-to-review', `No ${scope.name}${where}.`, {
    hint: where === '' ? next : `${next} Without --path, the whole repository is reviewed.`,
  });
}
