// What follows in a chain of reviews and fixes: the debate to run next, or the end. Everything that it decides by stands in ledgers and
// in the branch, so that a chain that was killed anywhere continues there.
import type { LeftOut, Limits } from '../../../domain/event-parts.ts';
import { HallError, unlessRefused } from '../../../domain/failures/errors.ts';
import { readFix } from '../../../domain/results/fix-result.ts';
import { type FixingRound, listToAnswer, type TrackedFinding, trackFindings } from '../../../domain/results/fixing.ts';
import { joinWords } from '../../../domain/words/format-figures.ts';
import { inertLine } from '../../../domain/words/markdown-safe.ts';
import { commitWorkTree } from '../../../material/work-tree/commit-work-tree.ts';
import {
  findTip,
  isOnTopOf,
  putAway,
  readMessage,
  removeWorkTree,
  requireWorkTree,
  type SetAside,
  type WorkTreePlace,
} from '../../../material/work-tree/work-tree.ts';
import { cleanName } from '../../../support/text.ts';
import { neverAborted } from '../../../support/wait.ts';
import type { Hall } from '../hall.ts';
import { type FixingEnd, type FixSettings, findEnd, type Link, readChain, toRounds } from './chain.ts';
import { checkBranchOf, openFix, openReReview } from './open-fixing.ts';
import { HALL_IDENTITY, readWorkedOn } from './pinned-change.ts';
import { runTests } from './run-tests.ts';
import {
  clearWorkTree,
  createWithholding,
  findWorkTree,
  isPersonal,
  openGit,
  readWork,
  resetWorkTree,
  type Work,
} from './work-place.ts';

export type NextDebate =
  | { readonly kind: 'run'; readonly link: Link; readonly chain: readonly Link[] }
  | {
      readonly kind: 'ended';
      readonly end: FixingEnd;
      readonly chain: readonly Link[];
      readonly rounds: readonly FixingRound[];
    };

export interface FixingRequest {
  /** Any debate of the chain. */
  readonly threadId: string;
  /** Those of the debate that is opened next; a fix that is open keeps its own. */
  readonly settings: FixSettings;
  /** Limits on the last debate and those after it together, where they take the place of its own. */
  readonly limits?: Partial<Limits> | undefined;
  readonly signal?: AbortSignal;
  /** Told what happens between two debates, in a sentence. */
  readonly tell?: (sentence: string) => void;
  /** Told what the author changed and no commit has. */
  readonly leave?: (leftOut: LeftOut) => void;
}

const MOST_NAMES = 3;

function leaveAside({ leave }: FixingRequest, aside: SetAside | undefined): void {
  if (aside === undefined) return;
  const { names, folder } = aside;
  const more = names.length > MOST_NAMES ? [`${names.length - MOST_NAMES} more`] : [];
  const source = joinWords([...names.slice(0, MOST_NAMES).map(cleanName), ...more]);
  leave?.({ source, reason: `the working tree is kept, as ${cleanName(folder)}` });
}

const TRAILER = 'Debate';

/** Titles come from models: nobody is notified by them, and no issue is closed. */
function writeMessage(fix: Link, findings: readonly TrackedFinding[]): string {
  const answers = readFix(fix.record)?.answers ?? [];
  const listed = (word: 'fixed' | 'disputed') =>
    answers
      .filter(({ answer }) => answer === word)
      .map(({ id, severity, reason }) => {
        const title = findings.find((each) => each.id === id)?.finding.title ?? '';
        return `- ${id} (${severity}) ${inertLine(title)}${reason === '' ? '' : `\n  ${inertLine(reason)}`}`;
      });
  const fixed = answers.filter(({ answer }) => answer === 'fixed').map(({ id }) => id);
  const disputed = answers.filter(({ answer }) => answer === 'disputed').map(({ id }) => id);
  const who = fix.record.seats[0]?.agent;
  return [
    `Fix ${fixed.join(', ') || 'nothing'} of the review`,
    '',
    ...listed('fixed'),
    ...(disputed.length === 0 ? [] : ['', 'Disputed:', ...listed('disputed')]),
    '',
    ...fixed.map((id) => `Fixed-Finding: ${id}`),
    ...disputed.map((id) => `Disputed-Finding: ${id}`),
    `Fixed-By: ${[who?.agent, who?.model].filter((part) => part !== undefined).join(':')}`,
    `${TRAILER}: ${fix.threadId}`,
    '',
  ].join('\n');
}

/** The commit that the author's work became; `undefined` where it is none, or not yet. */
async function findCommit(place: WorkTreePlace, fix: Link, { head }: Work): Promise<string | undefined> {
  const tip = await findTip(place);
  if (tip === undefined || tip === head) return undefined;
  const lines = (await readMessage(place.git, tip)).split('\n');
  return lines.includes(`${TRAILER}: ${fix.threadId}`) ? tip : undefined;
}

/** Whether the author took the whole change back, as far as its branch can be read here. */
export async function isUndone(hall: Hall, chain: readonly [Link, ...Link[]]): Promise<boolean> {
  const fix = chain.at(-1) ?? chain[0];
  const work = fix.record.status === 'closed' ? readWork(fix.snapshot)?.work : undefined;
  if (work === undefined) return false;
  const isUndone = await unlessRefused(async () => {
    const commit = await findCommit(await findWorkTree(hall, work), fix, work);
    return commit !== undefined && (await readWorkedOn(hall, { chain, work, commit })) === undefined;
  });
  return isUndone ?? false;
}

