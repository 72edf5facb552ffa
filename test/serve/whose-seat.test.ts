// Whose words a seat takes: by role, by who opened the debate, by who fills the seat, and by the door that somebody comes through.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isEvent } from '../../src/domain/events.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import type { OpenInput } from '../../src/hall/operations/debate/opening/open-input.ts';
import { say } from '../../src/index.ts';
import { listDueSteps } from '../../src/ledger/engine/snapshot.ts';
import type { Role } from '../../src/platform/access/principal.ts';
import { callProgramIn } from '../support/call-program.ts';
import { sample } from '../support/campaign.ts';
import { type Serve, startServe } from './support.ts';

const PEOPLE = {
  rita: 'reader',
  sam: 'speaker',
  rob: 'runner',
  ana: 'speaker',
  root: 'admin',
} as const satisfies Record<string, Role>;
type Person = keyof typeof PEOPLE;
const DOORS = ['tool', 'page'] as const;
type Door = (typeof DOORS)[number];
const FILLINGS = ['agent', 'person', 'nobody'] as const;
type Filling = (typeof FILLINGS)[number];
/** The command line notes nobody. */
const OPENERS = { ana: 'key:ana', 'somebody at the command line': undefined } as const;
type Opener = keyof typeof OPENERS;

const WORDS = 'No, 90%\n- It costs more than it brings.';
const REHEARSED = Object.fromEntries(['a', 'b', 'c', 'writer'].map((seat) => [seat, { agent: 'rehearsal' }]));
let serve: Serve;
const tokens = new Map<Person, string>();
const sessions = new Map<Person, Awaited<ReturnType<Serve['connect']>>>();
let opened = 0;

beforeAll(async () => {
  serve = await startServe();
  for (const [name, role] of Object.entries(PEOPLE)) tokens.set(name as Person, await serve.addKey(name, role));
  await serve.listen();
  for (const [name, token] of tokens) sessions.set(name, await serve.connect(token));
});
afterAll(async () => await serve.close());

/** A debate in which the seats a, b and c are all asked for an opening. */
async function openPanel(opener: Opener, filling: Filling): Promise<string> {
  opened += 1;
  const threadId = `panel-${opened}`;
  const filled: Partial<OpenInput> = {
    agent: { everySeat: 'rehearsal' },
    person: { panel: { ...REHEARSED, a: { agent: 'human' } } },
    nobody: { seating: 'by-hand' as const },
  }[filling];
  const question = { answer: 'yes-no' } as const;
  const askedBy = OPENERS[opener];
  await openDebate(serve.hall, { threadId, topic: 'Should we move?', format: 'panel', question, askedBy, ...filled });
  return threadId;
}

const SAY: Record<Door, (who: Person, threadId: string) => Promise<unknown>> = {
  tool: async (who, thread_id) => await sessions.get(who)?.call('add_turn', { thread_id, role: 'a', content: WORDS }),
  page: async (who, threadId) => {
    const step = listDueSteps(await serve.hall.engine.snapshot(threadId)).find(({ seat }) => seat === 'a')?.id;
    const filled = { answer: 'No', confidence: '90', claims: 'It costs more than it brings.' };
    await post(who, `/api/debates/${threadId}/say`, { seat: 'a', step, seen: 1, kind: 'opening', filled });
  },
};

async function post(who: Person, path: string, body: object): Promise<void> {
  const answer = await serve.request(path, {
    ...{ method: 'POST', token: tokens.get(who) ?? '' },
    headers: { 'content-type': 'application/json', origin: serve.url },
    body: JSON.stringify({ key: `${who}-${path}`.padEnd(20), ...body }),
  });
  const { error } = await answer.json();
  if (!answer.ok) throw new Error(`${error.code}: ${error.message}`);
}

const refusalOf = async (work: Promise<unknown>): Promise<string | undefined> =>
  await work.then(
    () => undefined,
    (error: Error) => /^[a-z-]+(?=:)/.exec(error.message)?.[0] ?? error.message,
  );

async function listTurns(threadId: string): Promise<readonly string[]> {
  const { log } = await serve.hall.engine.snapshot(threadId);
  return log.flatMap((event) => (isEvent(event, 'turn-recorded') ? [event.data.by.author ?? ''] : []));
}

/** The rule. Readers are not offered the tool, and the page has no form for the seat of an agent, whoever asks. */
function expectRefusal(who: Person, opener: Opener, filling: Filling, door: Door): string | undefined {
  if (PEOPLE[who] === 'reader') return door === 'tool' ? 'Tool add_turn not found' : 'not-permitted';
  if (filling !== 'agent') return undefined;
  if (door === 'page') return 'not-your-turn';
  return PEOPLE[who] === 'admin' || who === opener ? undefined : 'not-permitted';
}

const CELLS = (Object.keys(PEOPLE) as Person[]).flatMap((who) =>
  (Object.keys(OPENERS) as Opener[]).flatMap((opener) =>
    FILLINGS.flatMap((filling) => DOORS.map((door) => ({ who, opener, filling, door }) as const)),
  ),
);

it.each(sample(CELLS, 7))(
  'takes the words of $who in a debate that $opener opened, in a seat of $filling, through the $door, only by the rule',
  async ({ who, opener, filling, door }) => {
    const threadId = await openPanel(opener, filling);
    const expected = expectRefusal(who, opener, filling, door);
    expect(await refusalOf(SAY[door](who, threadId))).toBe(expected);
    expect(await listTurns(threadId)).toEqual(expected === undefined ? [who] : []);
  },
);

it('lets nobody else pick in the place of a mediator that is an agent', async () => {
  for (const filling of ['agent', 'nobody'] as const) {
    const threadId = `mediated-${filling}`;
    const filled = filling === 'nobody' ? { seating: 'by-hand' as const } : { everySeat: 'rehearsal' };
    const options = { order: 'mediated' };
    await openDebate(serve.hall, {
      ...{ threadId, topic: 'Should we move?', format: 'wind-wall-door', options, askedBy: 'key:ana' },
      ...filled,
    });
    const pick = async (who: Person) =>
      await sessions.get(who)?.call('pick_next_speaker', { thread_id: threadId, role: 'Wall' });
    const stranger = filling === 'agent' ? 'not-permitted' : undefined;
    expect(await refusalOf(pick('sam'))).toBe(stranger);
    expect(await refusalOf(post('rob', `/api/debates/${threadId}/pick`, { seat: 'wall' }))).toBe(stranger);
    expect(await refusalOf(pick('ana'))).toBeUndefined();
    expect(await listTurns(threadId)).toEqual(filling === 'agent' ? ['ana'] : ['sam', 'rob', 'ana']);
  }
});

it('lets whoever is at the machine speak in every seat', async () => {
  const threadId = await openPanel('ana', 'agent');
  await say(serve.hall, { threadId, seat: 'a', content: WORDS, author: 'Ben' });
  const { folder } = serve;
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, DEBATE_HALL_TRUST: folder };
  const said = await callProgramIn({ folder, env }, ['say', threadId, '--seat', 'b', '--author', 'Cleo', WORDS]);
  expect(said).toMatchObject({ code: 0 });
  expect(await listTurns(threadId)).toEqual(['Ben', 'Cleo']);
});
