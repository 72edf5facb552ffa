// The OCTAVE export: the record of a debate that is committed as `{thread_id}.oct.md`. Grammar: docs/reference/octave.md.
import { findOwnWords } from '../../../domain/question/match-options.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { type BallotResult, type OpeningResult, readOpinions } from '../../../domain/results/opinions-result.ts';
import { areWeighed } from '../../../domain/words/describe-tallies.ts';
import { type LabelSeat, labelSeats } from '../../../domain/words/label-seats.ts';
import { type Exporter, WRITTEN } from '../exporter.ts';
import { entrySection, turnLine } from './entries.ts';
import { evidenceSections, fetchedFields, numbered, section } from './evidence.ts';
import { listMeta } from './meta.ts';
import { agentPairs, fields, list, optional, orNull, quote, toPairs, usagePairs, writeWord } from './notation.ts';

const answerFields = ({
  seat,
  answer,
  said,
  confidence,
}: Pick<OpeningResult, 'seat' | 'answer' | 'said' | 'confidence'>) => ({
  SEAT: writeWord(seat),
  ANSWER: orNull(answer),
  SAID: optional(findOwnWords(answer, said)),
  CONFIDENCE: confidence ?? 'null',
});

const openingItems = ({ claims, changeMind, left, replaced, ...row }: OpeningResult) =>
  toPairs({
    ...answerFields(row),
    CLAIMS: list(claims.map(({ id, claim }) => `${id}::${quote(claim)}`)),
    CHANGE_MIND: orNull(changeMind),
    LEFT: left ? 'true' : undefined,
    REPLACED: replaced ? 'true' : undefined,
  });

const ballotItems = ({ movedBy, vote, votedOn, reason, objection, ...row }: BallotResult) =>
  toPairs({
    ...answerFields(row),
    MOVED_BY: movedBy === null ? undefined : fields({ SEAT: writeWord(movedBy.seat), CLAIM: writeWord(movedBy.claim) }),
    VOTE: vote ?? undefined,
    VOTED_ON: votedOn ?? undefined,
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
  const isWeighed = areWeighed(counts);
  yield* numbered('OPENINGS', openings.seats, (each) => list(openingItems(each)));
  yield* numbered('BALLOT', ballot.seats, (each) => list(ballotItems(each)));
  yield* numbered('VOTES', counts, ({ phase, answer, votes, weight, seats }) =>
    fields({
      PHASE: phase,
      ANSWER: quote(answer),
      VOTES: votes,
      WEIGHT: isWeighed ? weight : undefined,
      SEATS: list(seats.map(writeWord)),
    }),
  );
}

/** As the record names a seat in public, when that is a bare word; else its id, which always is one. */
function roleNames(record: DebateRecord): LabelSeat {
  const label = labelSeats(record.seats);
  return (seat) => (writeWord(label(seat)) === label(seat) ? label(seat) : seat);
}

function seatLine(seat: DebateRecord['seats'][number]): string {
  const counted = toPairs({ TURNS: seat.contributions, CALLS: seat.calls, CALLS_WITHOUT_COST: seat.callsWithoutCost });
  const standIn = seat.standIn === undefined ? [] : [`STAND_IN::${list(agentPairs(seat.standIn))}`];
  return `${seat.seat}::${list([
    `LABEL::${quote(seat.label)}`,
    ...agentPairs(seat.agent),
    ...standIn,
    ...toPairs({ PEOPLE: seat.people && list(seat.people.map(quote)), PERSPECTIVE: optional(seat.perspective) }),
    ...counted,
    ...usagePairs(seat.usage),
    `DURATION_MS::${seat.durationMs}`,
  ])}`;
}

const pictureLine =
  ({ authority }: DebateRecord, role: LabelSeat) =>
  ({ source, mediaType, width, height, bytes, sha256, seq }: NonNullable<DebateRecord['pictures']>[number]): string => {
    const { seen = [], unseen = [] } = authority.pictures?.find((each) => each.source === source) ?? {};
    const facts = { TYPE: quote(mediaType), WIDTH: width, HEIGHT: height, BYTES: bytes, SHA256: quote(sha256) };
    const sight = { SEEN_BY: list(seen.map(role)), NOT_SEEN_BY: list(unseen.map(role)) };
    return fields({ SOURCE: quote(source), ...facts, EVENT: seq, ...sight });
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
    fields({ SOURCE: quote(source), BYTES: bytes, SHA256: quote(sha256), ...(fetched && fetchedFields(fetched)) }),
  );
  if (record.pictures !== undefined) yield* numbered('PICTURES', record.pictures, pictureLine(record, role));
  yield* numbered('LEFT_OUT', record.contextLeftOut, ({ source, reason }) =>
    fields({ SOURCE: quote(source), REASON: quote(reason) }),
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
  yield* numbered('DISSENT', record.dissent, ({ seat, text }) => fields({ SEAT: writeWord(seat), TEXT: orNull(text) }));
  yield* numbered('WARNINGS', record.warnings, quote);
  if (record.result !== null) yield `RESULT::${quote(JSON.stringify(record.result.data))}`;
  yield `SYNTHESIS::${orNull(record.decision)}`;
  if (record.decisionRedaction !== undefined) yield `SYNTHESIS_REDACTED::${quote(record.decisionRedaction)}`;
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
  pieces,
};
