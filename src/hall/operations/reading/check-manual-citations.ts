// Checks what a person cites in a turn.
import { neverAborted } from '../../../support/wait.ts';
import type { Hall } from '../hall.ts';
import { openLooks } from './open-reading.ts';

/** JSON of what becomes of the citations in a turn that a person takes; `undefined` where there are none to check. */
export async function checkManualCitations(
  hall: Hall,
  threadId: string,
  said: { readonly seat: string; readonly text: string },
): Promise<string | undefined> {
  const snapshot = await hall.engine.snapshot(threadId);
  const looks = snapshot.debate.opened.reading && (await openLooks(hall, snapshot, neverAborted));
  if (looks === undefined) return undefined;
  const { checkCitations } = await import('../../../material/reading/check-citations.ts');
  const citations = await checkCitations(looks, snapshot.log, said);
  return citations.length === 0 ? undefined : JSON.stringify(citations);
}
