// What a database keeps for searches: found is what the texts hold, in any language, and nothing that was taken out of a ledger.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../src/ledger/stores/postgres/index.ts';
import type { Store, StoredLedger } from '../../src/ledger/stores/store.ts';
import { Database } from '../../src/platform/database/database.ts';
import { systemRandom } from '../../src/support/clock.ts';
import { anyCharacter } from '../support/any-character.ts';
import { openDatabase } from '../support/database.ts';
import { type PostgresDatabase, whyNoPostgres } from '../support/postgres.ts';

const ALL = { from: 0, most: undefined };

describe.skipIf(whyNoPostgres !== undefined)('the search index of a database', () => {
  let postgres: PostgresDatabase;
  let superuser: Database;
  let halls = 0;
  let store: ReturnType<typeof openPostgresStore>;
  const opened: Store[] = [];
  const openHall = (hall: string) => {
    const database = new Database({ url: postgres.ordinaryUrl, hall });
    const one = openPostgresStore({ database, random: systemRandom });
    opened.push(one);
    return one;
  };
  beforeAll(async () => {
    postgres = await openDatabase();
    superuser = new Database({ url: postgres.url });
  });
  afterAll(async () => {
    for (const one of opened) await one.close();
    await superuser.close();
  });
  beforeEach(() => {
    halls += 1;
    store = openHall(`hall-${halls}`);
  });

  const ledger = async (id: string) => (await store.find([id]))[0] as StoredLedger;
  const put = async (id: string, folded: string, memo?: string) =>
    await store.searchIndex.put(await ledger(id), { folded, written: folded.toLowerCase(), places: 'headings', memo });
  const add = async (id: string, folded: string) => {
    await store.create(id, 'one\n');
    await put(id, folded);
  };
  const find = async (...words: string[]) => (await store.searchIndex.find(words, ALL)).ledgers.map(({ id }) => id);
  const stale = async (running = true) =>
    (await store.searchIndex.listStale({ most: 10, running })).map(({ id }) => id).sort();
  const append = async (id: string, to = store) => {
    const after = (await to.read(id))?.cursor ?? { offset: 0, tail: '' };
    await to.append(id, { after, lines: 'two\n' });
  };
  /** Every row of what searches look in. */
  const dump = async () =>
    JSON.stringify([
      await superuser.query('select * from debate_hall.search_text'),
      await superuser.query(
        'select * from debate_hall.search_gram where doc not in (select doc from debate_hall.search_text)',
      ),
    ]);

  it.each([
    ['whose memo holds it', 'now{"wanted":1}', true],
    ['whose memo does not hold it', 'now{"other":1}', false],
    ['whose memo begins in another way', 'then{"other":1}', true],
    ['without a memo', undefined, true],
  ])('lists by memo a ledger %s', async (_, memo, isListed) => {
    await openHall(`beside-${halls}`).create('theirs', 'one\n');
    await store.create('one', 'one\n');
    await put('one', 'SOMETHING', memo);
    const listed = async () =>
      (await store.searchIndex.listByMemo({ start: 'now{', holds: '"wanted":' })).map(({ id }) => id);
    expect(await listed()).toEqual(isListed ? ['one'] : []);
    await append('one');
    await store.create('never-put', 'one\n');
    expect(await listed()).toEqual(['never-put', 'one']);
  });

  it.each([
    ['a word', ['POSTGRES'], true],
    ['a part of a word', ['STGR'], true],
    ['several words of one line, in any order', ['LITE', 'WE'], true],
    ['words of different lines', ['LITE', 'POSTGRES'], false],
    ['two letters', ['WE'], true],
    ['one letter', ['W'], true],
    ['Chinese', ['数据'], true],
    ['Chinese of one sign', ['库'], true],
    ['Chinese that is not there', ['据数'], false],
    ['Arabic', ['قاعدة'], true],
    ['a picture', ['🐘'], true],
    ['half of a picture', ['\ud83d'], false],
    ['what a pattern would take for a sign of its own', ['%'], true],
    ['the same where it is not', ['_'], false],
    ['a character that no database keeps', ['A\0B'], true],
    ['nothing of it', ['MYSQL'], false],
  ])('finds %s', async (_, words, isFound) => {
    await add('other', 'SOMETHING ELSE');
    await add('d', 'SHOULD WE USE SQLITE?\nOR POSTGRES 🐘, 100%\n我们用哪个数据库\nقاعدة البيانات\nA\0B');
    expect(await find(...words)).toEqual(isFound ? ['d'] : []);
  });

  it('finds what a look at every line finds', async () => {
    const letter = fc.oneof(fc.constantFrom('A', 'B', ' ', '\n', '数', '据'), anyCharacter);
    const text = fc.array(letter, { maxLength: 12 }).map((letters) => letters.join(''));
    const word = fc.array(letter, { minLength: 1, maxLength: 3 }).map((letters) => letters.join('').replace(/\s/g, ''));
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 3 }), fc.array(word, { maxLength: 2 }), async (texts, given) => {
        const words = given.filter((each) => each !== '');
        if (words.length === 0) return;
        count += 1;
        const own = openHall(`property-${count}`);
        const expected: string[] = [];
        for (const [index, folded] of texts.entries()) {
          const id = `d-${index}`;
          await own.create(id, 'one\n');
          const [found] = await own.find([id]);
          await own.searchIndex.put(found as StoredLedger, { folded, written: folded, places: '', memo: undefined });
          // Half of a pair is no character of any text, and stands for every other one.
          const lines = folded.toWellFormed().split('\n');
          if (lines.some((line) => words.every((each) => line.includes(each.toWellFormed())))) expected.push(id);
        }
        const { total, ledgers } = await own.searchIndex.find(words, ALL);
        expect([total, ledgers.map(({ id }) => id).sort()]).toEqual([expected.length, expected]);
      }),
      { numRuns: 60 },
    );
  });

  it('gives them by page, the one that was written last first', async () => {
    for (const id of ['a', 'b', 'c']) await add(id, 'WORD');
    expect(await find('WORD')).toEqual(['c', 'b', 'a']);
    expect(await store.searchIndex.find(['WORD'], { from: 1, most: 1 })).toEqual({
      total: 3,
      ledgers: [await ledger('b')],
    });
    expect(await store.searchIndex.find(['WORD'], { from: 5, most: 1 })).toEqual({ total: 3, ledgers: [] });
  });

  it('gives the lines that hold all words, each once, with their numbers', async () => {
    await add('a', 'NO\nA WORD\nWORD A\nA WORD\nA\nAND A WORD');
    await add('b', 'A\nWORD');
    const found = await store.searchIndex.readLines(['a', 'b', 'nobody'], ['A', 'WORD'], 2);
    const lines = [
      { number: 2, text: 'a word' },
      { number: 3, text: 'word a' },
    ];
    expect(found).toEqual(new Map([['a', { places: 'headings', total: 3, lines }]]));
    expect((await store.searchIndex.readLines(['a'], ['A', 'WORD'], undefined)).get('a')?.lines).toHaveLength(3);
  });

  it('finds decisions that share rare words with a question, with those that follow one of them and the family of one', async () => {
    const decide = async (id: string, compared: string, relatedTo?: string) => {
      await store.create(id, 'one\n');
      const decided = { compared, glance: id, relatedTo };
      await store.searchIndex.put(await ledger(id), {
        ...{ folded: '', written: '', places: '', memo: undefined, decided },
      });
    };
    const ask = async (texts: readonly string[], most: number, except?: string) => {
      const words = texts.map((text) => ({ text, weight: 1 }));
      const { glances, ...rest } = await store.searchIndex.findAlike(words, { except, most });
      const ids = glances.map(({ glance }) => glance).sort();
      const versions = new Map((await store.find(ids)).map(({ id, version }) => [id, version]));
      for (const { glance, version } of glances) expect([glance, version]).toEqual([glance, versions.get(glance)]);
      return { ...rest, glances: ids };
    };
    await decide('rust', 'should we migrate to rust?');
    await decide('again', 'and now?', 'rust');
    await decide('once-more', 'and then?', 'again');
    for (let index = 0; index < 5; index += 1) await decide(`lunch-${index}`, 'where should we have lunch?');
    await add('open', 'SHOULD WE MIGRATE?');
    const all = ['again', 'lunch-0', 'lunch-1', 'lunch-2', 'lunch-3', 'lunch-4', 'once-more', 'rust'];
    expect(await ask(['migrat'], 8)).toEqual({ total: 8, having: [], glances: all });
    expect(await ask(['migrat', 'should', 'nothing'], 1)).toEqual({
      total: 8,
      having: [1, 6, 0],
      glances: ['again', 'rust'],
    });
    expect((await ask(['lunch'], 1, 'once-more')).glances).toEqual(['again', 'lunch-0', 'once-more', 'rust']);
    expect((await ask(['nothing'], 1)).glances).toEqual([]);
  });

  it('knows which were written since, and takes nothing that was made of an older version', async () => {
    await store.create('a', 'one\n');
    await add('b', 'WORD');
    expect(await stale()).toEqual(['a']);
    const before = await ledger('b');
    await append('b');
    expect(await stale()).toEqual(['a', 'b']);
    await store.searchIndex.put(before, { folded: 'OLD', written: 'old', places: '', memo: undefined });
    expect([await find('OLD'), await find('WORD')]).toEqual([[], ['b']]);
    const claim = await store.claimRun('b');
    expect([await stale(false), await stale(true)]).toEqual([['a'], ['a', 'b']]);
    await claim?.release();
    await put('b', 'NEW', 'memo');
    expect([await find('NEW'), await find('WORD'), await stale()]).toEqual([['b'], [], ['a']]);
    expect(await store.searchIndex.readMemos([await ledger('b'), await ledger('a')])).toEqual(new Map([['b', 'memo']]));
    expect(await store.searchIndex.readMemos([before])).toEqual(new Map());
    await store.keepMemo(before, 'too late');
    await store.keepMemo(await ledger('b'), 'of another build');
    expect(await store.searchIndex.readMemos([await ledger('b')])).toEqual(new Map([['b', 'of another build']]));
  });

  it('keeps nothing of a ledger that was replaced or removed, from the same moment on', async () => {
    await add('redacted', 'A SECRET WORD');
    await add('deleted', 'A SECRET WORD');
    const after = (await store.read('redacted'))?.cursor ?? { offset: 0, tail: '' };
    await store.replace('redacted', { after, text: 'new\n' });
    await store.remove('deleted', []);
    expect(await dump()).not.toContain('SECRET');
    expect(await dump()).toMatch(/,\[\]\]$/);
    expect([await find('SECRET'), await stale()]).toEqual([[], ['redacted']]);
  });

  it('keeps nothing of a ledger that an older version of the program replaced', async () => {
    await add('d', 'A SECRET WORD');
    await superuser.query(
      `update debate_hall.debate set lines = 1, generation = generation + 1 where hall = $1 and id = 'd'`,
      [`hall-${halls}`],
    );
    expect(await dump()).not.toContain('SECRET');
    expect([await find('SECRET'), await stale()]).toEqual([[], ['d']]);
  });

  it('is one for each hall', async () => {
    const other = openHall('another');
    await other.create('d', 'one\n');
    await add('d', 'WORD');
    expect((await other.searchIndex.find(['WORD'], ALL)).total).toBe(0);
    expect(await other.searchIndex.readLines(['d'], ['WORD'], undefined)).toEqual(new Map());
    expect((await other.searchIndex.listStale({ most: 10, running: true })).map(({ id }) => id)).toEqual(['d']);
  });

  it('looks letters up by an index, also where a wall stands between halls', async () => {
    const database = new Database({ url: postgres.ordinaryUrl, hall: `hall-${halls}` });
    const plan = await database.change(async (client) => {
      await client.query('set local enable_seqscan = off');
      const { rows } = await client.query<Record<string, string>>(
        `explain select doc from debate_hall.search_gram where grams @> '{1,2}'::smallint[]`,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    await database.close();
    expect(plan).toContain('search_gram_having');
  });
});
