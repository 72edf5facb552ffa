// What a decision record gets on GitHub: number, file and branch, of an earlier run or free ones, and the words of its pull request.
import { defined } from '../../../domain/defined.ts';
import { type EventData, isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { HallError, unlessRefused } from '../../../domain/failures/errors.ts';
import { fileSlug } from '../../../domain/ids.ts';
import { inertLine, quoteBlock } from '../../../domain/words/markdown-safe.ts';
import {
  adrMarker,
  adrName,
  adrTitle,
  type DecisionRecordInput,
  joinBlocks,
  renderCaution,
  renderDecisionRecord,
  renderFacts,
  renderReferences,
  renderSection,
} from '../../../exchange/exporters/decision-record.ts';
import { renderWithin } from '../../../exchange/github/comment.ts';
import type { GitHub } from '../../../exchange/github/github.ts';
import { toRecord } from '../../../ledger/engine/record/record.ts';
import type { Snapshot } from '../../../ledger/engine/snapshot.ts';
import { isSameName } from './input.ts';

const DECISION_CHARACTERS = 20_000;
const TOPIC_CHARACTERS = 5_000;

export interface AdrTexts {
  readonly file: string;
  /** Of the commit and the pull request. */
  readonly title: string;
  readonly pullBody: string;
}

export function renderAdr(input: DecisionRecordInput & { readonly number: number }): AdrTexts {
  const { record, number } = input;
  const { threadId, topic, decision } = record;
  const pullBody = joinBlocks([
    adrMarker(threadId),
    renderFacts(record),
    renderCaution(record),
    renderSection('Context', topic === null ? undefined : renderWithin(topic, TOPIC_CHARACTERS, quoteBlock)),
    renderSection('Decision', renderWithin(decision ?? '', DECISION_CHARACTERS, quoteBlock)),
    renderSection('References', renderReferences(input)),
    '*Proposed by Debate Hall. Merging accepts the decision.*',
  ]);
  return { file: renderDecisionRecord(input), title: inertLine(adrTitle(record, number)), pullBody };
}

const DEFAULT_PATH = 'docs/adr/';
const BRANCHES = 'adr/';
const MOST_NUMBER = 99_999;

export type Plan = EventData<'adr-planned'>;

export interface PlanInput {
  readonly threadId: string;
  /** The next free one when left out. */
  readonly adrNumber?: number;
  /** Folder in the repository; default `docs/adr/`. */
  readonly adrPath?: string;
}

/** A folder of the repository without a slash at its end; the root is "". Throws `bad-input`. */
function checkAdrPath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const absolute = path.startsWith('/') || /^[A-Za-z]:/.test(path);
  const odd = path.length > 500 || /[\\\u0000-\u001f\u007f]/.test(path);
  if (absolute || odd || parts.some((part) => part === '..' || part.toLowerCase() === '.git')) {
    throw new HallError('bad-input', 'The path of the decision records must stay inside the repository.', {
      hint: 'Use a folder such as "docs/adr/".',
    });
  }
  return parts.join('/');
}

function checkNumber(number: number | undefined): void {
  if (number === undefined || (Number.isInteger(number) && number >= 1 && number <= MOST_NUMBER)) return;
  throw new HallError('bad-input', `The number of a decision record is a whole number from 1 to ${MOST_NUMBER}.`);
}

const numberIn = (name: string) => Number(/^(?:ADR-)?(\d{1,5})(?!\d)/i.exec(name)?.[1] ?? 0);
const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const getFolder = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function isRecordOfDebate(file: string | undefined, threadId: string): boolean {
  return file?.startsWith(`${adrMarker(threadId)}\n`) === true;
}

function createConflictError(what: string): HallError {
  return new HallError('already-exists', `${what} already exists and does not belong to this debate.`, {
    hint: 'Choose another number, or omit it.',
  });
}

/** Somebody else has the number, which may have been free a moment ago. */
function createTakenError(number: number): HallError {
  const { message, hint, code } = createConflictError(`A decision record with the number ${number}`);
  return new HallError(code, message, { ...defined({ hint }), details: { takenNumber: number } });
}

export const isNumberTaken = (error: unknown) =>
  error instanceof HallError && error.details['takenNumber'] !== undefined;

/** Throws `bad-input` before anything is asked of GitHub. */
export function checkPlanInput({ adrNumber, adrPath }: PlanInput): void {
  checkNumber(adrNumber);
  checkAdrPath(adrPath ?? DEFAULT_PATH);
}

