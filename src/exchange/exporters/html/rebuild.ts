// Makes what a page shows out of the ledger that it carries, in the browser, by the same code as the export: the page compares the two.
// The build bundles it with all formats.
import { findHunks } from '../../../domain/diffs/finding-hunks.ts';
import type { LedgerEvent } from '../../../domain/events.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';
import type { AnyFormat } from '../../../formats/format.ts';
import { listPictureAddresses } from '../../../ledger/engine/record/pictures.ts';
import { toRecord } from '../../../ledger/engine/record/record.ts';
import { applyEvent, createSnapshot, type Snapshot } from '../../../ledger/engine/snapshot.ts';
import type { RebuiltPage } from '../../../page/report/page-data.ts';
import { withoutPaths } from '../../without-paths.ts';

function replay([opened, ...rest]: readonly LedgerEvent[], formats: readonly AnyFormat[]): Snapshot {
  const format = formats.find(({ id }) => opened?.type === 'debate-opened' && id === opened.data.format);
  if (opened === undefined || format === undefined) throw new TypeError('There are no rules for this ledger.');
  return rest.reduce(applyEvent, createSnapshot(opened, format, [opened, ...rest]));
}

function* makePages(snapshot: Snapshot): Generator<RebuiltPage> {
  const { debate, log } = snapshot;
  const context = debate.opened.context.map(({ content }) => readSealed(content) ?? null);
  const record: DebateRecord = toRecord(snapshot);
  for (const shown of [record, withoutPaths(record)]) {
    const pictures = shown.pictures === undefined ? {} : { pictures: listPictureAddresses(log) };
    yield { record: shown, hunks: findHunks(shown, context), ...pictures };
  }
}

export function offerRebuild(formats: readonly AnyFormat[]): void {
  globalThis.rebuildPage = (events) => [...makePages(replay(events, formats))];
}
