// The OCTAVE export: the record of a debate that is committed as `{thread_id}.oct.md`. Grammar: docs/reference/octave.md.
import type { AgentRef, Usage } from '../../../domain/events.ts';
import { findOwnWords } from '../../../domain/question/options.ts';
import type { DebateRecord, RecordEntry, TurnEntry } from '../../../domain/record.ts';
import { type BallotResult, type OpeningResult, readOpinions } from '../../../domain/results/opinions-result.ts';
import { describeOneModel } from '../../../domain/words/describe-authority.ts';
import { describeEnding } from '../../../domain/words/describe-ending.ts';
import { type Exporter, inPieces, WRITTEN } from '../exporter.ts';
import { checksOf } from '../record-words.ts';
import { evidenceSections, fetchedFields, numbered, section } from './evidence.ts';
import { list, quote, toPairs, writeWord } from './notation.ts';

type Entry<K extends RecordEntry['kind']> = Extract<RecordEntry, { kind: K }>;

const optional = (text: string | undefined) => (text === undefined ? undefined : quote(text));
const orNull = (text: string | null) => (text === null ? 'null' : quote(text));

function agentPairs(agent: AgentRef): string[] {
  return toPairs({
    AGENT: writeWord(agent.agent),
    KIND: writeWord(agent.kind),
    VENDOR: agent.vendor === undefined ? undefined : writeWord(agent.vendor),
    MODEL: optional(agent.model),
    EFFORT: agent.effort === undefined ? undefined : writeWord(agent.effort),
    REHEARSAL: agent.rehearsal === true ? 'true' : undefined,
  });
}

function usagePairs(usage: Usage): string[] {
  return toPairs({
    INPUT_TOKENS: usage.inputTokens,
    CACHED_INPUT_TOKENS: usage.cachedInputTokens,
    OUTPUT_TOKENS: usage.outputTokens,
    COST_MICRO_USD: usage.costMicroUsd,
  });
}

/** Text that is redacted or withheld is null, with the reason beside it. */
const redactionPairs = ({ redaction, withheld }: { redaction?: string | undefined; withheld?: true | undefined }) =>
  toPairs({ REDACTED: optional(redaction), WITHHELD: withheld === true ? 'true' : undefined });

/** The answer that stands, where seats gave answers of their own. */
function answerPairs(record: DebateRecord): Readonly<Record<string, string>> {
  const opinions = readOpinions(record);
  if (opinions === undefined) return {};
  const { answer, reason, seated } = opinions;
  return {
    ANSWER: orNull(answer),
    REASON: writeWord(reason),
    SEATED: `${seated}`,
  };
}

const openingItems = ({ seat, answer, said, confidence, claims, changeMind, left, replaced }: OpeningResult) =>
  toPairs({
    SEAT: writeWord(seat),
    ANSWER: orNull(answer),
    SAID: optional(findOwnWords(answer, said)),
    CONFIDENCE: confidence ?? 'null',
    CLAIMS: list(claims.map(({ id, claim }) => `${id}::${quote(claim)}`)),
    CHANGE_MIND: orNull(changeMind),
    LEFT: left ? 'true' : undefined,
    REPLACED: replaced ? 'true' : undefined,
  });

const ballotItems = ({ seat, answer, said, confidence, movedBy, vote, reason, objection }: BallotResult) =>
  toPairs({
    SEAT: writeWord(seat),
    ANSWER: orNull(answer),
    SAID: optional(findOwnWords(answer, said)),
    CONFIDENCE: confidence ?? 'null',
    MOVED_BY:
      movedBy === null ? undefined : list(toPairs({ SEAT: writeWord(movedBy.seat), CLAIM: writeWord(movedBy.claim) })),
    VOTE: vote ?? undefined,
    REASON: orNull(reason),
    OBJECTION: orNull(objection),
  });

