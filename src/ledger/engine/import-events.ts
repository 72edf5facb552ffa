// Brings in the events of a debate that was held elsewhere: sealed, chained and checked by the rules like any others.
import type { EventDraft, EventOf, EventType, LedgerEvent } from '../../domain/events.ts';
import { HallError, problemToError } from '../../domain/failures/errors.ts';
import { mapSealed } from '../../domain/sealed/sealed.ts';
import type { AnyFormat } from '../../formats/format.ts';
import { chainEnd, chainEvent, EMPTY_CHAIN, type Seal, toLine } from '../chain/chain.ts';
import { sealTexts } from './seal-texts.ts';
import {
  applyEvent,
  checkAdmission,
  checkOpening,
  createSnapshot,
  getConsequences,
  sealConsequence,
} from './snapshot.ts';
import { verifyLedger } from './verify.ts';

/**
 * An event with plain text where ours have sealed text; a redaction names its target by index among the drafts. A turn is recorded
 * with what the rules read out of its text, on top of the `data` that it brings along, and with their warnings.
 */
export interface ImportedEvent {
  readonly at: string;
  readonly type: EventType;
  readonly data: unknown;
}

function sealEvent({ type, data }: ImportedEvent, seal: Seal, seqs: readonly number[]): EventDraft {
  const fields = sealTexts(type, data as Readonly<Record<string, unknown>>, seal);
  const decision = fields['decision'] as { text?: string } | null | undefined;
  if (type === 'debate-closed' && decision?.text !== undefined) fields['decision'] = { text: seal(decision.text) };
  if (type === 'turn-recorded') fields['data'] ??= {};
  if (type === 'texts-redacted') fields['target'] = seqs[Number(fields['target'])];
  return { type, data: fields } as EventDraft;
}

function withoutRedacted(log: readonly LedgerEvent[]): LedgerEvent[] {
  const gone = new Set(
    log.flatMap((event) =>
      event.type === 'texts-redacted' ? event.data.fields.map((field) => `${event.data.target}${field}`) : [],
    ),
  );
  return log.map((event) => {
    const data = mapSealed(event.data, (text, path) =>
      gone.has(`${event.seq}${path}`) ? { sha256: text.sha256 } : text,
    );
    return { ...event, data } as LedgerEvent;
  });
}

/** The lines of a ledger that says what these events say. */
function buildLedger(events: readonly ImportedEvent[], format: AnyFormat, seal: Seal): string {
  const [opening, ...rest] = events;
  if (opening?.type !== 'debate-opened') throw new HallError('bad-input', 'There is no opening to import.');
  const first = chainEvent(sealEvent(opening, seal, []), EMPTY_CHAIN, opening.at);
  const problem = checkOpening((first as EventOf<'debate-opened'>).data, format);
  if (problem !== undefined) throw problemToError(problem);
  const log: LedgerEvent[] = [first];
  const seqs = [0];
  let snapshot = createSnapshot(first, format, log);
  const add = (given: EventDraft, at: string): void => {
    const admission = checkAdmission(snapshot, given);
    if (!admission.ok) throw problemToError(admission.problem);
    const { data, warnings } = admission;
    const draft =
      given.type === 'turn-recorded'
        ? { ...given, data: { ...given.data, data, warnings: warnings.map(seal) } }
        : given;
    const event = chainEvent(draft, chainEnd(log.at(-1) as LedgerEvent), at);
    log.push(event);
    snapshot = applyEvent(snapshot, event);
  };
  for (const event of rest) {
    add(sealEvent(event, seal, seqs), event.at);
    seqs.push(log.length - 1);
    for (let [due] = getConsequences(snapshot); due !== undefined; [due] = getConsequences(snapshot))
      add(sealConsequence(due, seal), event.at);
  }
  return withoutRedacted(log).map(toLine).join('');
}

/** The lines of a ledger that says what these events say, and that verifies. Throws what the rules refuse. */
export async function buildImportedLedger(
  events: readonly ImportedEvent[],
  format: AnyFormat,
  seal: Seal,
): Promise<string> {
  const text = buildLedger(events, format, seal);
  const { threadId } = (events[0] as ImportedEvent).data as { threadId: string };
  const chunks = [{ text, restarted: false }];
  const verification = await verifyLedger({ threadId, chunks, knownHeads: [], format: async () => format });
  if (verification.ok) return text;
  const reason = verification.damage[0]?.message ?? verification.needsUpdate;
  throw new HallError('rule-violation', `The ledger of the import would not verify: ${reason}`);
}
