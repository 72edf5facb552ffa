// Opens the debates of a chain: the first review, of commits that no working tree can change; an author's answers; the next review.
import { sameAgent } from '../../../domain/contradictions.ts';
import { defined } from '../../../domain/defined.ts';
import { isDiff } from '../../../domain/diffs/diff.ts';
import type { Limits, RuleData, SeatAssignment } from '../../../domain/event-parts.ts';
import { type FixingRound, type TrackedFinding, trackFindings } from '../../../domain/results/fixing.ts';
import { readReview } from '../../../domain/results/review-result.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';
import { labelSeats } from '../../../domain/words/label-seats.ts';
import { writeFixCommand } from '../../../domain/words/resume-command.ts';
import { listPictures, toOpenPictures } from '../../../ledger/engine/record/pictures.ts';
import type { ContextItem } from '../../../material/context/collection.ts';
import { checkBranch } from '../../../material/work-tree/work-tree.ts';
import { neverAborted } from '../../../support/wait.ts';
import { listFillings } from '../debate/check/ladder.ts';
import { limitsAfter } from '../debate/opening/limits.ts';
import { openDebate } from '../debate/opening/open-debate.ts';
import type { OpenInput } from '../debate/opening/open-input.ts';
import type { Hall } from '../hall.ts';
import { type ReviewInput, reviewOpening } from '../review/review-diff.ts';
import { CHANGES_OF_AUTHOR, type FixSettings, type Link, planFix, readCommits } from './chain.ts';
import { ANSWERS_OF_AUTHOR, describeAnswers, describeFindings } from './documents.ts';
import { pinChange, readAuthorsChanges, readWorkedOn } from './pinned-change.ts';
import { TESTS } from './run-tests.ts';
import { findWorkTree, type Work } from './work-place.ts';

const BRANCHES = 'debate-hall/';

/** Like `reviewOpening`, of a change that an author is to work on then. Throws also `bad-input` and `storage`. */
export async function pinnedReviewOpening(hall: Hall, input: ReviewInput, settings: FixSettings): Promise<OpenInput> {
  const opening = await reviewOpening(hall, input, await pinChange(hall, input));
  return { ...opening, options: { ...opening.options, fixing: planFix(settings) } };
}

const nameBranch = (first: Link): string => `${BRANCHES}${first.threadId}`;

/** Before anybody is asked to review what no author could work on then. Throws `storage`, `bad-input`. */
export async function checkBranchOf(hall: Hall, first: Link, repository: string): Promise<void> {
  await checkBranch(await findWorkTree(hall, { repository, branch: nameBranch(first) }), readCommits(first).to);
}

interface FixOpening {
  readonly chain: readonly [Link, ...Link[]];
  readonly review: Link;
  readonly rounds: readonly FixingRound[];
  readonly findings: readonly TrackedFinding[];
  readonly settings: FixSettings;
  readonly repository: string;
  readonly limits?: Partial<Limits> | undefined;
  readonly signal?: AbortSignal;
}

/** As they were to be; a seat that somebody gave to another agent keeps that one, and not the stand-in of one that failed. */
function listReviewers({ snapshot: { debate } }: Link): readonly SeatAssignment[] {
  return debate.opened.seats.map((seat) => {
    const agent = debate.seats[seat.seat]?.agent;
    const isGiven = agent !== undefined && (seat.standIn === undefined || !sameAgent(agent, seat.standIn));
    return isGiven ? { ...seat, agent } : seat;
  });
}

const isTest = ({ source }: { readonly source: string }) => source.startsWith(TESTS);

/** What a review was given of this kind, as a document of the debate that follows. */
function keepDocuments(
  { snapshot }: Link,
  wanted: (item: { readonly source: string }) => boolean,
): readonly ContextItem[] {
  return snapshot.debate.opened.context.filter(wanted).flatMap(({ source, bytes, content }) => {
    const text = readSealed(content);
    return text === undefined ? [] : [{ source, bytes, text }];
  });
}