/** What each seat answered by itself before and after, and how often which answer was given. */
function* opinionSections(record: DebateRecord): Generator<string> {
  const opinions = readOpinions(record);
  if (opinions === undefined) return;
  const { openings, ballot } = opinions;
  const counts = [
    ...openings.counts.map((count) => ({ ...count, phase: 'openings' })),
    ...ballot.counts.map((count) => ({ ...count, phase: 'ballot' })),
  ];
  yield* numbered('OPENINGS', openings.seats, (each) => list(openingItems(each)));
  yield* numbered('BALLOT', ballot.seats, (each) => list(ballotItems(each)));
  yield* numbered('VOTES', counts, ({ phase, answer, votes, seats }) =>
    list(toPairs({ PHASE: phase, ANSWER: quote(answer), VOTES: votes, SEATS: list(seats.map(writeWord)) })),
  );
}

function listMeta(record: DebateRecord): string[] {
  const { authority, ledger } = record;
  const ending = describeEnding(record);
  const order = record.options['order'];
  const replaced = authority.replaced.map(({ seat, from, to, reason }) =>
    list(
      toPairs({ SEAT: writeWord(seat), FROM: writeWord(from.agent), TO: writeWord(to.agent), REASON: quote(reason) }),
    ),
  );
  return toPairs({
    TYPE: 'DEBATE_TRANSCRIPT',
    VERSION: quote('2'),
    THREAD_ID: quote(record.threadId),
    TOPIC: orNull(record.topic),
    QUESTION: record.question === undefined ? undefined : writeWord(record.question.answer),
    OPTIONS: record.question?.options === undefined ? undefined : list(record.question.options.map(orNull)),
    UNIT: record.question?.unit === undefined ? undefined : orNull(record.question.unit),
    TAGS: record.tags && list(record.tags.map(quote)),
    FORMAT: writeWord(record.format),
    RECIPE: record.recipe === undefined ? undefined : writeWord(record.recipe),
    RELATION:
      record.relation === undefined
        ? undefined
        : list(
            toPairs({
              KIND: writeWord(record.relation.kind),
              OF: quote(record.relation.of),
              HEAD: optional(record.relation.head),
              EVENT: record.relation.event,
              ANEW: record.relation.anew && list(record.relation.anew.map(writeWord)),
            }),
          ),
    FORKS: record.forks && list(record.forks.map(quote)),
    MODE: typeof order === 'string' ? writeWord(order) : undefined,
    STATUS: writeWord(record.status),
    OUTCOME: record.outcome === null ? 'null' : writeWord(record.outcome),
    OUTCOME_MEANING: optional(record.outcomeMeaning ?? undefined),
    ENDING: quote(ending.headline),
    ...answerPairs(record),
    AUTHORITY: authority.full ? 'FULL' : record.status === 'open' ? 'INCOMPLETE' : 'DEGRADED',
    AUTHORITY_MEANING: quote(ending.authority),
    FAILED: list(authority.failed.map(writeWord)),
    REPLACED: list(replaced),
    LEFT: list(
      authority.left.map(({ seat, reason }) => list(toPairs({ SEAT: writeWord(seat), REASON: quote(reason) }))),
    ),
    SILENT: list(authority.silent.map(writeWord)),
    MISSED: authority.missed === 0 ? undefined : authority.missed,
    REHEARSAL: list(authority.rehearsal.map(writeWord)),
    SHARED_VENDORS: list(authority.sharedVendors.map(writeWord)),
    COPIED:
      authority.copied &&
      list(
        authority.copied.map(({ seat, turns, otherWords }) =>
          list(toPairs({ SEAT: writeWord(seat), TURNS: turns, OTHER_WORDS: otherWords })),
        ),
      ),
    ONE_MODEL:
      authority.oneModel === undefined
        ? undefined
        : list(authority.oneModel.map((each) => quote(describeOneModel(each)))),
    OPENED: quote(record.openedAt),
    CLOSED: orNull(record.endedAt),
    RUNNING_MS: record.runningMs,
    CALLS: record.calls,
    CALLS_WITHOUT_COST: record.callsWithoutCost,
    USAGE: list(usagePairs(record.usage)),
    LEDGER_EVENTS: ledger.events,
    LEDGER_HEAD: quote(ledger.head),
    CHECK: list(Object.values(checksOf(record.threadId, ledger.head)).map(quote)),
  });
}

/** As the record names a seat in public, when that is a bare word; else its id, which always is one. */
function roleNames(record: DebateRecord): (seat: string) => string {
  const labels = new Map(record.seats.map(({ seat, label }) => [seat, label]));
  return (seat) => {
    const label = labels.get(seat);
    return label !== undefined && writeWord(label) === label ? label : seat;
  };
}

