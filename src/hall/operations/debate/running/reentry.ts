// A debate inside an agent of a debate would start agents without end: what asks agents refuses to begin there.
import { hallDepth } from '../../../../agents/cli/environment.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import type { Hall } from '../../hall.ts';

/** Throws `reentrant` when this process was started, however indirectly, by an agent that a hall started. */
export function refuseReentry(hall: Hall): void {
  if (hallDepth(hall.loaded.env) === 0) return;
  throw new HallError('reentrant', 'A debate cannot be run from inside an agent of another debate.', {
    hint: 'Run it from your own shell.',
  });
}
