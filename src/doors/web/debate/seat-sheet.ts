// What a person has to know who takes a seat: what an agent in it would be asked, in parts.

import { defined } from '../../../domain/defined.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import type { SeatSheet } from '../../../domain/hall-page/debate.ts';
import { readDueTurn } from '../../../hall/operations/debate/take-part/seat-prompt.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import type { Principal } from '../../../platform/access/principal.ts';
import { readSeatLooks } from './seat-looks.ts';
import { listWaitingTurns } from './waiting.ts';

/** Throws `not-found`, and `not-your-turn` where no person is waited for in this seat. */
export async function readSeatSheet(
  hall: Hall,
  threadId: string,
  seat: string,
  principal: Principal,
): Promise<SeatSheet> {
  const { snapshot, step, prompt } = await readDueTurn(hall, threadId, seat);
  const turn = listWaitingTurns(snapshot).find(({ step: id }) => id === step.id);
  if (turn === undefined) {
    throw new HallError('not-your-turn', `The seat ${seat} is filled by an agent.`, { hint: 'Wait for its turn.' });
  }
  const said = prompt.transcript.map(({ seq, title, text }) => ({ seq, title, text: text ?? null }));
  const { system, topic, request } = prompt;
  const looks = turn.held === true ? undefined : await readSeatLooks(snapshot, turn, principal);
  const seen = snapshot.debate.nextSeq;
  return { turn, seen, system, topic, corrections: step.corrections, said, request, ...defined({ looks }) };
}
