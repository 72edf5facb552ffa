// How long a debate has run, by the times of its events: only what runs did counts, however late a person acts.
import { describe, expect, it } from 'vitest';
import { runningMs } from '../../src/domain/budget.ts';
import { applyToDebate, type Debate, startDebate } from '../../src/domain/debate.ts';
import type { AgentRef } from '../../src/domain/event-parts.ts';
import type { EventData, EventType, LedgerEvent } from '../../src/domain/events.ts';
import { sealWords } from '../support/seal-words.ts';

const HASH = '0'.repeat(64);
const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 20, 10);
const agent: AgentRef = { agent: 'codex', kind: 'codex' };
const text = { salt: '0'.repeat(32), sha256: HASH, text: 'x' };

/** Folds events, each given with the minute that it happens at. */
function after(...events: { [T in EventType]: readonly [number, T, EventData<T>] }[EventType][]): Debate {
  const limits = { tokens: null, costMicroUsd: null, wallMs: null };
  const opened = {
    ...{ threadId: 'd', topic: text, format: 'wind-wall-door', options: {}, limits, seats: [{ seat: 'wind', agent }] },
    ...{ context: [], contextLeftOut: [], prompts: [], seed: 's', hallVersion: '0' },
  };
  const all = [[0, 'debate-opened', opened] as const, ...events].map(
    ([minute, type, data], seq) =>
      ({
        v: 1,
        seq,
        at: new Date(START + minute * MINUTE).toISOString(),
        prev: null,
        hash: HASH,
        type,
        data,
      }) as LedgerEvent,
  );
  return all.slice(1).reduce(applyToDebate, startDebate(all[0] as LedgerEvent));
}

const minutes = (debate: Debate) => runningMs(debate) / MINUTE;
const run = { hallVersion: '0', pid: 1, resumed: false };
const turn = (by: EventData<'turn-recorded'>['by']): EventData<'turn-recorded'> => ({
  ...{ seat: 'wind', act: 'turn', content: text, data: {}, warnings: [], by },
});
const limit = { limit: 'time', used: 1, max: 1 } as const;
const raised = { limits: { tokens: null, costMicroUsd: null, wallMs: 60 * MINUTE } };

describe('the running time of a debate', () => {
  it('is from the start of each run to its last event', () => {
    const debate = after(
      [1, 'run-started', run],
      [3, 'turn-recorded', turn({ agent })],
      [4, 'run-paused', { reason: 'cancelled' }],
      [60, 'run-started', run],
      [62, 'turn-recorded', turn({ agent })],
    );
    expect(minutes(debate)).toBe(5);
  });

  it('does not count the night between a limit and the morning on which it is raised', () => {
    const debate = after([1, 'run-started', run], [6, 'limit-reached', limit], [900, 'limits-raised', raised]);
    expect(minutes(debate)).toBe(5);
  });

  it('does not count what people do after a run that was killed', () => {
    const debate = after(
      [1, 'run-started', run],
      [3, 'turn-recorded', turn({ agent })],
      [900, 'interjection-added', { author: 'Ada', content: text }],
      [901, 'turn-recorded', turn({ agent: { agent: 'open', kind: 'open' }, author: 'Ada' })],
      [902, 'note-recorded', { code: 'torn-tail-cut', message: sealWords('x') }],
      [903, 'seat-replaced', { seat: 'wind', from: agent, to: agent, reason: sealWords('x') }],
      [904, 'debate-closed', { outcome: 'decided', decision: null, warnings: [], by: 'Ada' }],
    );
    expect(minutes(debate)).toBe(2);
  });
});
