// What the drafts of an import become: a debate as it stands, folded from the ledger that is written of them.
import type { LedgerEvent } from '../../src/domain/events.ts';
import type { UnsealedDraft } from '../../src/exchange/interop/python/draft.ts';
import { format } from '../../src/formats/wind-wall-door/index.ts';
import { seal } from '../../src/ledger/chain/chain.ts';
import { LedgerReader } from '../../src/ledger/chain/reader.ts';
import { buildImportedLedger } from '../../src/ledger/engine/import-events.ts';
import { applyEvent, createSnapshot, type Snapshot } from '../../src/ledger/engine/snapshot.ts';

let salts = 0;
const sealed = (text: string) => seal(text, (salts++).toString(16).padStart(32, '0'));

/** Throws what the rules refuse. */
export async function foldDrafts(drafts: readonly UnsealedDraft[]): Promise<Snapshot> {
  const lines = (await buildImportedLedger(drafts, format, sealed)).trimEnd().split('\n');
  const reader = new LedgerReader();
  const log = lines.map((line) => reader.push(line).event as LedgerEvent);
  const [opened, ...rest] = log as [LedgerEvent, ...LedgerEvent[]];
  return rest.reduce(applyEvent, createSnapshot(opened, format, log));
}
