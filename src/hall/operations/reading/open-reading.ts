// Opens again what a debate may look up, exactly as it was pinned when the debate was opened.
import { readSealed } from '../../../domain/sealed/sealed.ts';
import type { Snapshot } from '../../../ledger/engine/snapshot.ts';
import type { LookCache } from '../../../material/reading/look-cache.ts';
import { createMarker } from '../../../runner/build-prompt.ts';
import type { RunReading } from '../../../runner/run-context.ts';
import type { Hall } from '../hall.ts';
import { listOutside } from './outside-sources.ts';
import { createBudget } from './pin-reading.ts';
import { readingPorts } from './reading-ports.ts';

/**
 * `undefined` for a debate that reads nothing.
 * Throws `context-unreadable` when something of it is not as it was, `not-trusted`.
 */
export async function openLooks(hall: Hall, snapshot: Snapshot, signal: AbortSignal): Promise<LookCache | undefined> {
  const { opened, openedAt } = snapshot.debate;
  if (opened.reading === undefined) return undefined;
  await hall.outside.require(await listOutside(hall, opened, {}));
  const { reopenSources } = await import('../../../material/reading/open-sources.ts');
  const { createLookCache } = await import('../../../material/reading/look-cache.ts');
  const documents = opened.context.map(({ source, content }) => ({ name: source, text: readSealed(content) }));
  const leftOut = opened.contextLeftOut.map(({ source }) => source);
  const pages = (opened.pages ?? []).map(({ source, content }) => ({ address: source, text: readSealed(content) }));
  const ports = await readingPorts(hall, { documents, leftOut, pages, before: openedAt, signal });
  const sources = await reopenSources(opened.reading.pins, ports);
  return createLookCache(sources, createMarker(opened.seed, opened.threadId));
}

/** The same for a run. */
export async function openReading(
  hall: Hall,
  snapshot: Snapshot,
  signal: AbortSignal,
): Promise<RunReading | undefined> {
  const looks = await openLooks(hall, snapshot, signal);
  if (looks === undefined) return undefined;
  const { createDesks } = await import('../../../material/reading/desk.ts');
  const { checkCitations } = await import('../../../material/reading/check-citations.ts');
  const { clock, random } = hall;
  const budget = snapshot.debate.opened.reading?.budget ?? createBudget(hall.loaded.config.reading);
  return {
    openDesks: (ledger) => createDesks({ ...ledger, looks, budget, clock, random }),
    checkCitations: async (log, turn) => await checkCitations(looks, log, turn),
  };
}
