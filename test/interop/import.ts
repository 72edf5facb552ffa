// Appends the drafts of an import as the engine appends: sealed, checked by the rules, with what the rules demand.
import type { EventDraft, LedgerEvent } from '../../src/domain/events.ts';
import { mapSealed } from '../../src/domain/sealed/sealed.ts';
import type { UnsealedDraft } from '../../src/exchange/interop/python/draft.ts';
import { format } from '../../src/formats/wind-wall-door/index.ts';
import { chainEnd, chainEvent, EMPTY_CHAIN, seal } from '../../src/ledger/chain/chain.ts';
import { draftOpening } from '../../src/ledger/engine/opening.ts';
import {
  applyEvent,
  createSnapshot,
  findRefusal,
  getConsequences,
  type Snapshot,
  sealConsequence,
} from '../../src/ledger/engine/snapshot.ts';

let salts = 0;
const sealed = (text: string) => seal(text, (salts++).toString(16).padStart(32, '0'));

function sealDraft(draft: UnsealedDraft, seqOf: (index: number) => number): EventDraft {
  switch (draft.type) {
    case 'debate-opened': {
      const { question: _, pages: __, relation: ___, ...opening } = draft.data;
      return draftOpening({ ...opening, context: [] }, sealed).opening;
    }
    case 'turn-recorded': {
      const { citations: _, ...turn } = draft.data;
      return { type: draft.type, data: { ...turn, content: sealed(turn.content), warnings: [] } };
    }
    case 'interjection-added':
      return { type: draft.type, data: { ...draft.data, content: sealed(draft.data.content) } };
    case 'debate-closed': {
      const { decision } = draft.data;
      if (decision === null || 'turn' in decision) throw new Error('An import closes with words.');
      return { type: draft.type, data: { ...draft.data, decision: { text: sealed(decision.text) }, warnings: [] } };
    }
    case 'debate-force-closed':
      return { type: draft.type, data: { ...draft.data, reason: sealed(draft.data.reason) } };
    case 'texts-redacted':
      return { type: draft.type, data: { ...draft.data, target: seqOf(draft.data.target) } };
    case 'note-recorded':
      return { type: draft.type, data: { ...draft.data, message: sealed(draft.data.message) } };
    case 'limit-reached':
      return draft as EventDraft;
    default:
      throw new Error(`An import has no "${draft.type}".`);
  }
}

/** Throws what the rules refuse. */
export function appendDrafts(drafts: readonly UnsealedDraft[]): Snapshot {
  const log: LedgerEvent[] = [];
  const seqs: number[] = [];
  let snapshot: Snapshot | undefined;
  const add = (draft: EventDraft, at: string) => {
    const last = log.at(-1);
    const event = chainEvent(draft, last === undefined ? EMPTY_CHAIN : chainEnd(last), at);
    const problem = snapshot && findRefusal(snapshot, draft);
    if (problem !== undefined) throw new Error(problem.message);
    log.push(event);
    snapshot = snapshot === undefined ? createSnapshot(event, format, log) : applyEvent(snapshot, event);
  };
  for (const draft of drafts) {
    seqs.push(log.length);
    add(
      sealDraft(draft, (index) => seqs[index] as number),
      draft.at,
    );
    for (
      let due = getConsequences(snapshot as Snapshot);
      due[0] !== undefined;
      due = getConsequences(snapshot as Snapshot)
    ) {
      add(sealConsequence(due[0], sealed), draft.at);
    }
  }
  for (const event of [...log]) {
    if (event.type !== 'texts-redacted') continue;
    const { target, fields } = event.data;
    const before = log[target] as LedgerEvent;
    const data = mapSealed(before.data, (text, path) => (fields.includes(path) ? { sha256: text.sha256 } : text));
    log[target] = { ...before, data } as LedgerEvent;
  }
  return snapshot as Snapshot;
}
