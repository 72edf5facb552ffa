// Refusals that every store and the engine give in the same words.
import { HallError } from '../../domain/failures/errors.ts';

/** `place` as it stands behind "in", where the store has one. */
export function createNotFoundError(id: string, place?: string): HallError {
  return new HallError('not-found', `There is no debate "${id}"${place === undefined ? '' : ` in ${place}`}.`, {
    hint: 'List them with "debate-hall list".',
  });
}

export function createStillRunningError(id: string): HallError {
  return new HallError('already-running', `Debate "${id}" is running.`, {
    hint: `Stop it first: debate-hall kill ${id} "why"`,
  });
}
