// Opens a debate: writes event 0, and a note for what its reader should know.
import { HallError } from '../../../../domain/failures/errors.ts';
import type { Snapshot } from '../../../../ledger/engine/snapshot.ts';
import type { Hall } from '../../hall.ts';
import { ALL_SOURCES, listOutside } from '../../reading/outside-sources.ts';
import type { OpenInput } from './open-input.ts';
import { nameDebate, type PreparedDebate, prepareDebate } from './prepare-debate.ts';

const MAX_NAMES_PER_DAY = 1_000;

/** Notes in the record who could have been seated and was not, what the answers count, and why a seat looks from where it does. */
async function noteChoices(
  hall: Hall,
  opened: Snapshot,
  { passedOver, weighing, viewing }: Pick<PreparedDebate, 'passedOver' | 'weighing' | 'viewing'>,
): Promise<Snapshot> {
  const notes = [
    ...passedOver.map((message) => ({ code: 'agent-not-seated', message })),
    ...weighing.map((message) => ({ code: 'answers-weighed', message })),
    ...viewing.map((message) => ({ code: 'perspective-chosen', message })),
  ];
  let snapshot = opened;
  for (const note of notes) {
    snapshot = (await hall.engine.dispatch(opened.threadId, { type: 'note-recorded', data: note })).snapshot;
  }
  return snapshot;
}

/** Throws `bad-input`, `already-exists`, `no-agents`, `secret-found`, `context-unreadable`, `cancelled`, `storage`. */
export async function openDebate(hall: Hall, input: OpenInput): Promise<Snapshot> {
  const prepared = await prepareDebate(hall, input);
  const { request } = prepared;
  if (input.signal?.aborted === true) throw new HallError('cancelled', 'Cancelled: nothing was written.');
  // What comes from another debate was let in there.
  if (input.relation === undefined) await hall.outside.remember(await listOutside(hall, request, ALL_SOURCES));
  const open = async (threadId: string) =>
    await noteChoices(hall, await hall.engine.open({ ...request, threadId }), prepared);
  if (input.threadId !== undefined) return await open(input.threadId);
  for (let attempt = 1; attempt < MAX_NAMES_PER_DAY; attempt += 1) {
    const threadId = await nameDebate(hall, { ...input, topic: request.topic }, attempt);
    if (await hall.store.exists(threadId)) continue;
    try {
      return await open(threadId);
    } catch (error) {
      if (!(error instanceof HallError) || error.code !== 'already-exists') throw error;
    }
  }
  throw new HallError('already-exists', 'Too many debates have that name today.', {
    hint: 'Choose an ID with --id.',
  });
}