/** Commits the author's work, once however often it is asked to, and then removes what else an agent left; gives the commit that the branch is at then. */
async function commitFix(
  hall: Hall,
  fix: Link,
  work: Work,
  findings: readonly TrackedFinding[],
  { leave }: FixingRequest,
): Promise<string> {
  const place = await findWorkTree(hall, work);
  const before = await findCommit(place, fix, work);
  if (before !== undefined) return before;
  const found = await findTip(place);
  // A person may commit there, too.
  const tip = found && isPersonal(fix.snapshot) && (await isOnTopOf(place, found, work.head)) ? found : work.head;
  await requireWorkTree(place, found === tip ? tip : work.head);
  const { commit, leftOut } = await commitWorkTree(place, {
    head: work.head,
    tip,
    message: writeMessage(fix, findings),
    author: HALL_IDENTITY,
    isPersonal: isPersonal(fix.snapshot),
    whyWithheld: await createWithholding(hall, work.repository),
  });
  for (const each of leftOut) leave?.(each);
  // Only now is all that is left there known to be the agent's.
  if (!isPersonal(fix.snapshot)) await removeWorkTree(place);
  return commit;
}

/** `undefined` where the author has left nothing to review. */
async function followFix(
  hall: Hall,
  request: FixingRequest,
  chain: readonly [Link, ...Link[]],
  fix: Link,
): Promise<string | undefined> {
  const { tell = () => {}, signal = neverAborted } = request;
  const options = readWork(fix.snapshot);
  if (options === undefined) throw new HallError('bad-input', `No author worked in "${fix.threadId}".`);
  const { work } = options;
  const rounds = toRounds(chain);
  const commit = await commitFix(hall, fix, work, trackFindings(rounds), request);
  const place = await findWorkTree(hall, work);
  const isOfAgent = !isPersonal(fix.snapshot);
  // Of a run that ended early: a person may have been there since.
  if (isOfAgent) leaveAside(request, await putAway(place, commit));
  let tests: Awaited<ReturnType<typeof runTests>> | undefined;
  if (options.test !== null) {
    if (isOfAgent) await resetWorkTree(hall, { ...work, head: commit });
    tell(`Running ${options.test}`);
    tests = await runTests(hall, {
      command: options.test,
      folder: place.folder,
      minutes: options.testMinutes,
      hosts: options.hosts,
      signal,
    });
    tell(`${options.test} ${tests.outcome}.`);
    if (isOfAgent) await removeWorkTree(place);
  }
  return await openReReview(hall, {
    chain,
    fix,
    rounds,
    work,
    commit,
    tests: tests?.document,
    limits: request.limits,
    signal,
  });
}

/** The root of the repository that a review was made in. */
async function findRepository(hall: Hall, chain: readonly Link[]): Promise<string> {
  const before = chain.flatMap(({ snapshot }) => readWork(snapshot)?.work.repository ?? [])[0];
  if (before !== undefined) return before;
  const place = await (await openGit(hall, hall.cwd)).place();
  if (typeof place === 'object') return place.root;
  throw new HallError('context-unreadable', 'This folder is not in the repository of the review.', {
    hint: 'Run this in the repository.',
  });
}

/**
 * Finds the debate that is to be run now, and opens it where it is not there yet; between two debates it commits the author's work
 * and runs the tests. Throws what opening a debate throws, `storage`, `cancelled`.
 */
export async function findNextDebate(hall: Hall, request: FixingRequest): Promise<NextDebate> {
  const chain = await readChain(hall, request.threadId);
  const last = chain.at(-1) ?? chain[0];
  const rounds = toRounds(chain);
  const begin = async (link: Link, links: readonly Link[]): Promise<NextDebate> => {
    leaveAside(request, await clearWorkTree(hall, link.snapshot));
    return { kind: 'run', link, chain: links };
  };
  if (last.record.status === 'open') {
    if (chain.length === 1) await checkBranchOf(hall, last, await findRepository(hall, chain));
    return await begin(last, chain);
  }
  const ended = async (end: FixingEnd): Promise<NextDebate> => {
    const work = chain.findLast(({ kind }) => kind === 'fix');
    const options = work && readWork(work.snapshot);
    if (options !== undefined && end !== 'stopped') {
      const place = await findWorkTree(hall, options.work);
      leaveAside(request, await putAway(place, (await findTip(place)) ?? options.work.head));
    }
    return { kind: 'ended', end, chain, rounds };
  };
  const end = findEnd(chain, rounds, request.settings);
  if (end !== undefined) return await ended(end);
  const open = async (): Promise<string | undefined> => {
    if (last.kind === 'fix') return await followFix(hall, request, chain, last);
    const findings = listToAnswer(rounds, request.settings.failOn);
    const repository = await findRepository(hall, chain);
    return await openFix(hall, { ...request, chain, review: last, rounds, findings, repository });
  };
  const next = await open();
  if (next === undefined) return await ended('undone');
  const opened = await readChain(hall, next);
  return await begin(opened.at(-1) ?? last, opened);
}
