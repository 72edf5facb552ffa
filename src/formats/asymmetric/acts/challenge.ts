// The challenge: what a seat makes of the other positions, point by point; each point is a move of its own.
import type * as z from 'zod';
import { isNothing } from '../../../domain/answers/nothing.ts';
import { toJsonSchema } from '../../../domain/answers/schema.ts';
import { defined } from '../../../domain/defined.ts';
import { type Claims, claimName, countRoom, describeUnanswered, readClaimName } from '../../common/claims/state.ts';
import { addToBlankForm } from '../../common/labelled/blank-form.ts';
import { defineAct } from '../../define-act.ts';
import { type AnsweredPoint, type ChallengeAnswer, challengeForm, challengeSchema, readOrKeep } from '../answers.ts';
import { challengeData, type Moves, type Points } from '../data.ts';
import { formatPoints, readPoints } from '../points.ts';
import { getSide, labelSeat, type Side } from '../setup.ts';
import { nameSpeaker, nameTarget } from '../speakers.ts';
import { changeParticipant, countMoves, isOverridden, listKnownClaims, type State } from '../state.ts';
import { formatTargets, getBudget, nameLanguage, nameReplaced, readsNames } from '../words.ts';

/** The others that have said something: also who left after its opening, whose claims others may answer. */
function listTargets(state: State, seat: string): readonly string[] {
  const { participants } = state;
  const known = new Set(listKnownClaims(state).map((claim) => claim.seat));
  return Object.keys(participants).filter(
    (each) => each !== seat && (participants[each]?.position !== undefined || known.has(each)),
  );
}

/** The claim of somebody else that a point names. */
function findClaim(known: Claims, seat: string, said: string | null | undefined): number | undefined {
  const claim = known[(readClaimName(said ?? '') ?? 0) - 1];
  return claim === undefined || claim.seat === seat ? undefined : claim.number;
}

/** Points with their numbers, and those of the claims that they name; one that names only a claim answers whoever made it. */
function numberPoints(state: State, seat: string, answer: ChallengeAnswer, moves: Moves): Points {
  const { numberedClaims } = state;
  if (numberedClaims === undefined) return moves;
  const known = listKnownClaims(state);
  return moves.map((move, index) => {
    const claim = findClaim(known, seat, 'points' in answer ? answer.points[index]?.claim : null);
    const as = index < countRoom(numberedClaims) ? { as: numberedClaims.length + index + 1 } : {};
    const target = move.target ?? known[(claim ?? 0) - 1]?.seat ?? null;
    return { ...move, target, ...defined({ claim }), ...as };
  });
}

/** What is unclear of the claims that the points name: none of somebody else, or one of another seat than the target. */
function findClaimDoubts(
  state: State,
  seat: string,
  points: readonly AnsweredPoint[],
  moves: Moves,
): readonly string[] {
  const known = state.numberedClaims === undefined ? undefined : listKnownClaims(state);
  return points.flatMap(({ claim: said }, index) => {
    if (known === undefined || isNothing(said ?? '')) return [];
    const claim = findClaim(known, seat, said);
    const at = `Point ${index + 1}: `;
    if (claim === undefined)
      return [`${at}its "claim" must be the name of one claim of another seat, such as C1, or null.`];
    const [target, owner] = [moves[index]?.target, known[claim - 1]?.seat];
    if (target == null || owner === undefined || target === owner) return [];
    return [
      `${at}its target is ${nameTarget(state, target)}, but ${claimName(claim)} is a claim of ${nameTarget(state, owner)}.`,
    ];
  });
}

function sample(label: string, target: string, side: Side | undefined): string {
  const point = (text: string, move: string, reason: string, resolution: string | null) => ({
    ...{ point: text, target, reason, resolution, move },
  });
  return JSON.stringify({
    points: [
      point('Starting with one part', 'concede', `${label} would start there, too.`, null),
      side === 'experienced'
        ? point('Measuring before and after', 'rebut', 'Nobody can trust the earlier numbers.', null)
        : point('Measuring before and after', 'rebut', 'Numbers say little of use.', 'Ask the people who use it.'),
      point(
        'Who pays for both ways',
        'refine',
        'Both positions leave it open.',
        'Set a date on which the old way ends.',
      ),
    ],
  });
}

const ONE_POINT =
  'One point may be plain words that begin with "agree:", "challenge:", "propose alternative:" or "synthesize:".';

export const challenge = defineAct<State, ChallengeAnswer, z.infer<typeof challengeData>>({
  form: challengeForm,
  parse: (text, { byHand }) => readOrKeep(text, challengeSchema, byHand),
  data: challengeData,
  outright: ['action', 'target'],
  request(state, seat) {
    const { options } = state;
    const label = labelSeat(options, seat);
    const others = listTargets(state, seat);
    const standing = listKnownClaims(state).filter((claim) => claim.round === null || !isOverridden(state, claim));
    const opponent = others.find((each) => getSide(each) !== getSide(seat)) ?? others[0] ?? seat;
    return {
      id: `challenge-${seat}`,
      task: 'challenge',
      label: `${label} answers the other positions`,
      values: {
        language: nameLanguage(options),
        targets: formatTargets(state, others),
        example_target: nameTarget(state, opponent),
        points: String(getBudget(options).points),
        words: String(getBudget(options).challenge),
        open_claims: describeUnanswered(standing, seat, (each) => nameSpeaker(state, each)),
      },
      ...addToBlankForm(toJsonSchema(challengeForm), ONE_POINT),
      choices: { target: others.map((each) => nameTarget(state, each)).toSorted() },
      sample: () => sample(label, opponent, getSide(seat)),
    };
  },
  read(state, answer, { seat, data, byHand }) {
    const { data: moves, ...read } = readPoints(state, answer, { data, byHand, seats: listTargets(state, seat) });
    const doubts = 'points' in answer ? findClaimDoubts(state, seat, answer.points, moves) : [];
    return { ...read, doubts, data: { points: numberPoints(state, seat, answer, moves) } };
  },
  apply(state, { seat, data: { points } }) {
    const side = getSide(seat);
    if (side === undefined) return state;
    return changeParticipant(countMoves(state, side, points, false), seat, { challenged: true });
  },
  title({ seat, seq }, history) {
    const name = readsNames(history) ? history.label(seat) : history.name(seat);
    return { title: nameReplaced(`Challenges, ${name}`, seq, history), round: 1 };
  },
  text: (_, { seq }, history) => formatPoints(seq, history),
});
