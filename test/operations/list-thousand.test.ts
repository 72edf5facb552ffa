// A hall of a thousand debates in mixed states: order, filters and pages are right, and nothing is checked twice.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openHall } from '../../src/hall/compose/hall.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { type ListInput, listDebates } from '../../src/hall/operations/records/lists/list-debates.ts';
import { callProgram } from '../support/call-program.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { temporaryFolder } from '../support/hall.ts';
import { type WrittenDebate, writeManyDebates } from '../support/many-debates.ts';

const COUNT = 1_000;
let folder: string;
let written: WrittenDebate[];
const halls: Hall[] = [];

/** One that has read nothing yet, with the ids of the debates that it checks. */
async function freshHall(): Promise<{ hall: Hall; checked: string[] }> {
  const hall = await openHall({ cwd: folder, home: folder, env: {} });
  halls.push(hall);
  const checked: string[] = [];
  const { readOnce } = hall.engine;
  vi.spyOn(hall.engine, 'readOnce').mockImplementation(async (id) => {
    checked.push(id);
    return await readOnce.call(hall.engine, id);
  });
  return { hall, checked };
}

beforeAll(() => {
  folder = temporaryFolder();
  written = writeManyDebates(path.join(folder, 'debates'), COUNT);
});
afterAll(async () => {
  for (const hall of halls) await hall.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const names = (rows: readonly { threadId: string }[]) => rows.map(({ threadId }) => threadId);

it.each(['', '\n', '\n\n', 'x', '{}\n\n'])(
  'a file of %j is held out by every filter, and listed as no ledger',
  async (text) => {
    const own = temporaryFolder();
    fs.mkdirSync(path.join(own, 'debates'));
    fs.writeFileSync(path.join(own, 'debates', 'd.jsonl'), text);
    const hall = await openHall({ cwd: own, home: own, env: {} });
    halls.push(hall);
    for (const input of [
      { outcome: 'open' },
      { outcome: 'agreed' },
      { since: new Date(0) },
      { format: 'oxford' },
    ] as const) {
      expect(await listDebates(hall, input)).toEqual([]);
    }
    expect(await listDebates(hall)).toEqual([
      { threadId: 'd', code: 'storage', unreadable: expect.stringContaining('d.jsonl is not a ledger') },
    ]);
    fs.rmSync(own, { recursive: true });
  },
);

describe.runIf(inCi)('a list of 1,000 debates', () => {
  it('shows all, the one that was written last first, the damaged ones among them', async () => {
    const { hall } = await freshHall();
    const rows = await listDebates(hall);
    expect(names(rows)).toEqual(names(written));
    for (const [index, row] of rows.entries()) {
      const { damaged, outcome, format, topic, changedAt } = written[index] as WrittenDebate;
      if (damaged)
        expect(row).toEqual({
          threadId: row.threadId,
          code: 'ledger-damaged',
          unreadable: expect.stringContaining('damaged'),
        });
      else expect(row).toMatchObject({ outcome, format, topic, changedAt });
    }
  });

  it('checks only what it shows', async () => {
    const { hall, checked } = await freshHall();
    expect(names(await listDebates(hall, { limit: 30 }))).toEqual(names(written.slice(0, 30)));
    expect(checked).toEqual(names(written.slice(0, 30)));
    const { total, rows } = await hall.summaries.page({ from: 500, limit: 20 });
    expect([total, names(rows)]).toEqual([COUNT, names(written.slice(500, 520))]);
    expect(checked).toHaveLength(50);
  });

  it.runIf(inCampaign)(
    'is cut to the 30 that changed last for people, which standard error says, and whole for programs',
    async () => {
      const config = path.join(folder, 'empty.json');
      fs.writeFileSync(config, '{}');
      const list = async (...words: string[]) =>
        await callProgram('list', '--hall', path.join(folder, 'debates'), '--config', config, ...words);
      const { stdout, stderr } = await list();
      const [, ...lines] = stdout.trim().split('\n');
      expect(lines.map((line) => line.split(' ')[0])).toEqual(names(written.slice(0, 30)));
      expect(stderr).toBe('Only the 30 that changed last are shown. See more with --limit.\n');
      const whole = await list('--json');
      expect([names(JSON.parse(whole.stdout)), whole.stderr]).toEqual([names(written), '']);
      const more = await list('--json', '--limit', '40');
      expect([names(JSON.parse(more.stdout)), more.stderr]).toEqual([names(written.slice(0, 40)), '']);
      const none = await list('--json', '--outcome', 'stable-disagreement');
      expect([JSON.parse(none.stdout), none.stderr]).toEqual([
        [],
        expect.stringMatching(/^warning: Left out: 20 debates /),
      ]);
    },
  );

  const outcomes = ['open', 'decided', 'agreed', 'force-closed', 'stopped-by-limit', 'stable-disagreement'] as const;
  const since = new Date(Date.now() - 300 * 60_000);
  const filters: [string, ListInput, (debate: WrittenDebate) => boolean][] = [
    ...outcomes.map((outcome): (typeof filters)[number] => [
      outcome,
      { outcome },
      (debate) => (debate.outcome ?? 'open') === outcome,
    ]),
    ['a format', { format: 'asymmetric' }, ({ format }) => format === 'asymmetric'],
    ['a time', { since }, ({ changedAt }) => Date.parse(changedAt) >= since.getTime()],
    [
      'all of them',
      { format: 'wind-wall-door', outcome: 'agreed', since, limit: 9 },
      ({ format, outcome, changedAt }) =>
        format === 'wind-wall-door' && outcome === 'agreed' && Date.parse(changedAt) >= since.getTime(),
    ],
  ];
  let many: Awaited<ReturnType<typeof freshHall>>;
  beforeAll(async () => {
    many = await freshHall();
  });
  afterAll(() => expect(many.checked.toSorted()).toEqual(names(written).toSorted()));

  it.each(filters)('finds by %s exactly those, and checks each debate once', async (_name, input, isWanted) => {
    const { hall } = many;
    const fitting = written.filter(isWanted);
    const expected = fitting.filter(({ damaged }) => !damaged).slice(0, input.limit);
    expect(names(await listDebates(hall, input))).toEqual(names(expected));
  });

  it.each(['"we"? ÄRGER 42', 'D-0042', 'd-0057', 'nowhere'])(
    'finds %s in ids and topics, page by page',
    async (words) => {
      const { hall } = many;
      const lower = words.toLowerCase();
      const called = ({ threadId, topic }: Pick<WrittenDebate, 'threadId' | 'topic'>) =>
        `${threadId}\n${topic}`.toLowerCase().includes(lower);
      const fitting = written.filter((debate) => called(debate.damaged ? { ...debate, topic: '' } : debate));
      const { total, rows } = await hall.summaries.page({
        from: 1,
        limit: 4,
        wanted: (row) => called({ threadId: row.threadId, topic: ('topic' in row && row.topic) || '' }),
      });
      expect([total, names(rows)]).toEqual([fitting.length, names(fitting.slice(1, 5))]);
    },
  );
});
