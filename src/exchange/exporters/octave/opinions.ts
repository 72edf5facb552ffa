// What seats answered by themselves, before and after.
import { findOwnWords } from '../../../domain/question/match-options.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { type BallotResult, type OpeningResult, readOpinions } from '../../../domain/results/opinions-result.ts';
import { areWeighed } from '../../../domain/words/describe-tallies.ts';
import { numbered } from './evidence.ts';
import { fields, list, optional, orNull, quote, toPairs, writeWord } from './notation.ts';

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
export function* opinionSections(record: DebateRecord): Generator<string> {
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
