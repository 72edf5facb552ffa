// What the answers of the seats of a new debate count, by how earlier answers of their agents turned out.
import type { RuleData, SeatAssignment } from '../../../../domain/event-parts.ts';
import { ENOUGH } from '../../../../domain/hindsight/scores.ts';
import { judgeSeat } from '../../../../domain/hindsight/turned-out.ts';
import { learnWeights, type PastVote } from '../../../../domain/hindsight/weights.ts';
import { nameModel } from '../../../../domain/speakers.ts';
import { labelSeats } from '../../../../domain/words/label-seats.ts';
import type { AnyFormat } from '../../../../formats/format.ts';
import type { OpenRequest } from '../../../../ledger/engine/opening.ts';
import type { Hall } from '../../hall.ts';
import { listJudgedDebates } from '../../records/outcomes/judged-debates.ts';

export interface Weighing {
  readonly weights?: OpenRequest['weights'];
  /** What a reader of the record must know. */
  readonly notes: readonly string[];
}

const WHY = {
  'too-little-data': `an agent has fewer than ${ENOUGH} openings whose outcome was recorded`,
  'no-gain': 'on the outcomes that were recorded, weights would not have helped',
} as const;

/** Openings alone, since later answers are not independent. */
async function listPastVotes(hall: Hall): Promise<readonly PastVote[]> {
  return (await listJudgedDebates(hall)).map(({ answers, turnedOut, settled }) => ({
    voices: answers
      .filter(({ act }) => act === 'opening')
      .map(({ by, person, rehearsal, answer }) => ({ agent: by, person, rehearsal, answer })),
    judge: (answer) => judgeSeat(answer, turnedOut, settled),
  }));
}

/** Seats that give an opening; where nobody is asked for one, all. */
function listVoters(format: AnyFormat, options: RuleData, seats: readonly SeatAssignment[]): readonly SeatAssignment[] {
  const next = format.next(format.initial(format.options.parse(options)));
  const asked = next.kind === 'ask' ? next.steps.filter(({ act }) => act === 'opening').map(({ seat }) => seat) : [];
  return asked.length === 0 ? seats : seats.filter(({ seat }) => asked.includes(seat));
}

/** What the record says of them. */
export function describeWeights(
  format: AnyFormat,
  options: RuleData,
  weights: NonNullable<Weighing['weights']>,
): Weighing['notes'] {
  if (weights.length === 0) return [];
  const label = labelSeats(format.seats(format.options.parse(options)));
  const words = weights.map(({ seat, weight }) => `${label(seat)} ${weight}`).join(', ');
  return [`Answers count by how earlier ones turned out: ${words}.`];
}

/** For event 0, so that the debate replays without the hall. Nothing where its options weigh in another way. */
export async function weighSeats(
  hall: Hall,
  format: AnyFormat,
  { options, seats }: Pick<OpenRequest, 'options' | 'seats'>,
): Promise<Weighing> {
  if (options['weigh'] !== 'calibration') return { notes: [] };
  const voters = listVoters(format, options, seats);
  const learnt = learnWeights(await listPastVotes(hall), [...new Set(voters.map(({ agent }) => nameModel(agent)))]);
  if (learnt.kind !== 'learnt') return { notes: [`All answers count the same: ${WHY[learnt.kind]}.`] };
  const weights = voters.map(({ seat, agent }) => ({ seat, weight: learnt.weights.get(nameModel(agent)) ?? 1 }));
  return { weights, notes: describeWeights(format, options, weights) };
}