/** Opens the debate in which the author answers a review. Throws what opening a debate throws. */
export async function openFix(hall: Hall, opening: FixOpening): Promise<string> {
  const { chain, review, rounds, findings, settings, repository, limits, signal = neverAborted } = opening;
  const { from, to } = readCommits(review);
  const work: Work = { repository, branch: nameBranch(chain[0]), from, head: to };
  const { author, rounds: most, failOn, test, testMinutes, hosts } = settings;
  const topic = review.record.topic ?? '';
  const { threadId } = await openDebate(hall, {
    topic: `Fix or dispute what the reviewers found. They were asked: ${topic}`,
    subject: `fix ${chain[0].threadId} ${rounds.length}`,
    format: 'fix',
    recipe: 'standard',
    options: {
      round: rounds.length,
      rounds: most,
      findings: findings.map(({ id, finding }) => ({ id, severity: finding.severity })),
      failOn,
      work: { ...work },
      test: test ?? null,
      testMinutes,
      hosts: [...hosts],
    } satisfies RuleData,
    material: {
      items: [
        ...keepDocuments(review, isDiff),
        describeFindings(findings, labelSeats(review.record.seats)),
        ...keepDocuments(review, isTest),
      ],
      leftOut: [],
    },
    read: [],
    panel: { author },
    relation: { kind: 'fix', of: review.threadId },
    limits: limitsAfter(review.snapshot, writeFixCommand(review.threadId), limits),
    ...defined({ tags: review.record.tags, signal }),
  });
  return threadId;
}

/** What a person gave the reviewers beside the change, which is neither of it nor about an earlier round. */
function isBackground({ record, snapshot }: Link): (item: { readonly source: string }) => boolean {
  const files = new Set(readReview(record)?.files ?? []);
  const ofRounds = new Set([CHANGES_OF_AUTHOR, ANSWERS_OF_AUTHOR]);
  const isOther = ({ source }: { readonly source: string }) => !files.has(source) && !ofRounds.has(source);
  const known = new Set(snapshot.debate.opened.context.filter(isOther).map(({ source }) => source));
  return (item) => known.has(item.source) && !isTest(item) && !isDiff(item);
}

interface ReReviewOpening {
  readonly chain: readonly [Link, ...Link[]];
  readonly fix: Link;
  readonly rounds: readonly FixingRound[];
  readonly work: Work;
  /** The commit that the author's work is. */
  readonly commit: string;
  readonly tests: ContextItem | undefined;
  readonly limits?: Partial<Limits> | undefined;
  readonly signal?: AbortSignal;
}

/**
 * Opens the review of what the author has made of the change, by the same panel; `undefined` where nothing is left of it. Throws what
 * opening a review throws.
 */
export async function openReReview(hall: Hall, opening: ReReviewOpening): Promise<string | undefined> {
  const { chain, fix, rounds, work, commit, tests, signal = neverAborted } = opening;
  const before = chain.findLast(({ kind }) => kind === 'review') ?? chain[0];
  const { topic, options, recipe, context } = before.snapshot.debate.opened;
  const { commits: _, earlier: __, platform, ...rules } = options;
  const name = context.find(({ source }) => source.startsWith('git:'))?.source.slice('git:'.length);
  const change = await readWorkedOn(hall, { chain, work, commit, ...defined({ name }) });
  if (change === undefined) return undefined;
  const tracked = trackFindings(rounds);
  const input = await reviewOpening(
    hall,
    {
      topic: readSealed(topic) ?? 'Is this change correct, safe and ready to be merged?',
      options: { ...rules, platform: platform ?? 'general', earlier: listEarlier(tracked, rounds.length) },
      ...defined({ recipe, tags: before.record.tags }),
      documents: [
        ...keepDocuments(before, isBackground(before)),
        describeAnswers(rounds, tracked, labelSeats(before.record.seats)),
        await readAuthorsChanges(hall, work, commit),
        ...(tests === undefined ? [] : [tests]),
      ],
      pictures: toOpenPictures(listPictures(before.snapshot.log)),
      panel: Object.fromEntries(listFillings(listReviewers(before))),
      relation: { kind: 're-review', of: fix.threadId },
      signal,
    },
    change,
  );
  const { threadId } = await openDebate(hall, {
    ...input,
    limits: limitsAfter(fix.snapshot, writeFixCommand(fix.threadId), opening.limits),
    subject: `review ${chain[0].threadId} ${rounds.length + 1}`,
  });
  return threadId;
}

const listEarlier = (tracked: readonly TrackedFinding[], reviews: number): string[] =>
  tracked.filter(({ rounds }) => rounds.at(-1) === reviews).map(({ id }) => id);
