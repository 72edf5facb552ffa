// Who may act for a seat that somebody holds: whoever has the key that taking it gave.
import type { Debate } from '../../domain/debate.ts';
import type { Problem } from '../../domain/failures/errors.ts';
import { sha256Hex } from '../../support/canonical.ts';

/** The reason to refuse; `undefined` for a seat that nobody holds, and for its holder. */
export function checkSeatKey({ seats }: Debate, seat: string, seatKey: string | undefined): Problem | undefined {
  const held = seats[seat]?.keySha256;
  if (held === undefined || (seatKey !== undefined && sha256Hex(seatKey) === held)) return undefined;
  return {
    code: 'not-your-seat',
    message: `Someone else holds the "${seat}" seat.`,
    hint: 'Use the key you got when you claimed the seat.',
  };
}
