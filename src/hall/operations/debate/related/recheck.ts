// Debates a question again with today's material, and compares what the two debates came to.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { defined } from '../../../../domain/defined.ts';
import { fileOfPage } from '../../../../domain/evidence/pages.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { IMPORTED_FORMAT } from '../../../../domain/ids.ts';
import { isOfSeats } from '../../../../domain/outcomes.ts';
import { isRecalled, readSource } from '../../../../domain/own-documents.ts';
import type { OpenPicture } from '../../../../domain/pictures.ts';
import { isSameAnswer } from '../../../../domain/question/answer.ts';
import type { DebateRecord } from '../../../../domain/record.ts';
import { readOpinions } from '../../../../domain/results/opinions-result.ts';
import { findWinner } from '../../../../domain/results/oxford-result.ts';
import { readSealed } from '../../../../domain/sealed/sealed.ts';
import { writeResumeCommand } from '../../../../domain/words/resume-command.ts';
import { listPictures, toOpenPictures } from '../../../../ledger/engine/record/pictures.ts';
import { toRecord } from '../../../../ledger/engine/record/record.ts';
import { getSettled, type Snapshot } from '../../../../ledger/engine/snapshot.ts';
import { isPageAddress, isShortened } from '../../../../net/fetch/page-address.ts';
import type { SeatFilling } from '../../../config/seat-spec.ts';
import type { Hall } from '../../hall.ts';
import { ALL_SOURCES, listOutside } from '../../reading/outside-sources.ts';
import { type ComparedMaterial, compareMaterial } from '../../records/comparison/compare-debates.ts';
import { listFillings } from '../check/ladder.ts';
import { isAttachedPicture, isGivenDocument, type Material } from '../opening/given-documents.ts';
import type { OpenInput } from '../opening/open-input.ts';
import { type Fillings, keepPerspectives, nameSeats } from '../seats/requested-seats.ts';
import { isClosedByPerson, listWritten } from './fork-debate.ts';
import { reopen } from './reopening.ts';

/** Made again by commands of their own, or held elsewhere. */
const OTHERWISE: Readonly<Record<string, string>> = {
  review: 'Review the change again: debate-hall review',
  plan: 'Plan again: debate-hall plan',
  fix: 'Review and fix the change again: debate-hall review --fix',
  [IMPORTED_FORMAT]: 'Open a new debate with its question: debate-hall run',
};

const isHiddenPage = (source: string) => isPageAddress(source) && isShortened(source);

/** Git and web pages, which are asked for again. */
const ELSEWHERE = /^(?:git:|https?:\/\/)/;

/** Of what was redacted, where only the name is left. */
const wasRecalled = ({ cwd }: Hall, source: string) =>
  readSource(source) !== undefined && !existsSync(path.resolve(cwd, source));

/** What can be read again today, from where the command runs; a text stays as it was where nobody knows where it is from. */
function renewMaterial(
  hall: Hall,
  { debate, log }: Snapshot,
): Pick<OpenInput, 'context' | 'onlyPages' | 'material' | 'recall' | 'read'> {
  const context: string[] = [];
  const onlyPages = new Map<string, Set<string>>();
  const items: Material['items'][number][] = [];
  const leftOut: Material['leftOut'][number][] = [];
  let recall = false;
  for (const { source, bytes, content, fetched } of debate.opened.context) {
    const text = readSealed(content);
    const pdf = ELSEWHERE.test(source) ? undefined : fileOfPage(source);
    if (isRecalled(source, text ?? '') || (text === undefined && wasRecalled(hall, source))) recall = true;
    else if (isGivenDocument(source) || isHiddenPage(source)) {
      if (text === undefined) leftOut.push({ source, reason: 'it was redacted', missed: true });
      else items.push({ source, bytes, text, ...defined({ fetched }) });
    } else if (pdf === undefined) context.push(source);
    else if (onlyPages.has(pdf)) onlyPages.get(pdf)?.add(source);
    else {
      onlyPages.set(pdf, new Set([source]));
      context.push(pdf);
    }
  }
  const read: string[] = [];
  for (const { spec } of debate.opened.reading?.pins ?? []) {
    if (!isHiddenPage(spec)) read.push(spec);
    else leftOut.push({ source: spec, reason: 'its address is recorded without what opens it', missed: true });
  }
  const pictures: OpenPicture[] = [];
  for (const given of listPictures(log)) {
    const { source } = given;
    if (isAttachedPicture(source)) pictures.push(...toOpenPictures([given]));
    else context.push(source);
  }
  return { context, onlyPages, read, material: { items, leftOut, pictures }, ...(recall ? { recall } : {}) };
}

/** Agents that are not configured any more leave their seats to others. */
async function listKnownFillings(hall: Hall, { debate }: Snapshot) {
  const known = new Set((await hall.agents()).names.map(({ name }) => name));
  const fillings = listFillings(debate.opened.seats);
  const isKnown = ({ agent }: { readonly agent: string }) => known.has(agent);
  const keep = (filling: SeatFilling): SeatFilling => {
    const { standIn, ...alone } = filling;
    return standIn === undefined || isKnown(standIn) ? filling : alone;
  };
  return {
    panel: Object.fromEntries(
      fillings.filter(([, filling]) => isKnown(filling)).map(([seat, filling]) => [seat, keep(filling)]),
    ),
    gone: fillings.filter(([, filling]) => !isKnown(filling)).map(([seat, { agent }]) => `${seat}: ${agent}`),
  };
}