/** The same events with the name that the repository has now, whatever it had when they were recorded. */
async function listOfRepository(github: GitHub, log: readonly LedgerEvent[], repo: string) {
  const events = log.filter((each) => isEvent(each, 'adr-planned') || isEvent(each, 'adr-proposed'));
  const names = new Map<string, string | undefined>();
  for (const { data } of events) {
    if (names.has(data.repo)) continue;
    const now = isSameName(data.repo, repo)
      ? repo
      : (await unlessRefused(() => github.repository(data.repo), 'not-found'))?.name;
    names.set(data.repo, now);
  }
  return events.filter(({ data }) => names.get(data.repo) === repo);
}

type OfRepository = Awaited<ReturnType<typeof listOfRepository>>;

/** What an earlier run planned for this repository, with the pull request if it got that far. */
function earlierPlan(events: OfRepository, input: PlanInput, repo: string) {
  const event = events.findLast((each) => isEvent(each, 'adr-planned'));
  if (event === undefined) return undefined;
  const plan = { ...event.data, repo };
  if (input.adrNumber !== undefined && input.adrNumber !== plan.number) return undefined;
  if (input.adrPath !== undefined && checkAdrPath(input.adrPath) !== getFolder(plan.path)) return undefined;
  const isProposed = events.some((each) => isEvent(each, 'adr-proposed') && each.data.branch === plan.branch);
  return { plan, isProposed };
}

const listNumbers = (branches: readonly string[]) => branches.map((branch) => numberIn(branch.slice(BRANCHES.length)));

/** Of two that take a number at once, each creates its branch before it looks, so at least one of them sees the other. Throws `already-exists`. */
export async function refuseTakenNumber(github: GitHub, { repo, number, branch }: Plan): Promise<void> {
  const others = (await github.branches(repo, BRANCHES)).filter((each) => each !== branch);
  if (!listNumbers(others).includes(number)) return;
  throw createTakenError(number);
}

/** A decision has one proposal at a time. Throws `already-exists` while another one is open or was merged. */
async function refuseSecondProposal(github: GitHub, events: OfRepository, repo: string): Promise<void> {
  for (const { type, data } of events) {
    if (type !== 'adr-proposed') continue;
    const pull = (await github.pullsFrom(repo, data.branch)).find(({ number }) => number === data.pullNumber);
    if (pull === undefined || !(pull.open || pull.merged)) continue;
    throw new HallError('already-exists', `Pull request ${pull.url} already proposes this decision.`, {
      hint: 'Omit number and path to update it. To propose the decision elsewhere, close that pull request first.',
    });
  }
}

/** Continues the plan of an earlier run, or makes one with an unused number. Throws `already-exists`. */
export async function makePlan(
  github: GitHub,
  snapshot: Snapshot,
  { repo, base, input }: { repo: string; base: string; input: PlanInput },
): Promise<{ plan: Plan; isNew: boolean }> {
  const folder = checkAdrPath(input.adrPath ?? DEFAULT_PATH);
  const events = await listOfRepository(github, snapshot.log, repo);
  const earlier = earlierPlan(events, input, repo);
  if (earlier?.isProposed === true) return { plan: earlier.plan, isNew: false };
  if (earlier === undefined) await refuseSecondProposal(github, events, repo);
  const names = await github.folder(repo, folder, base);
  const branches = await github.branches(repo, BRANCHES);
  const takenByOthers = ({ number, path, branch }: Plan) =>
    names.some((name) => numberIn(name) === number && name !== fileName(path)) ||
    (input.adrNumber === undefined && listNumbers(branches.filter((each) => each !== branch)).includes(number));
  if (earlier !== undefined && !takenByOthers(earlier.plan)) return { plan: earlier.plan, isNew: false };

  const used = [...names.map(numberIn), ...listNumbers(branches)];
  const number = input.adrNumber ?? Math.max(0, ...used) + 1;
  const slug = fileSlug(toRecord(snapshot).topic ?? '');
  const file = `${adrName(number)}-${slug}.md`;
  const branch = `${BRANCHES}${String(number).padStart(3, '0')}-${slug}`;
  const plan: Plan = { repo, number, path: folder === '' ? file : `${folder}/${file}`, branch };
  if (takenByOthers(plan)) throw createTakenError(number);
  const places = [base, ...(branches.includes(branch) ? [branch] : [])];
  for (const place of places) {
    const there = await github.file(repo, plan.path, place);
    const free = place === base && there === undefined;
    if (!free && !isRecordOfDebate(there, input.threadId))
      throw createConflictError(place === base ? plan.path : `The branch ${branch}`);
  }
  return { plan, isNew: true };
}