function turnLine(turn: TurnEntry, number: number, role: string): string {
  const { cognition, ...data } = turn.data;
  const attributes = [
    ...(typeof cognition === 'string' ? [writeWord(cognition)] : []),
    ...toPairs({
      SEAT: writeWord(turn.seat),
      ACT: writeWord(turn.act),
      ROUND: turn.round ?? undefined,
      SEQ: turn.seq,
      AT: quote(turn.at),
    }),
    ...agentPairs(turn.by.agent),
    ...toPairs({
      AUTHOR: optional(turn.by.author),
      DATA: Object.keys(data).length === 0 ? undefined : quote(JSON.stringify(data)),
      HASH: quote(turn.hash),
      COPIED_EVENT: turn.copied?.event,
    }),
    ...redactionPairs(turn),
  ];
  return `T${number}::${role}${list(attributes)}::${orNull(turn.text)}`;
}

const entryLines: { readonly [K in Exclude<RecordEntry['kind'], 'turn'>]: (entry: Entry<K>) => string[] } = {
  interjection: (entry) => [
    ...toPairs({ AUTHOR: quote(entry.author), SOURCE: optional(entry.source), TEXT: orNull(entry.text) }),
    ...redactionPairs(entry),
  ],
  'follow-up': (entry) => [
    ...toPairs({
      AUTHOR: quote(entry.author),
      SEATS: list(entry.seats.map(writeWord)),
      UNANSWERED: entry.unanswered.length === 0 ? undefined : list(entry.unanswered.map(writeWord)),
      TEXT: orNull(entry.text),
    }),
    ...redactionPairs(entry),
  ],
  'follow-up-answer': (entry) => [
    ...toPairs({ QUESTION: entry.question, SEAT: writeWord(entry.seat) }),
    ...agentPairs(entry.by.agent),
    ...toPairs({ TEXT: orNull(entry.text) }),
    ...redactionPairs(entry),
  ],
  rejected: (entry) => [
    ...toPairs({
      SEAT: writeWord(entry.seat),
      ACT: writeWord(entry.act),
      ISSUES: list(entry.issues.map(quote)),
      TEXT: orNull(entry.text),
    }),
    ...redactionPairs(entry),
  ],
  failure: (entry) => [
    ...toPairs({ SEAT: writeWord(entry.seat) }),
    ...agentPairs(entry.agent),
    ...toPairs({
      CODE: writeWord(entry.failure.code),
      MESSAGE: quote(entry.failure.message),
      ATTEMPTS: entry.attempts,
    }),
  ],
  replacement: (entry) =>
    toPairs({
      SEAT: writeWord(entry.seat),
      FROM: writeWord(entry.from.agent),
      TO: writeWord(entry.to.agent),
      REASON: quote(entry.reason),
    }),
  note: (entry) =>
    toPairs({
      CODE: writeWord(entry.code),
      SEAT: entry.seat === undefined ? undefined : writeWord(entry.seat),
      MESSAGE: quote(entry.message),
    }),
  hindsight: (entry) =>
    toPairs({
      VERDICT: entry.verdict ?? 'null',
      ANSWER: optional(entry.answer ?? undefined),
      NOTE: entry.note === undefined ? undefined : orNull(entry.note),
      REDACTED: optional(entry.redaction),
      BY: quote(entry.by),
    }),
  redaction: (entry) =>
    toPairs({
      TARGET: entry.target,
      FIELDS: list(entry.fields.map(quote)),
      REASON: quote(entry.reason),
      BY: quote(entry.by),
    }),
};

function entrySection<K extends keyof typeof entryLines>(record: DebateRecord, name: string, kind: K) {
  const entries = record.entries.filter((entry) => entry.kind === kind);
  return numbered(name, entries, (entry) =>
    list([...toPairs({ SEQ: entry.seq, AT: quote(entry.at) }), ...entryLines[kind](entry as Entry<K>)]),
  );
}

