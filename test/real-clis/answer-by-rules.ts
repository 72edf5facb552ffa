// The model server's answers in debates of any format: what the rules ask a seat for, by the ledger as it stands, gets the
// answer that the format has ready for rehearsals.
import { readFileSync } from 'node:fs';
import type { Protocol, RecordedRequest } from '../../src/agents/model-server/wire.ts';
import type { LedgerEvent } from '../../src/domain/events.ts';
import type { Step } from '../../src/formats/format.ts';
import { discoverFormats } from '../../src/hall/compose/discover.ts';
import { applyEvent, createSnapshot, getNext, type Snapshot } from '../../src/ledger/engine/snapshot.ts';
import type { Behaviour } from '../model-server/server.ts';
import { REHEARSAL } from '../support/rehearsal.ts';

const formats = await discoverFormats();
const AGENTS: Readonly<Partial<Record<Protocol, string>>> = { anthropic: 'claude', openai: 'codex', gemini: 'gemini' };

function snapshotOf(file: string): Snapshot {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  const [opening, ...rest] = lines.map((line) => JSON.parse(line) as LedgerEvent);
  if (opening?.type !== 'debate-opened') throw new Error(`${file} does not begin with an opening.`);
  const format = formats.find(({ id }) => id === opening.data.format);
  if (format === undefined) throw new Error(`There is no format "${opening.data.format}".`);
  const log: LedgerEvent[] = [opening];
  let snapshot = createSnapshot(opening, format, log);
  for (const event of rest) {
    log.push(event);
    snapshot = applyEvent(snapshot, event);
  }
  return snapshot;
}

/** `ledger` gives the file of the debate that is being run. A request that no step is due for gets an error. */
export function answerByRules(ledger: () => string): (request: RecordedRequest) => Behaviour {
  /** Steps that were asked already; a seat may be asked for two at once. */
  const given = new Set<string>();
  return ({ protocol }) => {
    const snapshot = snapshotOf(ledger());
    const next = getNext(snapshot);
    const agent = protocol === undefined ? undefined : AGENTS[protocol];
    const due = next.kind === 'ask' ? next.steps : [];
    const own = due.filter(({ seat }) => snapshot.debate.seats[seat]?.agent.agent === agent);
    const step: Step | undefined = own.find(({ id }) => !given.has(id)) ?? own[0];
    if (step === undefined) return { kind: 'error', status: 400, message: 'No step is due.' };
    given.add(step.id);
    return { kind: 'answer', text: step.sample?.(REHEARSAL) ?? `An answer to ${step.id}.` };
  };
}
