// Calls that no careful client makes, thousands of them, and many clients at once: nothing breaks, nothing is lost.
import fs from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ERROR_CODES } from '../../src/domain/failures/errors.ts';
import { TOOLSETS } from '../../src/doors/mcp/tools/toolsets.ts';
import { openHall } from '../../src/hall/compose/hall.ts';
import { verifyDebate } from '../../src/hall/operations/records/verify-debate.ts';
import { inCampaign, times } from '../support/campaign.ts';
import { FOREVER_MS } from '../support/limits.ts';
import { storeVariables } from '../support/shared-store.ts';
import { type Connected, connect, connectHere, hallFolder, type Loose, type Started } from './support.ts';

const CALLS = times(5_000, 300);
/** Of each client that writes at the same time. */
const TURNS = 20;
const AT_ONCE = 10;

const folder = hallFolder();
let server: Started;
beforeAll(async () => {
  server = await connect(folder);
});
afterAll(async () => {
  await server.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const tools = new Map((TOOLSETS.find(({ name }) => name === 'core')?.tools ?? []).map((tool) => [tool.name, tool]));

const ids = fc.constantFrom('d0', 'd1', 'd2', 'd3', 'd4', 'd5');
const nasty = fc.constantFrom<unknown>(
  ...['', ' ', '../../etc/passwd', '..', '.', '-rf', '$(id)', '\u0000', '\u001b[2J', '\u202e', '\ud800', '__proto__'],
  ...['constructor', 'toString', 'debate://d0', 'a'.repeat(300), 'x'.repeat(200_000), '💥'.repeat(20_000)],
  ...[null, true, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, [], {}, { $ref: '#' }, [[[[[]]]]], { length: -1 }],
);
const anything = fc.oneof(nasty, fc.string(), fc.integer(), fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>);
const role = fc.constantFrom('Wind', 'wall', 'DOOR', 'mediator', 'reviewer', 'nobody');
const content = fc.oneof(fc.string({ minLength: 1, maxLength: 200 }), fc.constantFrom('VOTE: APPROVE', '> NEXT: door'));

/** Arguments that make sense, so that calls get past the first check. */
const sensible: Record<string, fc.Arbitrary<Record<string, unknown>>> = {
  init_debate: fc.record({
    topic: fc.string({ minLength: 3, maxLength: 50 }),
    thread_id: ids,
    mode: fc.constantFrom('fixed', 'mediated'),
    max_turns: fc.integer({ min: 50, max: 5_000 }),
    max_rounds: fc.constant(2_000),
    strict_cognition: fc.boolean(),
  }),
  add_turn: fc.record({ thread_id: ids, role, content, cognition: fc.constantFrom('PATHOS', 'ETHOS', 'LOGOS', null) }),
  get_debate: fc.record({
    thread_id: ids,
    include_transcript: fc.boolean(),
    from: fc.integer({ min: 0, max: 500 }),
    wait_seconds: fc.constantFrom(0, 0.01),
  }),
  close_debate: fc.record({
    thread_id: fc.constantFrom('d4', 'd5'),
    synthesis: content,
    output_format: fc.constantFrom('json', 'octave', 'both'),
  }),
  pick_next_speaker: fc.record({ thread_id: ids, role }),
  force_close_debate: fc.record({ thread_id: fc.constant('d5'), reason: content }),
  tombstone_turn: fc.record({ thread_id: ids, turn_index: fc.integer({ min: -2, max: 60 }), reason: content }),
  // Never with an agent: what a run does is tested elsewhere.
  debate_auto: fc.record({ topic: content, seats: fc.constantFrom({ wind: 'nobody' }, { judge: 'human' }) }),
  resume_debate: fc.record({
    thread_id: ids,
    action: fc.constantFrom('continue', 'approve', 'reject', 'override'),
    content: fc.constantFrom('', 'no'),
  }),
  debate_history: fc.record({ limit: fc.integer({ min: 1, max: 100 }), search: fc.string({ maxLength: 5 }) }),
  list_agents: fc.constant({ unknown: true }),
  verify_debate: fc.record({ thread_id: ids, head: fc.string({ maxLength: 70 }) }),
  export_debate: fc.record({
    thread_id: ids,
    format: fc.constantFrom('markdown', 'adr', 'json', 'nothing'),
    offset: fc.integer({ min: -1, max: 100_000 }),
  }),
};

/** Sensible arguments with something wrong in them: a value, a key too many, a key too few. */
function hostile(name: string): fc.Arbitrary<Record<string, unknown>> {
  const good = sensible[name] as fc.Arbitrary<Record<string, unknown>>;
  return fc.tuple(good, anything, fc.nat(), fc.constantFrom('value', 'more', 'less')).map(([args, thing, at, how]) => {
    const keys = Object.keys(args);
    const key = keys[at % keys.length] as string;
    if (how === 'more') return { ...args, [`x${at}`]: thing };
    if (how === 'value') return { ...args, [key]: thing };
    const { [key]: _, ...less } = args;
    return name === 'debate_auto' ? { ...less, limits: 'none' } : less;
  });
}

const call = fc
  .constantFrom(...tools.keys(), 'add_turn', 'add_turn', 'get_debate')
  .chain((name) =>
    fc.tuple(fc.constant(name), fc.oneof(sensible[name] as fc.Arbitrary<Record<string, unknown>>, hostile(name))),
  );

it(`${CALLS} hostile calls end in a result of the right shape or in a typed error, and the hall stays intact`, async () => {
  const calls = fc.sample(call, { numRuns: CALLS, seed: 20261120 });
  const codes = new Map<string, number>();
  const check = async ([name, args]: [string, Record<string, unknown>]) => {
    const result: Loose = await server.client.callTool({ name, arguments: args }, { timeout: FOREVER_MS });
    const said = JSON.stringify({ name, args: JSON.stringify(args).slice(0, 300), result }).slice(0, 2_000);
    expect(JSON.stringify(result).length, said).toBeLessThan(100_000);
    if (result.isError === true) {
      const { code } = result.structuredContent.error;
      codes.set(code, (codes.get(code) ?? 0) + 1);
      expect(Object.keys(ERROR_CODES), said).toContain(code);
      expect(code, `${said} ${server.stderr()}`).not.toBe('internal');
    } else {
      codes.set('ok', (codes.get('ok') ?? 0) + 1);
      expect(tools.get(name)?.output.safeParse(result.structuredContent).error, said).toBeUndefined();
    }
  };
  for (let at = 0; at < calls.length; at += AT_ONCE) await Promise.all(calls.slice(at, at + AT_ONCE).map(check));
  // The calls reached the rules behind the door and did not all bounce off it.
  for (const code of ['ok', 'bad-input', 'not-your-turn', 'already-exists', 'not-found']) {
    expect(codes.get(code) ?? 0, [...codes].join(' ')).toBeGreaterThan(CALLS / 100);
  }
  expect(server.stderr()).toBe('');
  await expectIntact(6);
});

async function expectIntact(atLeast: number): Promise<void> {
  const hall = await openHall({ cwd: folder, home: folder, env: storeVariables(folder) });
  const { items: all } = await hall.store.list();
  expect(all.length).toBeGreaterThanOrEqual(atLeast);
  for (const threadId of all) expect(await verifyDebate(hall, { threadId }), threadId).toMatchObject({ ok: true });
  await hall.close();
}

it('names that are no tool are a protocol error', async () => {
  for (const name of ['nothing', '__proto__', 'constructor', '']) {
    await expect(server.client.callTool({ name, arguments: {} })).rejects.toMatchObject({ code: -32602 });
  }
});

it.runIf(inCampaign)('eight clients that write one debate at once lose nothing', async () => {
  // Four servers are processes of their own; four share one, where turns meet within the process, too.
  const clients = await Promise.all(
    Array.from({ length: 8 }, async (_, index) =>
      index % 2 === 0 ? connect(folder) : connectHere(folder, { era: 'auto' }),
    ),
  );
  const [first] = clients as [Connected];
  const thread_id = 'together';
  await first.call('init_debate', {
    thread_id,
    topic: 'Should we?',
    mode: 'mediated',
    max_turns: 500,
    max_rounds: 500,
  });
  const acknowledged: string[] = [];
  await Promise.all(
    clients.map(async ({ call: send }, index) => {
      for (let turn = 0; turn < TURNS; turn += 1) {
        const words = `client ${index}, turn ${turn}`;
        await send('add_turn', { thread_id, role: 'Wind', content: words });
        acknowledged.push(words);
      }
    }),
  );
  const seen: string[] = [];
  for (let from: number | undefined = 0; from !== undefined; ) {
    const page: Loose = await first.call('get_debate', { thread_id, include_transcript: true, from });
    seen.push(...page.transcript.map((entry: Loose) => entry.content));
    from = page.next_from;
  }
  expect(seen.sort()).toEqual(acknowledged.sort());
  expect(new Set(seen).size).toBe(clients.length * TURNS);
  await Promise.all(clients.map(async (client) => client.close()));
  await expectIntact(1);
});
