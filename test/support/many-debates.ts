// A hall with many debates in mixed states, written straight into its folder: real ledgers, without a lock and fsync for each line.
import fs from 'node:fs';
import path from 'node:path';
import type { EventData, EventDraft, LedgerEvent } from '../../src/domain/events.ts';
import { format as asymmetric } from '../../src/formats/asymmetric/index.ts';
import type { AnyFormat } from '../../src/formats/format.ts';
import { format as windWallDoor } from '../../src/formats/wind-wall-door/index.ts';
import { chainEnd, chainEvent, EMPTY_CHAIN, seal, toLine } from '../../src/ledger/chain/chain.ts';
import { draftOpening } from '../../src/ledger/engine/opening.ts';
import { openRequest, person } from './hall.ts';
import { sealWords } from './seal-words.ts';

const SALT = '0'.repeat(32);
/** What the end of a closed ledger looks like, as somebody may say it. */
const DECOY = '"outcome":"agreed","type":"debate-closed","v":1}\n';

const turn: EventDraft = {
  type: 'turn-recorded',
  data: {
    seat: 'wind',
    act: 'turn',
    content: seal(`- ${DECOY}- two`, SALT),
    data: {},
    warnings: [],
    by: { agent: person, author: 'Ada' },
  },
};
const closed = (outcome: EventData<'debate-closed'>['outcome']): EventDraft => ({
  type: 'debate-closed',
  data: { outcome, decision: null, warnings: [], by: 'Ada' },
});
const forced: EventDraft = { type: 'debate-force-closed', data: { reason: seal('Enough.', SALT), by: 'Ada' } };
const reached: EventDraft = { type: 'limit-reached', data: { limit: 'turns', used: 1, max: 1 } };
const extended: EventDraft = { type: 'debate-extended', data: { rounds: 1, by: 'Ada' } };
const note: EventDraft = { type: 'note-recorded', data: { code: 'remark', message: sealWords('It is noted.') } };

/** What follows the opening, and what that comes to. */
const STATES: readonly { readonly drafts: readonly EventDraft[]; readonly outcome: string | null }[] = [
  { drafts: [], outcome: null },
  { drafts: [turn], outcome: null },
  { drafts: [turn, closed('decided')], outcome: 'decided' },
  { drafts: [turn, closed('agreed'), note], outcome: 'agreed' },
  { drafts: [turn, forced, note], outcome: 'force-closed' },
  { drafts: [turn, reached], outcome: 'stopped-by-limit' },
  { drafts: [turn, reached, extended, turn], outcome: null },
  { drafts: [turn, reached, closed('stopped-by-limit')], outcome: 'stopped-by-limit' },
];
const FORMATS = [windWallDoor, windWallDoor, windWallDoor, asymmetric] as unknown as readonly AnyFormat[];
/** Every so many is damaged. */
const DAMAGED = 50;

export interface WrittenDebate {
  readonly threadId: string;
  readonly format: string;
  readonly outcome: string | null;
  readonly topic: string;
  readonly changedAt: string;
  readonly damaged: boolean;
}

function opening(threadId: string, topic: string, format: AnyFormat): EventDraft {
  const request = { ...openRequest(threadId, {}, format), topic };
  return draftOpening(request, (text) => seal(text, SALT)).opening;
}

/** Returns them as a list should show them: the one that was written last first, which is neither the order of names nor that of events. */
export function writeManyDebates(folder: string, count: number, now = Date.now()): WrittenDebate[] {
  fs.mkdirSync(folder, { recursive: true });
  const written = Array.from({ length: count }, (_, index) => {
    const threadId = `d-${String(index).padStart(4, '0')}`;
    const format = FORMATS[index % FORMATS.length] as AnyFormat;
    const { drafts, outcome } = STATES[Math.floor(index / FORMATS.length) % STATES.length] as (typeof STATES)[number];
    const topic = `Should "we"? Ärger ${index % 100}`;
    let end = EMPTY_CHAIN;
    let last: LedgerEvent | undefined;
    const lines = [opening(threadId, topic, format), ...drafts].map((draft, number) => {
      last = chainEvent(draft, end, new Date(now - ((index * 7_919) % count) * 60_000 + number).toISOString());
      end = chainEnd(last);
      return toLine(last);
    });
    const damaged = index % DAMAGED === 7;
    const text = damaged ? lines.join('').replace('Should', 'Would') : lines.join('');
    const file = path.join(folder, `${threadId}.jsonl`);
    fs.writeFileSync(file, text);
    const writtenAt = now / 1_000 - ((index * 31) % count);
    fs.utimesSync(file, writtenAt, writtenAt);
    return { writtenAt, debate: { threadId, format: format.id, outcome, topic, changedAt: last?.at ?? '', damaged } };
  });
  return written.sort((one, other) => other.writtenAt - one.writtenAt).map(({ debate }) => debate);
}
