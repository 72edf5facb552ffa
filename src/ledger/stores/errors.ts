// Refusals that every store and the engine give in the same words.
import { HallError } from '../../domain/failures/errors.ts';

/** `place` as it stands behind "in", where the store has one. */
export function createNotFoundError(id: string, place?: string): HallError {
  return new HallError('not-found', `There is no debate "${id}"${place === undefined ? '' : ` in ${place}`}.`, {
    hint: 'List them with "debate-hall list".',
  });
}

/** `taken` is the ID of the debate that has the name. */
export function createTakenError(taken: string, place: string): HallError {
  return new HallError('already-exists', `There is already a debate "${taken}" in ${place}.`, {
    hint: `Choose another ID, or resume it with "debate-hall resume ${taken}".`,
  });
}

export function createStillRunningError(id: string): HallError {
  return new HallError('already-running', `Debate "${id}" is running.`, {
    hint: `Stop it first: debate-hall kill ${id} "why"`,
  });
}
