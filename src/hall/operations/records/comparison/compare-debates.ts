// Two debates side by side: what they were asked, who sat where, what was said and came out, and what it took.
import { addTotals } from '../../../../domain/calls.ts';
import type { Relation } from '../../../../domain/event-parts.ts';
import { describePicture } from '../../../../domain/pictures.ts';
import { digestPin } from '../../../../domain/reading/reading.ts';
import type { DebateRecord } from '../../../../domain/record.ts';
import type { TurnEntry } from '../../../../domain/record-entries.ts';
import type {
  ComparedAnswers,
  ComparedTurn,
  DebateComparison,
  Difference,
  Pair,
  RedactedTurn,
} from '../../../../domain/results/comparison.ts';
import { readOpinions } from '../../../../domain/results/opinions-result.ts';
import { REDACTED, readSealed } from '../../../../domain/sealed/sealed.ts';
import { describeEnding } from '../../../../domain/words/describe-ending.ts';
import { listPictures } from '../../../../ledger/engine/record/pictures.ts';
import type { Snapshot } from '../../../../ledger/engine/snapshot.ts';
import { formatSeatSpec } from '../../../config/seat-spec.ts';
import type { Hall } from '../../hall.ts';
import { showDebate } from '../copies/export-debate.ts';

/** Sources, by what became of them from one debate to the other. */
export interface ComparedMaterial {
  readonly added: readonly string[];
  readonly gone: readonly string[];
  readonly changed: readonly string[];
}

/** Each seal has another digest, so texts are compared, unless they were redacted, and pins of what can be looked up. */
export function compareMaterial(before: Snapshot, now: Snapshot): ComparedMaterial {
  const collect = ({ debate, log }: Snapshot) =>
    new Map([
      ...(debate.opened.reading?.pins ?? []).map((pin) => [pin.spec, digestPin(pin)] as const),
      ...debate.opened.context.map(({ source, content }) => [source, readSealed(content)] as const),
      ...listPictures(log).map(({ source, content }) => [source, readSealed(content)] as const),
    ]);
  const [old, current] = [collect(before), collect(now)];
  const missingIn = (other: ReadonlyMap<string, unknown>) => (source: string) => !other.has(source);
  const hasChanged = (source: string, text: string | undefined) =>
    text !== undefined && old.get(source) !== undefined && old.get(source) !== text;
  return {
    added: [...current.keys()].filter(missingIn(old)),
    gone: [...old.keys()].filter(missingIn(current)),
    changed: [...current].flatMap(([source, text]) => (hasChanged(source, text) ? [source] : [])),
  };
}

type Values = Readonly<Record<string, string | null | undefined>>;

function findDifferences(one: Values, other: Values): readonly Difference[] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.flatMap((what) => {
    const values: Pair<string> = [one[what] ?? null, other[what] ?? null];
    return values[0] === values[1] ? [] : [{ what, values }];
  });
}

const describeSeat = ({ agent, perspective }: DebateRecord['seats'][number]) =>
  formatSeatSpec({ ...agent, perspective });

/** `otherTexts`: sources whose text differs from that of the other debate. */
function listGiven(
  { topic, tags, question, format, recipe, options, seats, context, pictures = [] }: DebateRecord,
  otherTexts: readonly string[] = [],
): Values {
  const named = (name: string, entries: readonly (readonly [string, string])[]) =>
    Object.fromEntries(entries.map(([key, value]) => [`${name} ${key}`, value]));
  return {
    topic: topic ?? REDACTED,
    tags: tags?.join(', '),
    question:
      question &&
      [
        question.answer,
        ...[...(question.options ?? []), question.unit ?? []].flat().map((word) => word ?? REDACTED),
      ].join(', '),
    format,
    recipe,
    ...named(
      'option',
      Object.entries(options).map(([key, value]) => [key, JSON.stringify(value)]),
    ),
    ...named(
      'seat',
      seats.map((each) => [each.seat, describeSeat(each)]),
    ),
    ...named(
      'context',
      context.map(({ source, bytes }) => [
        source,
        `${bytes} bytes${otherTexts.includes(source) ? ', other text' : ''}`,
      ]),
    ),
    ...named(
      'picture',
      pictures.map((picture) => [
        picture.source,
        `${describePicture(picture)}${otherTexts.includes(picture.source) ? ', another picture' : ''}`,
      ]),
    ),
  };
}