function seatLine(seat: DebateRecord['seats'][number]): string {
  const counted = toPairs({ TURNS: seat.contributions, CALLS: seat.calls, CALLS_WITHOUT_COST: seat.callsWithoutCost });
  const standIn = seat.standIn === undefined ? [] : [`STAND_IN::${list(agentPairs(seat.standIn))}`];
  return `${seat.seat}::${list([
    `LABEL::${quote(seat.label)}`,
    ...agentPairs(seat.agent),
    ...standIn,
    ...toPairs({ PERSPECTIVE: optional(seat.perspective) }),
    ...counted,
    ...usagePairs(seat.usage),
    `DURATION_MS::${seat.durationMs}`,
  ])}`;
}

const pictureLine =
  ({ authority }: DebateRecord, role: (seat: string) => string) =>
  ({ source, mediaType, width, height, bytes, sha256, seq }: NonNullable<DebateRecord['pictures']>[number]): string => {
    const { seen = [], unseen = [] } = authority.pictures?.find((each) => each.source === source) ?? {};
    const facts = { TYPE: quote(mediaType), WIDTH: width, HEIGHT: height, BYTES: bytes, SHA256: quote(sha256) };
    const sight = { SEEN_BY: list(seen.map(role)), NOT_SEEN_BY: list(unseen.map(role)) };
    return list(toPairs({ SOURCE: quote(source), ...facts, EVENT: seq, ...sight }));
  };

function* lines(record: DebateRecord): Generator<string> {
  const role = roleNames(record);
  const turns = record.entries.filter((entry) => entry.kind === 'turn');
  const spoke = [...new Set(turns.map((turn) => role(turn.seat)))].sort();
  yield '===DEBATE_TRANSCRIPT===';
  yield '';
  yield 'META:';
  for (const line of listMeta(record)) yield `  ${line}`;
  yield '';
  yield `PARTICIPANTS::${list(spoke)}`;
  yield '';
  yield* section('SEATS', record.seats, seatLine);
  yield* numbered('CONTEXT', record.context, ({ source, bytes, sha256, fetched }) =>
    list(
      toPairs({ SOURCE: quote(source), BYTES: bytes, SHA256: quote(sha256), ...(fetched && fetchedFields(fetched)) }),
    ),
  );
  if (record.pictures !== undefined) yield* numbered('PICTURES', record.pictures, pictureLine(record, role));
  yield* numbered('LEFT_OUT', record.contextLeftOut, ({ source, reason }) =>
    list(toPairs({ SOURCE: quote(source), REASON: quote(reason) })),
  );
  yield* evidenceSections(record);
  yield* section('TURNS', turns, (turn, index) => turnLine(turn, index + 1, role(turn.seat)));
  yield* entrySection(record, 'INTERJECTIONS', 'interjection');
  yield* entrySection(record, 'ANSWERS_REJECTED', 'rejected');
  yield* entrySection(record, 'FAILURES', 'failure');
  yield* entrySection(record, 'REPLACEMENTS', 'replacement');
  yield* entrySection(record, 'NOTES', 'note');
  yield* entrySection(record, 'REDACTIONS', 'redaction');
  if (record.hindsight !== undefined) yield* entrySection(record, 'HINDSIGHT', 'hindsight');
  if (record.entries.some(({ kind }) => kind === 'follow-up')) {
    yield* entrySection(record, 'FOLLOW_UP_QUESTIONS', 'follow-up');
    yield* entrySection(record, 'FOLLOW_UP_ANSWERS', 'follow-up-answer');
  }
  yield* opinionSections(record);
  yield* numbered('DISSENT', record.dissent, ({ seat, text }) =>
    list(toPairs({ SEAT: writeWord(seat), TEXT: orNull(text) })),
  );
  yield* numbered('WARNINGS', record.warnings, quote);
  if (record.result !== null) yield `RESULT::${quote(JSON.stringify(record.result.data))}`;
  yield `SYNTHESIS::${orNull(record.decision)}`;
  yield '';
  yield '===END===';
}

function* pieces(record: DebateRecord): Generator<string> {
  for (const line of lines(record)) yield `${line}\n`;
}

export const exporter: Exporter = {
  id: 'octave',
  extension: WRITTEN.octave,
  mimeType: 'text/markdown; charset=utf-8',
  ...inPieces(pieces),
};