export interface RecheckOpening {
  readonly input: OpenInput;
  /** Seats whose agents are not configured any more: "wall: codex". */
  readonly gone: readonly string[];
}

/** Why a debate cannot be rechecked; `undefined` for one that can. */
export function findRecheckProblem({ debate: { status, opened } }: Snapshot): HallError | undefined {
  const hint = OTHERWISE[opened.format];
  if (hint !== undefined)
    return new HallError('bad-input', `A debate of the format ${opened.format} cannot be rechecked.`, { hint });
  if (status === 'closed' || status === 'force-closed') return undefined;
  return new HallError('not-active', `Debate "${opened.threadId}" is not over, so there is nothing to recheck.`, {
    hint: `Finish it first: ${writeResumeCommand(opened)}`,
  });
}

/**
 * What opens the debate again, with other agents in some seats; spends nothing and writes nothing.
 * Throws `bad-input`, `not-active`, `not-found`, `not-trusted`.
 */
export async function recheckOpening(hall: Hall, threadId: string, seats: Fillings = {}): Promise<RecheckOpening> {
  const snapshot = await hall.engine.snapshot(threadId);
  const { opened } = snapshot.debate;
  const problem = findRecheckProblem(snapshot);
  if (problem !== undefined) throw problem;
  await hall.outside.require(await listOutside(hall, opened, ALL_SOURCES));
  const { topic, question, tags } = reopen(snapshot);
  const format = await hall.format(opened.format);
  // Nobody is there to close it this time, so the recipe says when it ends.
  const isManual = isClosedByPerson(opened.options);
  const recipe = isManual ? hall.loaded.config.recipe : opened.recipe;
  const { panel, gone } = await listKnownFillings(hall, snapshot);
  const given = keepPerspectives(snapshot, nameSeats(format, opened.options, seats));
  const input: OpenInput = {
    topic,
    ...defined({
      question,
      tags,
      recipe: recipe !== undefined && Object.hasOwn(format.recipes, recipe) ? recipe : undefined,
    }),
    format: opened.format,
    options: isManual ? listWritten(format, opened.options) : opened.options,
    ...renewMaterial(hall, snapshot),
    panel: { ...panel, ...given },
    relation: { kind: 'recheck', of: threadId },
  };
  return { input, gone };
}

/** A recheck of this debate that was interrupted, to be resumed. */
export async function findOpenRecheck(hall: Hall, threadId: string): Promise<string | undefined> {
  const found = await hall.summaries.findRelated({ kind: 'recheck', of: threadId });
  if (found === undefined) return undefined;
  return (await hall.engine.snapshot(found)).debate.status === 'open' ? found : undefined;
}

/** The newest recheck of this debate, such as one that a worker ran when it was time. Throws `not-found`. */
export async function findLastRecheck(hall: Hall, threadId: string): Promise<string> {
  const found = await hall.summaries.findRelated({ kind: 'recheck', of: threadId });
  if (found !== undefined) return found;
  throw new HallError('not-found', `Debate "${threadId}" was never rechecked.`, {
    hint: `Recheck it with "debate-hall recheck ${threadId}".`,
  });
}

interface CameTo {
  readonly threadId: string;
  readonly outcome: DebateRecord['outcome'];
  /** In words; null where it has none that a rule can compare. */
  readonly answer: string | null;
  readonly decision: string | null;
}

export interface Recheck {
  readonly before: CameTo;
  readonly now: CameTo;
  /** Whether the two do not even count as the same, as answers of two seats do. Null where one of the two was stopped, and where an answer is in words, also those of a person, which no rule compares. */
  readonly changed: boolean | null;
  /** Sources of the material. */
  readonly material: ComparedMaterial;
}

function toCameTo(record: DebateRecord): CameTo {
  const { threadId, outcome, decision } = record;
  return { threadId, outcome, answer: readOpinions(record)?.answer ?? findWinner(record) ?? null, decision };
}

function hasChanged(before: Snapshot, now: Snapshot): boolean | null {
  const records = [toRecord(before), toRecord(now)] as const;
  if (!records.every(({ outcome }) => isOfSeats(outcome))) return null;
  const [winner, other] = records.map(findWinner);
  if (winner !== undefined && other !== undefined) return winner !== other;
  const [old, current] = [getSettled(before), getSettled(now)];
  if (old.question === undefined || old.question.answer === 'text') return null;
  if (old.answer === undefined || current.answer === undefined) return old.answer !== current.answer;
  return !isSameAnswer(old.answer, current.answer);
}

/** What a recheck that is over came to; `undefined` while it is not, and for a debate that rechecks none. */
export async function readRecheck(hall: Hall, threadId: string): Promise<Recheck | undefined> {
  const now = await hall.engine.snapshot(threadId);
  const { relation } = now.debate.opened;
  if (relation?.kind !== 'recheck' || now.debate.status === 'open' || !(await hall.store.exists(relation.of)))
    return undefined;
  const before = await hall.engine.snapshot(relation.of);
  return {
    before: toCameTo(toRecord(before)),
    now: toCameTo(toRecord(now)),
    changed: hasChanged(before, now),
    material: compareMaterial(before, now),
  };
}