function listResults(record: DebateRecord): Values {
  const { outcome, result } = record;
  const decision = record.decision ?? (record.decisionRedaction === undefined ? null : REDACTED);
  return { outcome, answer: readOpinions(record)?.answer, decision, result: result?.headline };
}

function compareAnswers(one: DebateRecord, other: DebateRecord): readonly ComparedAnswers[] {
  const [first, second] = [readOpinions(one), readOpinions(other)];
  const seats = new Set(
    [first, second]
      .flatMap((each) => each?.openings.seats.concat(each.ballot.seats as never) ?? [])
      .map(({ seat }) => seat),
  );
  const findAnswer = (opinions: typeof first, phase: 'openings' | 'ballot', seat: string) =>
    opinions?.[phase].seats.find((each) => each.seat === seat)?.answer ?? null;
  const pair = (phase: 'openings' | 'ballot', seat: string): Pair<string> => [
    findAnswer(first, phase, seat),
    findAnswer(second, phase, seat),
  ];
  return [...seats].map((seat) => ({ seat, opening: pair('openings', seat), ballot: pair('ballot', seat) }));
}

/** Turns by seat, act and how often the seat had done that before. */
function numberTurns({ entries }: DebateRecord): ReadonlyMap<string, TurnEntry> {
  const counts = new Map<string, number>();
  return new Map(
    entries.flatMap((entry) => {
      if (entry.kind !== 'turn') return [];
      const place = `${entry.seat} ${entry.act}`;
      const number = (counts.get(place) ?? 0) + 1;
      counts.set(place, number);
      return [[`${place} ${number}`, entry] as const];
    }),
  );
}

/** The same seal is the same text, also where it was redacted since. */
function saysTheSame(one: TurnEntry, other: TurnEntry): boolean {
  return one.sha256 === other.sha256 || (one.text !== null && one.text === other.text);
}

type ComparedTurns = Pick<DebateComparison, 'sameTurns' | 'otherTurns' | 'redactedTurns'>;

function compareTurns(one: DebateRecord, other: DebateRecord): ComparedTurns {
  const [first, second] = [numberTurns(one), numberTurns(other)];
  let sameTurns = 0;
  const otherTurns: ComparedTurn[] = [];
  const redactedTurns: RedactedTurn[] = [];
  for (const key of new Set([...first.keys(), ...second.keys()])) {
    const [here, there] = [first.get(key), second.get(key)];
    const turn = here ?? there;
    if (turn === undefined) continue;
    const { title, seat, act } = turn;
    const compared = { title, seat, act, events: [here?.seq ?? null, there?.seq ?? null] } as const;
    const redacted = [
      ...(here?.redaction === undefined ? [] : [one.threadId]),
      ...(there?.redaction === undefined ? [] : [other.threadId]),
    ];
    if (here === undefined || there === undefined) otherTurns.push(compared);
    else if (saysTheSame(here, there)) sameTurns += 1;
    else if (redacted.length > 0) redactedTurns.push({ ...compared, in: redacted });
    else otherTurns.push(compared);
  }
  const place = ({ events: [here, there] }: ComparedTurn) => here ?? there ?? 0;
  return { sameTurns, otherTurns: otherTurns.sort((a, b) => place(a) - place(b)), redactedTurns };
}

function findRelation(one: DebateRecord, other: DebateRecord): Relation | null {
  if (other.relation?.of === one.threadId) return other.relation;
  return one.relation?.of === other.threadId ? one.relation : null;
}

/** Throws `not-found`, `ledger-damaged`. */
export async function compareDebates(hall: Hall, threadId: string, otherId: string): Promise<DebateComparison> {
  const [snapshot, otherSnapshot] = [await hall.engine.snapshot(threadId), await hall.engine.snapshot(otherId)];
  const [one, other] = [await showDebate(hall, threadId), await showDebate(hall, otherId)];
  const { changed } = compareMaterial(snapshot, otherSnapshot);
  return {
    threadIds: [one.threadId, other.threadId],
    relation: findRelation(one, other),
    seats: [...new Map([...other.seats, ...one.seats].map(({ seat, label }) => [seat, { seat, label }])).values()],
    given: findDifferences(listGiven(one), listGiven(other, changed)),
    answers: compareAnswers(one, other),
    ...compareTurns(one, other),
    results: findDifferences(listResults(one), listResults(other)),
    outcomes: [one.outcome, other.outcome],
    authorities: [describeEnding(one).authority, describeEnding(other).authority],
    totals: [addTotals([one]), addTotals([other])],
  };
}
