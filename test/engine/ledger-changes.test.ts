// What has changed in a hall is found though a notice of it was lost, or the last look has failed.
import { describe, expect, it, vi } from 'vitest';
import { ChangeNotice } from '../../src/ledger/engine/change-notice.ts';
import { LedgerChanges } from '../../src/ledger/engine/ledger-changes.ts';
import type { StoredLedger } from '../../src/ledger/stores/store.ts';
import { systemClock } from '../../src/support/clock.ts';

describe('what has changed in a hall', () => {
  const ledgers = new Map<string, string>();
  const toLedger = (id: string): StoredLedger[] => {
    const version = ledgers.get(id);
    return version === undefined ? [] : [{ id, version }];
  };
  const store = {
    find: async (ids: readonly string[]) => ids.flatMap(toLedger),
    newest: async () => ({ items: [...ledgers.keys()].flatMap(toLedger) }),
  };

  it('comes once, and again where it could not be used', async () => {
    ledgers.set('a', '1').set('b', '1');
    const changes = new LedgerChanges(store);
    const look = async (notified?: readonly string[]) => {
      const told: string[] = [];
      await changes.look(notified && new Set(notified), async ({ changed, added, gone }) => {
        for (const { id, version } of changed) told.push(`${id}${version}`);
        told.push(...added.map((id) => `+${id}`), ...gone.map((id) => `-${id}`));
      });
      return told;
    };
    expect(await look()).toEqual([]);
    ledgers.set('a', '2').set('c', '1');
    expect(await look(['a'])).toEqual(['a2']);
    expect(await look(['a', 'c'])).toEqual(['c1', '+c']);
    ledgers.set('a', '3').delete('b');
    const refuse = async () => await Promise.reject(new Error('away'));
    await expect(changes.look(new Set(['a', 'b']), refuse)).rejects.toThrow('away');
    expect(await look([])).toEqual(['a3', '-b']);
    expect(await look([])).toEqual([]);
    ledgers.delete('c');
    expect(await look(['c'])).toEqual(['-c']);
  });

  it('is unknown where the first look has failed: everything may have', async () => {
    ledgers.clear();
    ledgers.set('a', '1');
    const newest = vi.fn(store.newest).mockRejectedValueOnce(new Error('away'));
    const changes = new LedgerChanges({ ...store, newest });
    const use = vi.fn(async () => {});
    await expect(changes.look(undefined, use)).rejects.toThrow('away');
    await changes.look(new Set(), use);
    await changes.look(new Set(), use);
    const all = { changed: toLedger('a'), added: ['a'], gone: [] };
    expect(use.mock.calls).toEqual([[all], [{ changed: [], added: [], gone: [] }]]);
  });

  it('is looked for after a while, however many others are told of', ({ onTestFinished }) => {
    let tell = (_: string | undefined) => {};
    const watch = (listener: typeof tell) => {
      tell = listener;
      return { trustMs: 50, close: () => {} };
    };
    let now = 1_000;
    const elapsed = vi.spyOn(systemClock, 'elapsed').mockImplementation(() => now);
    onTestFinished(() => elapsed.mockRestore());
    const notice = new ChangeNotice({ watch });
    expect(notice.take()).toBeUndefined();
    for (const at of [1_010, 1_049, 1_050, 1_099]) {
      now = at;
      tell('a');
      expect([at, notice.take()]).toEqual([at, at === 1_050 ? undefined : new Set(['a'])]);
    }
    tell(undefined);
    expect(notice.take()).toBeUndefined();
    notice.close();
  });
});
