// Checks a ledger from its first byte to its last, offline: the chain, every digest, and every transition by the rules.

import type { LedgerEvent } from '../domain/events.ts';
import { isEvent } from '../domain/events.ts';
import { textOf } from '../domain/sealed.ts';
import type { AnyFormat } from '../formats/format.ts';
import { canonicalJson } from '../ledger/canonical.ts';
import { type Damage, type DamageCode, LedgerReader, type TextPlace } from '../ledger/reader.ts';
import { admitEvent, advance, againstOpening, beginSnapshot, consequencesOf, type Snapshot } from './snapshot.ts';

export interface VerifyRequest {
  readonly threadId: string;
  /** The whole ledger: complete lines. */
  readonly text: string;
  /** Hashes noted elsewhere that the chain must hold, with where they were noted. */
  readonly knownHeads: readonly { readonly hash: string; readonly from: string }[];
  readonly format: (id: string) => Promise<AnyFormat>;
}

export interface Verification {
  readonly ok: boolean;
  readonly events: number;
  readonly head: string | null;
  /** In order; the first is where trust ends. */
  readonly damage: readonly Damage[];
  /** Redactions that were interrupted; the next write completes them. */
  readonly unfinishedRedactions: readonly TextPlace[];
  /** Where the debate stood after the last good event. */
  readonly snapshot: Snapshot | undefined;
}

function broken(code: DamageCode, event: LedgerEvent, field: string, message: string): Damage {
  return { code, line: event.seq + 1, seq: event.seq, field, message };
}

/** What the rules hold against an event that the chain already vouches for. */
function againstRules(snapshot: Snapshot, event: LedgerEvent): Damage | undefined {
  const [due] = consequencesOf(snapshot);
  if (due !== undefined && canonicalJson(due) !== canonicalJson({ type: event.type, data: event.data })) {
    const message = `Event ${event.seq} stands where the rules demand "${due.type}".`;
    return broken('missing-consequence', event, '/type', message);
  }
  const problem = admitEvent(snapshot, event);
  if (problem !== undefined) {
    return broken('rule-broken', event, '/data', `Event ${event.seq} was not legal: ${problem.message}`);
  }
  if (isEvent(event, 'turn-recorded')) {
    const { seat, act, content, data } = event.data;
    const text = textOf(content);
    const admission = snapshot.format.admit(snapshot.state, { seat, act, content: text, data });
    if (text !== undefined && admission.ok && canonicalJson(admission.data) !== canonicalJson(data)) {
      return broken(
        'rule-broken',
        event,
        '/data/data',
        `Event ${event.seq} records something else than its words say.`,
      );
    }
  }
  return undefined;
}

/** Throws only `not-found` for a format that is not there; the first damage ends the reading, since nothing after it can be trusted. */
export async function verifyLedger({ threadId, text, knownHeads, format }: VerifyRequest): Promise<Verification> {
  const reader = new LedgerReader();
  const log: LedgerEvent[] = [];
  const hashes = new Set<string>();
  const damage: Damage[] = [];
  let snapshot: Snapshot | undefined;

  for (let from = 0, to = text.indexOf('\n'); to !== -1; from = to + 1, to = text.indexOf('\n', from)) {
    const read = reader.push(text.slice(from, to));
    if (!read.ok) {
      damage.push(read.damage);
      break;
    }
    const { event } = read;
    if (snapshot === undefined) {
      if (!isEvent(event, 'debate-opened')) throw new TypeError('The reader lets only an opening come first.');
      if (event.data.threadId !== threadId) {
        const message = `This is the ledger of "${event.data.threadId}", not of "${threadId}".`;
        damage.push(broken('wrong-debate', event, '/data/threadId', message));
        break;
      }
      const rules = await format(event.data.format);
      const problem = againstOpening(event.data, rules);
      if (problem !== undefined) {
        damage.push(broken('rule-broken', event, '/data/options', problem.message));
        break;
      }
      snapshot = beginSnapshot(event, rules, log);
    } else {
      const found = againstRules(snapshot, event);
      if (found !== undefined) {
        damage.push(found);
        break;
      }
      snapshot = advance(snapshot, event);
    }
    log.push(event);
    hashes.add(event.hash);
  }

  if (damage.length === 0) {
    damage.push(...reader.forgedRedactions());
    const at = { line: log.length, seq: Math.max(0, log.length - 1), field: '/hash' };
    if (log.length === 0) damage.push({ ...at, code: 'no-events', field: '', message: 'The ledger has no events.' });
    for (const { hash, from } of knownHeads) {
      if (hashes.has(hash)) continue;
      const message = `The chain does not hold ${hash.slice(0, 16)}…, noted in ${from}: events were cut off or replaced.`;
      damage.push({ ...at, code: 'head-missing', message });
    }
  }
  return {
    ok: damage.length === 0,
    events: log.length,
    head: log.at(-1)?.hash ?? null,
    damage,
    unfinishedRedactions: reader.unfinishedRedactions(),
    snapshot,
  };
}
