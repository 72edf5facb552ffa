// Searches of a shared hall at its doors: they find what a search of a folder finds, read no ledger twice, and forget what was taken out.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startServe } from '../serve/support.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { openDatabase } from '../support/database.ts';
import { type NetworkLine, openLine } from '../support/network-line.ts';
import { whyNoPostgres } from '../support/postgres.ts';
import { createSharedHall, type SharedHall } from '../support/shared-hall.ts';

describe.skipIf(whyNoPostgres !== undefined)('a search of a shared hall', () => {
  let shared: SharedHall;
  let line: NetworkLine;
  const opened: { close(): Promise<void> }[] = [];
  beforeAll(async () => {
    const postgres = await openDatabase();
    line = await openLine(postgres.socket);
    shared = await createSharedHall({ ...postgres, ordinaryUrl: postgres.urlAt(line.port, 'team') });
    await shared.call('open', '--id', 'store', 'Where do we keep the ledger?');
    await shared.call('say', 'store', '--seat', 'wind', '--', '- A file\n- SQLite, with a daily Backup\n- Postgres');
    await shared.call('close', 'store', 'SQLite (one file).');
    await shared.call('open', '--id', 'motion', '--format', 'asymmetric', 'This house prefers SQLite');
    await shared.call('say', 'motion', '--seat', 'fresh', 'A withheld argument.');
    await shared.call('run', '-q', '--rehearse', '--id', 'rust', 'Should we rewrite our backend in Rust?');
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });
  afterAll(async () => {
    await shared.remove();
    await line.close();
  });

  const search = async (...args: string[]) => {
    const { stdout } = await shared.call('search', '--json', ...args);
    return JSON.parse(stdout) as { readonly threadId: string; readonly matches: readonly object[] }[];
  };
  const find = async (...args: string[]) => (await search(...args)).map(({ threadId }) => threadId);
  /** By a program of its own, which alone keeps what it made of a debate for later ones. */
  const searchAnew = async (words: string) => {
    line.said.length = 0;
    const { stdout } = await shared.start('search', '--json', words).finished;
    const found = (JSON.parse(stdout) as { readonly threadId: string }[]).map(({ threadId }) => threadId);
    return { found, reads: line.said.filter((said) => said.includes('debate_hall.line')).length };
  };

  it.runIf(inCi)('finds lines with all words, whatever their case, and nothing that is withheld', async () => {
    expect(await find('sqlite')).toEqual(['motion', 'store']);
    expect(await search('BACKUP', 'sqlite')).toMatchObject([
      { threadId: 'store', matches: [{ seq: 1, line: '- SQLite, with a daily Backup' }] },
    ]);
    expect(await find('backup', 'postgres')).toEqual([]);
    expect(await find('withheld')).toEqual([]);
    expect(await find('sqlite', '--limit', '1')).toEqual(['motion']);
    expect(await find('sqlite', '--outcome', 'closed-manually')).toEqual(['store']);
    expect((await shared.call('search', ' ')).stderr).toContain('nothing to search for');
  });

  it.runIf(inCampaign)('reads no ledger that was searched before, by whatever process', async () => {
    await shared.call('run', '-q', '--rehearse', '--id', 'airship', 'Should we rebuild the zeppelin?');
    expect(await find('zeppelin')).toEqual(['airship']);
    await shared.call('interject', 'motion', 'Mind the elephant.');
    expect((await searchAnew('elephant')).found).toEqual(['motion']);
    expect(await searchAnew('elephant')).toEqual({ found: ['motion'], reads: 0 });
    // What the tests' own process made of it was of another build, so the first one looked whether it can be read.
    expect(await searchAnew('zeppelin')).toEqual({ found: ['airship'], reads: 0 });
    await shared.call('interject', 'motion', 'The elephant, again.');
    expect(await searchAnew('elephant')).toEqual({ found: ['motion'], reads: 1 });
  });

  it.runIf(inCampaign)(
    'leads calibration to outcomes without a look at other ledgers, and to those that came since',
    async () => {
      const calibrate = async () => {
        line.said.length = 0;
        const { stdout } = await shared.start('calibration', '--json', '--agent', 'rehearsal').finished;
        const { debates } = JSON.parse(stdout) as { readonly debates: number };
        return { debates, reads: line.said.filter((said) => said.includes('debate_hall.line')).length };
      };
      await shared.call('check', '-q', '--rehearse', '--id', 'judged', 'Should we keep our backend?');
      await searchAnew('backend');
      // What the tests' own process made of the others is of another build.
      await shared.start('list').finished;
      expect(await calibrate()).toEqual({ debates: 0, reads: 0 });
      expect(await shared.call('outcome', 'judged', 'Yes')).toMatchObject({ code: 0 });
      expect(await calibrate()).toMatchObject({ debates: 1 });
      await searchAnew('backend');
      expect(await calibrate()).toEqual({ debates: 1, reads: 1 });
    },
  );

  it.runIf(inCampaign)('is made ready by a server, and shown by page with how many there are', async () => {
    const { store } = (await shared.hall()).loaded.config;
    const serve = await startServe({ env: shared.env, config: { store: { hall: store.hall } } });
    opened.push(serve);
    const token = await serve.addKey('ana', 'reader');
    await serve.listen();
    const ask = async (query: string) => await (await serve.request(`/api/debates?${query}`, { token })).json();
    expect(await ask('q=sqlite&limit=1&from=1')).toMatchObject({ total: 2, rows: [{ threadId: 'store' }] });
    expect(await ask('q=sqlite&state=over')).toMatchObject({ total: 1, rows: [{ threadId: 'store' }] });
    expect(await ask('q=sqlite&agent=nobody')).toEqual({ total: 0, rows: [], unreadable: 0 });
    await shared.call('open', '--id', 'late', 'Is the giraffe late?');
    const isReady = async () => (await shared.dump()).includes('GIRAFFE');
    await expect.poll(isReady, { interval: 500 }).toBe(true);
  });

  it('keeps nothing of what was redacted or deleted', async () => {
    await shared.call('open', '--id', 'gone', 'Is the canary of the deleted there?');
    await shared.call('open', '--id', 'kept', 'Is the zebra there?');
    await shared.call('say', 'kept', '--seat', 'wind', 'The canary of the redacted is.');
    expect(await find('canary')).toEqual(['kept', 'gone']);
    expect(await shared.call('redact', 'kept', '--event', '1', '--reason', 'It is private.')).toMatchObject({
      code: 0,
    });
    expect(await shared.call('delete', 'gone', '--yes')).toMatchObject({ code: 0 });
    expect((await shared.dump()).toLowerCase()).not.toContain('canary');
    expect([await find('canary'), await find('zebra', 'is')]).toEqual([[], ['kept']]);
  });
});
