// Builds the read model of a debate from its events: what every door shows and every exporter renders.
import { runningMs } from '../../../domain/budget.ts';
import { listExpenses, sumExpenses } from '../../../domain/calls.ts';
import type { Debate } from '../../../domain/debate.ts';
import { defined } from '../../../domain/defined.ts';
import { type EventOf, isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { formatTruth, judgeDebate, type Settled } from '../../../domain/hindsight/turned-out.ts';
import {
  findDecider,
  findEnder,
  findOtherRules,
  IMPORTED_AGENT,
  isImported,
  OUTCOME_WORDS,
  type OutcomeKind,
} from '../../../domain/outcomes.ts';
import type { DebateRecord, Hindsight, RecordEntry } from '../../../domain/record.ts';
import { lookUpText, readSealed, readText, type Sealed } from '../../../domain/sealed/sealed.ts';
import { listPeople, toPerson } from '../../../domain/speakers.ts';
import { describeLimit } from '../../../domain/words/describe-limit.ts';
import { joinWords } from '../../../domain/words/format-figures.ts';
import type { LabelSeat } from '../../../domain/words/label-seats.ts';
import { getDecisionText, getSettled, readLabels, type Snapshot } from '../snapshot.ts';
import { assessAuthority } from './authority.ts';
import { listDissent } from './dissent.ts';
import { listSaid, listUnanswered } from './follow-ups.ts';
import { listPictures } from './pictures.ts';
import { buildEntry, type Withheld } from './record-entry.ts';
import { getVisibility, getVisibleResult } from './visibility.ts';

type ReadingRecord = NonNullable<DebateRecord['reading']>;

function toReadingRecord(snapshot: Snapshot): ReadingRecord | undefined {
  const { debate, log } = snapshot;
  const { reading } = debate.opened;
  if (reading === undefined) return undefined;
  const { showEvent } = getVisibility(snapshot);
  const looks = log.flatMap((event): ReadingRecord['looks'] => {
    if (!isEvent(event, 'look-recorded')) return [];
    const shown = showEvent(event);
    if (!isEvent(shown, 'look-recorded')) return [];
    const { arguments: sealed, ...look } = shown.data;
    const withheld = shown === event ? undefined : (true as const);
    return [{ seq: event.seq, at: event.at, ...look, arguments: readSealed(sealed) ?? null, ...defined({ withheld }) }];
  });
  const seats = Object.keys(debate.seats).map((seat) => {
    const own = looks.filter((look) => look.seat === seat);
    const refused = own.filter((look) => look.refused === true).length;
    return {
      seat,
      looks: own.length,
      ...(refused === 0 ? {} : { refused }),
      bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  });
  return { ...reading, seats, looks };
}

/** What each seat has used up, and what the debate has. */
function computeStats(log: readonly LedgerEvent[], seats: readonly string[]) {
  const expenses = listExpenses(log);
  const ofSeat = (seat: string) => sumExpenses(expenses.filter((expense) => expense.seat === seat));
  return { total: sumExpenses(expenses), seats: new Map(seats.map((seat) => [seat, ofSeat(seat)])) };
}

/** Why texts are gone, by event and pointer. */
function listRedactionReasons(log: readonly LedgerEvent[]): Map<string, string> {
  const reasons = new Map<string, string>();
  for (const event of log) {
    if (!isEvent(event, 'texts-redacted')) continue;
    for (const field of event.data.fields) reasons.set(`${event.data.target}${field}`, event.data.reason);
  }
  return reasons;
}

function describeHindsight(
  { seq, at, data }: EventOf<'outcome-recorded'>,
  settled: Settled,
  reasons: ReadonlyMap<string, string>,
): Hindsight {
  const { turnedOut, note, by } = data;
  const { question } = settled;
  const noteText = note === undefined ? undefined : (readSealed(note) ?? null);
  return {
    seq,
    at,
    verdict: judgeDebate(turnedOut, settled) ?? null,
    answer: 'answer' in turnedOut && question !== undefined ? formatTruth(question, turnedOut.answer) : null,
    ...defined({ note: noteText, redaction: reasons.get(`${seq}/note`) }),
    by,
  };
}

function withTextOnDemand(entry: RecordEntry, { data }: LedgerEvent): RecordEntry {
  return 'text' in entry && 'content' in data ? lookUpText(entry, data.content) : entry;
}

const OLDER = 'It was recorded by older rules, under which the word may have meant something else than today.';
const IMPORTED = 'The decision came with the import, whose file does not say who wrote it.';

/** Whether the seats had a part in what no seat was asked about: the one who closes may have spoken for some. */
function explainManual(log: readonly LedgerEvent[], by: string, label: LabelSeat): string {
  const held = listPeople(log).filter(({ people }) => people.some((person) => toPerson(person) === toPerson(by)));
  const who =
    held.length === 0 ? 'outside the seats' : `who spoke for ${joinWords(held.map(({ seat }) => label(seat)))}`;
  return OUTCOME_WORDS['closed-manually'].meaning.replace('Someone', `Someone ${who}`);
}

function explainOutcome({ log, debate, format, state }: Snapshot, outcome: OutcomeKind, label: LabelSeat): string {
  if (findOtherRules(debate.opened) === 'older') return OLDER;
  const person = debate.closed !== undefined && findDecider(debate.closed) === 'person' ? debate.closed.by : undefined;
  const cameWithImport = person === IMPORTED_AGENT.agent && isImported(debate.opened);
  const decided = person === undefined ? [] : [cameWithImport ? IMPORTED : explainManual(log, person, label)];
  if (outcome === 'stopped-by-limit' && debate.limitReached !== undefined)
    return [describeLimit(debate.limitReached), ...decided].join(' ');
  if (decided[0] !== undefined) return decided[0];
  return format.explainOutcome?.(state, outcome, label) ?? OUTCOME_WORDS[outcome].meaning;
}

/** What ended the debate as it stands; one that went on since was not ended. */
const findEnd = ({ debate, log }: Snapshot) =>
  debate.status === 'closed' || debate.status === 'force-closed'
    ? log.findLast((event) => isEvent(event, 'debate-closed') || isEvent(event, 'debate-force-closed'))
    : undefined;

/** Why the decision that the debate was closed with is gone. */
function findDecisionRedaction({ debate }: Snapshot, end: LedgerEvent | undefined, reasons: Map<string, string>) {
  const decision = debate.closed?.decision ?? null;
  if (decision === null) return undefined;
  return reasons.get('turn' in decision ? `${decision.turn}/content` : `${end?.seq}/decision/text`);
}

/** The outcome; null while the debate is open. */
export function getOutcome({ status, closed }: Debate): DebateRecord['outcome'] {
  const outcomes = { open: null, exhausted: 'stopped-by-limit', 'force-closed': 'force-closed' } as const;
  return status === 'closed' ? (closed?.outcome ?? null) : outcomes[status];
}

function describePictures(log: readonly LedgerEvent[]): Pick<DebateRecord, 'pictures'> {
  const pictures = listPictures(log).map(({ content, ...picture }) => ({
    ...picture,
    sha256: content.sha256,
    ...('text' in content ? {} : { redacted: true as const }),
  }));
  return pictures.length === 0 ? {} : { pictures };
}

function listGitHubLinks({ debate, log }: Snapshot): Pick<DebateRecord, 'github'> {
  const planned = log.findLast((event) => isEvent(event, 'adr-planned'));
  if (debate.linked === undefined && planned === undefined) return {};
  const { repo, number, path } = planned?.data ?? {};
  return {
    github: {
      ...defined({ thread: debate.linked?.url }),
      ...(repo === undefined || number === undefined || path === undefined
        ? {}
        : { decisionRecord: { repo, number, path } }),
    },
  };
}

function describeQuestion({ question }: Debate['opened']): Pick<DebateRecord, 'question'> {
  if (question === undefined) return {};
  const { options, unit, ...rest } = question;
  const words = {
    options: options?.map((option) => readSealed(option) ?? null),
    unit: unit === undefined ? undefined : (readSealed(unit) ?? null),
  };
  return { question: { ...rest, ...defined(words) } };
}

export function toRecord(snapshot: Snapshot): DebateRecord {
  const { debate, log } = snapshot;
  const { opened } = debate;
  const reasons = listRedactionReasons(log);
  const transcript = listSaid(snapshot);
  const spoken = new Map(transcript.map((entry) => [entry.seq, entry]));
  const { showEvent: shown } = getVisibility(snapshot);
  const stats = computeStats(log, Object.keys(debate.seats));

  const settled = getSettled(snapshot);
  const label = readLabels(snapshot);
  const people = new Map(listPeople(log).map((each) => [each.seat, [...each.people]]));
  const entries = log.flatMap((event): RecordEntry[] => {
    if (isEvent(event, 'outcome-recorded')) {
      return [{ kind: 'hindsight', ...describeHindsight(event, settled, reasons) }];
    }
    const seen = shown(event);
    const hidden: Withheld = seen === event ? {} : { withheld: true };
    const describeText = (sealed: Sealed) => {
      const text = readSealed(sealed) ?? null;
      const reason = reasons.get(`${event.seq}/content`);
      const gone = text === null && reason !== undefined && hidden.withheld === undefined;
      return { text, sha256: sealed.sha256, ...(gone ? { redaction: reason } : {}), ...hidden };
    };
    const entry = buildEntry(seen, { describeText, spoken: spoken.get(event.seq), hidden, label });
    if (entry === undefined) return [];
    const full = entry.kind === 'follow-up' ? { ...entry, unanswered: listUnanswered(log, event.seq) } : entry;
    return [withTextOnDemand(full, seen)];
  });

  const outcome = getOutcome(debate);
  const ended = findEnd(snapshot);

  return {
    threadId: opened.threadId,
    topic: readSealed(opened.topic) ?? null,
    ...describeQuestion(opened),
    ...defined({ relation: opened.relation, tags: opened.tags }),
    format: opened.format,
    ...defined({ recipe: opened.recipe }),
    options: opened.options,
    limits: debate.limits,
    status: debate.status,
    outcome,
    outcomeMeaning: outcome === null ? null : explainOutcome(snapshot, outcome, label),
    authority: assessAuthority(snapshot),
    decision: getDecisionText(snapshot, transcript) ?? null,
    ...defined({ decisionRedaction: findDecisionRedaction(snapshot, ended, reasons) }),
    result: getVisibleResult(snapshot) ?? null,
    ...defined({ hindsight: debate.hindsight && describeHindsight(debate.hindsight, settled, reasons) }),
    dissent: listDissent(snapshot, entries),
    openedAt: debate.openedAt,
    endedAt: ended?.at ?? null,
    endedBy: ended === undefined ? null : findEnder(ended.data),
    runningMs: runningMs(debate),
    seats: Object.entries(debate.seats).map(([seat, { agent, standIn, perspective, contributions }]) => ({
      seat,
      label: label(seat),
      agent,
      ...defined({ people: people.get(seat), standIn, perspective }),
      contributions,
      ...(stats.seats.get(seat) ?? sumExpenses([])),
    })),
    context: opened.context.map(({ content, ...item }) => ({ ...item, sha256: content.sha256 })),
    contextLeftOut: opened.contextLeftOut,
    ...describePictures(log),
    ...stats.total,
    ...defined({ reading: toReadingRecord(snapshot) }),
    entries,
    warnings: (debate.closed?.warnings ?? []).map(readText),
    ledger: {
      events: debate.nextSeq,
      head: debate.head,
      ...(ended?.type === 'debate-closed' ? { closing: { seq: ended.seq, hash: ended.hash } } : {}),
    },
    ...listGitHubLinks(snapshot),
  };
}
