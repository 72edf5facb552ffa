// What clients see of the tools, and how a debate by hand goes, in both eras of the protocol.
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discoverFormats } from '../../src/hall/compose/discover.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { ledgersOf } from '../support/ledgers.ts';
import { type Connected, connect, connectHere, type Era, hallFolder, type Loose } from './support.ts';

const CHARACTERS_PER_TOKEN = 4;
const WAIT_S = 45;

const folder = hallFolder();
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe.each<Era>(inCampaign ? ['legacy', 'auto'] : ['auto'])('a client that opens in the way "%s"', (era) => {
  /** One of the two meets a server in a process of its own. */
  const open = era === 'auto' ? connect : connectHere;
  let server: Connected;
  beforeAll(async () => {
    server = await open(folder, { era });
  });
  afterAll(async () => {
    await server.close();
  });
  const id = (name: string) => `${name}-${era}`;

  it('speaks the revision of its era', () => {
    expect(server.client.getNegotiatedProtocolVersion()).toBe(era === 'auto' ? '2026-07-28' : '2025-11-25');
  });

  it('sees the same tools, schemas and hints as before', async () => {
    const { tools } = await server.client.listTools();
    await expect(`${JSON.stringify(tools, null, 2)}\n`).toMatchFileSnapshot('fixtures/tools.json');
  });

  it('pays less than 3,500 tokens for the core tools', async () => {
    const { tools } = await server.client.listTools();
    expect(JSON.stringify({ tools }).length / CHARACTERS_PER_TOKEN).toBeLessThan(3_500);
  });

  it('is told all four hints, a title and a description of every tool', async () => {
    const { tools } = await server.client.listTools();
    for (const { annotations, title, description, outputSchema } of tools) {
      expect(Object.keys(annotations ?? {}).sort()).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ]);
      expect([title, description, outputSchema].every((part) => part !== undefined)).toBe(true);
    }
  });

  it('gets instructions, a title and an icon', () => {
    const instructions = server.client.getInstructions() ?? '';
    expect(instructions).toMatch(/^Use Debate Hall to decide.*debate_auto.*init_debate.*verify_debate/s);
    expect(instructions.length).toBeLessThan(2_048);
    expect(server.client.getServerVersion()).toMatchObject({
      name: 'debate-hall',
      title: 'Debate Hall',
      icons: [{ mimeType: 'image/svg+xml' }],
    });
  });

  it('opens a debate of another format, which tells who is due', async () => {
    const thread_id = id('another-format');
    const opened = await server.call('init_debate', { thread_id, topic: 'Should we?', format: 'oxford' });
    expect(opened).toMatchObject({ thread_id, format: 'oxford', status: 'active', next_role: 'Proposition' });
    expect(opened).not.toHaveProperty('max_turns');
    expect(await server.call('get_debate', { thread_id })).toMatchObject({
      format: 'oxford',
      next_role: 'Proposition',
    });
  });

  it('says what a debate has come to so far, also to clients that read texts only', async () => {
    const thread_id = id('result');
    await server.call('init_debate', { thread_id, topic: 'How do we move?', format: 'plan' });
    const { result } = await server.call('get_debate', { thread_id });
    const { content } = await server.client.callTool({ name: 'get_debate', arguments: { thread_id } });
    expect(result).toEqual(expect.any(String));
    expect(content).toMatchObject([{ text: expect.stringContaining(`Result:\n> ${result}`) }]);
  });

  it('holds a debate with the calls that the Python server takes', async () => {
    const { call } = server;
    const thread_id = `2026-11-20-${id('python')}`;
    expect(
      await call('init_debate', { thread_id, topic: 'Should we?', mode: 'fixed', max_turns: 12, max_rounds: 4 }),
    ).toMatchObject({ thread_id, mode: 'fixed', status: 'active', turn_count: 0, octave_mode: true });
    const wind = { thread_id, role: 'Wind', content: '1. Do it\n2. Do not\nWhich?', cognition: 'PATHOS' };
    expect(await call('add_turn', { ...wind, agent_role: 'my-wind', model: 'some-model' })).toMatchObject({
      turn_count: 1,
      role: 'Wind',
      status: 'active',
      next_role: 'Wall',
      turn_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const wall = await call('add_turn', { thread_id, role: 'Wall', content: 'No.', cognition: 'ETHOS', model: null });
    expect(wall.cognition_warnings.join(' ')).toContain('Verdict:');
    await call('add_turn', { thread_id, role: 'DOOR', content: 'Therefore.', agent_role: null });
    const state = await call('get_debate', { thread_id, include_transcript: true, context_lines: 2 });
    expect(state).toMatchObject({ turn_count: 3, max_turns: 12, max_rounds: 4, next_role: 'Wind' });
    expect(
      state.transcript.map(({ role, turn_index }: { role: string; turn_index: number }) => [role, turn_index]),
    ).toEqual([
      ['Wall', 1],
      ['Door', 2],
    ]);
    const all = await call('get_debate', { thread_id, include_transcript: true });
    expect(all.transcript[0]).toMatchObject({
      content: wind.content,
      agent_role: 'my-wind',
      model: 'some-model',
      author: 'test-client',
      cognition: 'PATHOS',
    });
    expect(await call('tombstone_turn', { thread_id, turn_index: 0, reason: 'private' })).toMatchObject({
      thread_id,
      turn_index: 0,
      audit_event_index: 4,
    });
    const closed = await call('close_debate', { thread_id, synthesis: 'We do it.', output_format: 'both' });
    expect(closed).toMatchObject({ status: 'synthesis', synthesis: 'We do it.', json: { status: 'synthesis' } });
    expect(closed.octave).toContain('===DEBATE_TRANSCRIPT===');
    expect(closed.octave).not.toContain('Do not');
    expect(ledgersOf(folder).document(thread_id, '.oct.md')).toBe(closed.octave);
    const killed = await call('force_close_debate', { thread_id, reason: 'after all' });
    expect(killed).toMatchObject({ status: 'force_closed', reason: 'after all' });
    // In any status: pulled twice, the switch has done what was wanted, and the first reason stands.
    expect(await call('force_close_debate', { thread_id, reason: 'again' })).toEqual(killed);
    await expect(call('add_turn', { thread_id, role: 'Wall', content: 'Late.' })).rejects.toThrow(/not-active/);
  });

  it.each([
    ['close_debate', { synthesis: 'We do it.' }],
    ['force_close_debate', { reason: 'Enough.' }],
    ['tombstone_turn', { turn_index: 0, reason: 'Private.' }],
  ])('takes the start of an ID, but not to do what %s does, which cannot be undone', async (name, args) => {
    const thread_id = id(`start-${name}`);
    await server.call('init_debate', { thread_id, topic: 'Should we?' });
    const short = thread_id.slice(0, -1);
    await server.call('add_turn', { thread_id: short, role: 'Wind', content: 'Yes.' });
    await expect(server.call(name, { thread_id: short, ...args })).rejects.toThrow('type the full ID');
    expect(await server.call('get_debate', { thread_id: short })).toMatchObject({ thread_id, status: 'active' });
  });

  it.runIf(inCampaign)('takes arguments under the names of neighbouring servers', async () => {
    const { call } = server;
    const thread_id = id('peer');
    await call('init_debate', { topic: 'Should we?', thread_id });
    for (const [role, content] of [
      ['Wind', 'Why not?'],
      ['Wall', 'Too dear.'],
    ])
      await call('add_turn', { thread_id, role, content });
    const peer = { thread_id, include_transcript: true, include_metadata: true };
    expect((await call('get_debate', { ...peer, context_turns: 1 })).transcript).toHaveLength(1);
    expect((await call('get_debate', { ...peer, context_turns: 1, context_lines: 2 })).transcript).toHaveLength(2);
    const auto = { prompt: 'Should we, on its own?', preset: 'rehearsal', recipe: 'quick', thread_id: id('peer-auto') };
    expect(await call('debate_auto', auto)).toMatchObject({ topic: 'Should we, on its own?' });
    expect((await call('debate_history', { limit: 1_000 })).debates.length).toBeGreaterThan(1);
  });

  it('picks speakers in mediated order', async () => {
    const { call } = server;
    const thread_id = id('mediated');
    await call('init_debate', { thread_id, topic: 'Should we?', mode: 'mediated' });
    await expect(call('pick_next_speaker', { thread_id, role: 'Judge' })).rejects.toThrow(
      'not-found: This debate has no seat "Judge" that could speak.',
    );
    expect(await call('pick_next_speaker', { thread_id, role: 'Door' })).toMatchObject({
      next_role: 'Door',
      mode: 'mediated',
    });
    expect(await call('get_debate', { thread_id })).toMatchObject({ next_role: 'Door', turn_count: 0 });
    await expect(call('add_turn', { thread_id, role: 'Wind', content: 'x' })).rejects.toThrow('not-your-turn');
    expect(await call('add_turn', { thread_id, role: 'Door', content: 'x' })).toMatchObject({ turn_count: 1 });
    const picked = await call('add_turn', { thread_id, role: 'Mediator', content: 'NEXT: wall' });
    expect(picked).toMatchObject({ turn_count: 1, next_role: 'Wall' });
  });

  it('picks nobody in a debate whose rules say who is next', async () => {
    const thread_id = id('unpicked');
    await server.call('init_debate', { thread_id, topic: 'Should we?' });
    const args = { thread_id, role: 'Door' };
    const { structuredContent }: Loose = await server.client.callTool({ name: 'pick_next_speaker', arguments: args });
    expect(structuredContent.error).toMatchObject({
      code: 'rule-violation',
      message: expect.stringContaining('Nobody picks who speaks'),
      next_step: expect.stringContaining('mediated mode'),
    });
  });

  it('hears of a limit in the words of the Python server', async () => {
    const { call } = server;
    const thread_id = id('limit');
    await call('init_debate', { thread_id, topic: 'Should we?', max_turns: 1 });
    expect(await call('add_turn', { thread_id, role: 'Wind', content: 'x' })).toMatchObject({ status: 'exhaustion' });
    await expect(call('add_turn', { thread_id, role: 'Wall', content: 'x' })).rejects.toThrow('not-active');
    expect(await call('close_debate', { thread_id, synthesis: 'So be it.', output_format: 'json' })).toMatchObject({
      status: 'synthesis',
    });
  });

  it('counts none, one and two in words that fit', async () => {
    const thread_id = id('counted');
    await server.call('init_debate', { topic: 'Should we count?', thread_id });
    const textOf = async (name: string) => {
      const { content } = await server.client.callTool({ name, arguments: { thread_id } });
      const [first] = content;
      return first?.type === 'text' ? first.text : '';
    };
    const seen: (string | undefined)[] = [];
    for (const role of ['Wind', 'Wall', 'Door']) {
      seen.push(/\d+ turns?\b/.exec(await textOf('get_debate'))?.[0]);
      seen.push(/\d+ events?\b/.exec(await textOf('verify_debate'))?.[0]);
      await server.call('add_turn', { thread_id, role, content: '1. Yes\n2. No\nWhich?' });
    }
    expect(seen).toEqual(['0 turns', '1 event', '1 turn', '2 events', '2 turns', '3 events']);
  });

  it('records a turn once under one key', async () => {
    const { call } = server;
    const thread_id = id('key');
    await call('init_debate', { thread_id, topic: 'Should we?' });
    const turn = { thread_id, role: 'Wind', content: 'x', key: 'a' };
    const [first, second] = [await call('add_turn', turn), await call('add_turn', turn)];
    expect(second.seq).toBe(first.seq);
    expect(second.turn_count).toBe(1);
    await expect(call('add_turn', { ...turn, content: 'y' })).rejects.toThrow('key-conflict');
  });

  it('is refused with a code, a sentence and a next step in words of the tools', async () => {
    const result = await server.client.callTool({ name: 'get_debate', arguments: { thread_id: 'nowhere' } });
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'not-found', next_step: expect.stringContaining('debate_history') } },
    });
    expect(JSON.stringify(result.content)).toContain('Next step');
    await expect(server.call('init_debate', { topic: 'x', thread_id: '../up' })).rejects.toThrow('bad-input');
  });

  it.each([
    [
      'add_turn',
      { thread_id: 'a', rol: 'Wind' },
      ['role: is missing', 'content: is missing', 'rol: unknown key'],
      'Did you mean "role"?',
    ],
    ['verify_debate', { thread_id: 'a', deep: true }, ['deep: unknown key'], 'Known: thread_id, head.'],
    ['list_agents', { all: true }, ['all: unknown key'], 'Remove it.'],
    ['get_debate', { thread_id: ['a'] }, ['thread_id: must be a string, not a list'], 'Correct the arguments'],
    ['get_debate', { thread_id: 'a', limit: 0 }, ['limit: must be at least 1'], 'Correct the arguments'],
    [
      'get_debate',
      { thread_id: 'a', context_lines: 0 },
      ['context_lines: must be at least 1'],
      'Correct the arguments',
    ],
    ['debate_history', { limit: 0 }, ['limit: must be at least 1'], 'Correct the arguments'],
    [
      'tombstone_turn',
      { thread_id: 'a', reason: 'x', turn_index: -1 },
      ['turn_index: must be at least 0'],
      'Correct the arguments',
    ],
    ['get_debate', { thread_id: 'a', limit: 1.5 }, ['limit: must be a whole number'], 'Correct the arguments'],
    [
      'get_debate',
      { thread_id: 'a'.repeat(201) },
      ['thread_id: must have at most 200 characters'],
      'Correct the arguments',
    ],
    [
      'init_debate',
      { topic: 'Why?', mode: 'meditated' },
      ['mode: must be "fixed" or "mediated"'],
      'Did you mean "mediated"?',
    ],
    ['debate_auto', { topic: 'Why?', limits: { token: 1 } }, ['limits.token: unknown key'], 'Did you mean "tokens"?'],
    ['debate_auto', { topic: 'Why?', seats: { wind: {} } }, ['seats.wind: must be'], 'Correct the arguments'],
    ['debate_auto', { topic: 'Why?', preset: 'quik' }, ['There is no preset "quik".'], 'Did you mean "quick"?'],
  ] as const)('says what is wrong with the arguments of %s: %j', async (name, args, sentences, step) => {
    const { isError, structuredContent }: Loose = await server.client.callTool({ name, arguments: args });
    expect(isError).toBe(true);
    const { message, next_step } = structuredContent.error;
    for (const sentence of sentences) expect(message).toContain(sentence);
    expect(message).not.toMatch(/Invalid|expected|undefined|preset: preset/);
    expect(next_step).toContain(step);
  });

  it.runIf(inCi).each(['我们应该', 'Стоит ли ', '🤔🧱🚪'])(
    'keeps results of %s words below 25,000 tokens too',
    async (words) => {
      const thread_id = id(`words-${words.codePointAt(0)}`);
      await server.call('init_debate', { thread_id, topic: words.repeat(50), max_turns: 99, max_rounds: 99 });
      const content = words.repeat(500);
      for (let turn = 0; turn < 20; turn += 1) {
        await server.call('add_turn', { thread_id, role: ['Wind', 'Wall', 'Door'][turn % 3], content });
      }
      const calls = [
        ['get_debate', { thread_id, include_transcript: true }],
        ['export_debate', { thread_id }],
        ['close_debate', { thread_id, synthesis: content, output_format: 'both' }],
      ] as const;
      for (const [name, args] of calls) {
        const result = await server.client.callTool({ name, arguments: args });
        const characters = [...JSON.stringify(result)];
        // One for a character of these scripts and two for a picture, a quarter for Latin text.
        const tokens = characters.map((each) =>
          each > '\uffff' ? 2 : each > '\u02ff' ? (each > '\u10ff' ? 1 : 0.5) : 0.25,
        );
        expect(tokens.reduce((sum, each) => sum + each, 0)).toBeLessThan(25_000);
        expect(characters.length).toBeGreaterThan(4_000);
      }
    },
  );

  it('exports a debate whole, in parts, and as a decision record', async () => {
    const thread_id = id('exported');
    await server.call('init_debate', { thread_id, topic: 'Should we?' });
    for (const role of ['Wind', 'Wall', 'Door']) {
      await server.call('add_turn', { thread_id, role, content: `${role}: ${'many words 言葉. '.repeat(500)}\n` });
    }
    let text = '';
    let parts = 0;
    for (let offset: number | undefined = 0; offset !== undefined; parts += 1) {
      const part: { text: string; next_offset?: number } = await server.call('export_debate', { thread_id, offset });
      text += part.text;
      offset = part.next_offset;
    }
    expect(parts).toBeGreaterThan(1);
    const { contents } = await server.client.readResource({ uri: `debate://${thread_id}/transcript` });
    expect(text).toBe((contents[0] as { text: string }).text);
    const adr = await server.call('export_debate', { thread_id, format: 'adr' });
    expect(adr.text).toMatch(/^<!-- debate-hall adr v1 .*\n# ADR: Should we\?\n\n- \*\*Status:\*\* Nothing is decided/);
    await expect(server.call('export_debate', { thread_id, format: 'pdf' })).rejects.toThrow('not-found');
    const beyond = server.call('export_debate', { thread_id, format: 'adr', offset: 1_000_000_000 });
    await expect(beyond).rejects.toThrow(/The document has \d+ characters, and nothing at offset 1000000000\./);
  });

  it('says of a changed ledger where it was changed', async () => {
    const thread_id = id('changed');
    await server.call('init_debate', { thread_id, topic: 'Should we?' });
    await server.call('add_turn', { thread_id, role: 'Wind', content: 'We should.' });
    const noted = await server.call('verify_debate', { thread_id, head: 'ab'.repeat(32) });
    expect(noted).toMatchObject({ ok: false, problems: [{ code: 'head-missing' }] });
    const ledgers = ledgersOf(folder);
    ledgers.put(thread_id, ledgers.text(thread_id).replace('We should.', 'We shall.'));
    const result = await server.call('verify_debate', { thread_id });
    expect(result).toMatchObject({ ok: false, problems: [{ seq: 1, code: 'bad-seal' }] });
  });

  it('names formats, recipes and presets, each with a line', async () => {
    const { formats, presets } = await server.call('list_agents', {});
    const shipped = await discoverFormats();
    const offered = shipped.filter(({ ownCommand }) => ownCommand !== true);
    expect(formats.map(({ format }: { format: string }) => format)).toEqual(offered.map((each) => each.id));
    for (const { format, summary, recipes } of formats) {
      const known = shipped.find((each) => each.id === format);
      expect(summary).toBe(known?.summary);
      expect(Object.keys(recipes)).toEqual(Object.keys(known?.recipes ?? {}));
      for (const line of Object.values(recipes)) expect(line).toMatch(/\w.*\.$/);
    }
    expect(Object.keys(presets)).toEqual(expect.arrayContaining(['quick', 'rehearsal', 'thrifty']));
    const { tools } = await server.client.listTools();
    for (const name of ['init_debate', 'debate_auto']) {
      const schema = JSON.stringify(tools.find((each) => each.name === name)?.inputSchema.properties?.['format']);
      for (const format of shipped) {
        expect([format.id, schema?.includes(format.id)]).toEqual([format.id, offered.includes(format)]);
      }
    }
  });

  it.runIf(inCi)('pages a long transcript, and no result is larger than 25,000 tokens', async () => {
    const { call, client } = server;
    const thread_id = id('long');
    const turns = 12;
    await call('init_debate', { thread_id, topic: 'Should "we"?', max_turns: turns });
    const content = '"quoted"\n'.repeat(3_000);
    const roles = ['Wind', 'Wall', 'Door'];
    for (let turn = 0; turn < turns; turn += 1) await call('add_turn', { thread_id, role: roles[turn % 3], content });
    const seen: number[] = [];
    let pages = 0;
    for (let from: number | undefined = 0; from !== undefined; pages += 1) {
      const result = await client.callTool({
        name: 'get_debate',
        arguments: { thread_id, include_transcript: true, from },
      });
      expect(JSON.stringify(result).length / CHARACTERS_PER_TOKEN).toBeLessThan(25_000);
      expect(JSON.stringify(result.content)).toContain(`debate://${thread_id}/transcript`);
      const page = result.structuredContent as { transcript: { turn_index: number }[]; next_from?: number };
      seen.push(...page.transcript.map(({ turn_index }) => turn_index));
      from = page.next_from;
    }
    expect(seen).toEqual(Array.from({ length: turns }, (_, index) => index));
    expect(pages).toBeGreaterThan(1);
    const closed = await client.callTool({ name: 'close_debate', arguments: { thread_id, synthesis: content } });
    expect(JSON.stringify(closed).length / CHARACTERS_PER_TOKEN).toBeLessThan(25_000);
    expect(JSON.stringify(closed.content)).toContain(`debate://${thread_id}/octave`);
  });

  it('finds debates again, page by page', async () => {
    const first = await server.call('debate_history', { limit: 2 });
    expect(first.debates).toHaveLength(2);
    const second = await server.call('debate_history', { limit: 2, cursor: first.next_cursor });
    expect(second.debates[0].thread_id).not.toBe(first.debates[0].thread_id);
    const found = await server.call('debate_history', { search: id('MEDIATED') });
    expect(found.debates).toMatchObject([{ thread_id: id('mediated'), status: 'active', turns: 1 }]);
    const text = async (args: object) => {
      const { content } = await server.client.callTool({ name: 'debate_history', arguments: { ...args } });
      return JSON.stringify(content);
    };
    expect(await text({ search: 'no such words' })).toContain('No debate matches.');
    expect(await text({ cursor: '9999' })).toContain('none at this cursor');
  });

  it('accuses no ledger because of a hash that is none', async () => {
    const thread_id = id('head');
    await server.call('init_debate', { thread_id, topic: 'Should we?' });
    const { head } = await server.call('verify_debate', { thread_id });
    expect(await server.call('verify_debate', { thread_id, head: head.toUpperCase() })).toMatchObject({ ok: true });
    await expect(server.call('verify_debate', { thread_id, head: head.slice(0, 16) })).rejects.toThrow('bad-input');
  });

  it.runIf(inCampaign)('labels a rehearsal of the other formats', async () => {
    const all = await connectHere(hallFolder(), { args: ['--toolsets', 'core,review,asymmetric'], era });
    try {
      const plan = { topic: 'Move the sessions', agents: ['fast', 'stubborn'], rounds: 1 };
      const planned = await all.client.callTool({ name: 'debate_plan', arguments: plan });
      const auto = {
        topic: 'Should we?',
        format: 'asymmetric',
        preset: 'rehearsal',
        recipe: 'quick',
        thread_id: 'two',
      };
      await all.call('debate_auto', auto);
      const status = await all.client.callTool({ name: 'debate_status', arguments: { debate_id: 'two' } });
      for (const { structuredContent, content } of [planned, status]) {
        expect(structuredContent).toMatchObject({ rehearsal: [expect.any(String), expect.any(String)] });
        expect(JSON.stringify(content)).toContain('REHEARSAL, not argued by a model: ');
      }
    } finally {
      await all.close();
    }
  });

  it('labels a rehearsal wherever it is shown', async () => {
    const { client, call } = server;
    const thread_id = id('rehearsed');
    const roles = ['Wind', 'Wall', 'Door'];
    const args = { topic: 'Should we?', thread_id, preset: 'rehearsal', recipe: 'quick' };
    const run = await client.callTool({ name: 'debate_auto', arguments: args });
    const shown = await client.callTool({ name: 'get_debate', arguments: { thread_id } });
    for (const result of [run, shown]) {
      expect(result.structuredContent).toMatchObject({ rehearsal: roles });
      expect(JSON.stringify(result.content)).toContain('REHEARSAL, not argued by a model: Wind, Wall, Door.');
    }
    const listed = await client.callTool({ name: 'debate_history', arguments: { search: thread_id } });
    expect(listed.structuredContent).toMatchObject({ debates: [{ thread_id, rehearsal: true }] });
    expect(JSON.stringify(listed.content)).toContain('decided, rehearsal');
    expect((await call('debate_history', { search: id('mediated') })).debates[0]).not.toHaveProperty('rehearsal');
  });

  it.runIf(inCampaign)('waits for the turn of someone else, and no longer than it asked', async () => {
    const { call } = server;
    const thread_id = id('waiting');
    await call('init_debate', { thread_id, topic: 'Should we?' });
    const other = await open(folder, { era });
    const startedAt = performance.now();
    const news = call('get_debate', { thread_id, from: 1, wait_seconds: WAIT_S, include_transcript: true });
    await other.call('add_turn', { thread_id, role: 'Wind', content: 'news' });
    expect((await news).transcript).toMatchObject([{ content: 'news' }]);
    expect(performance.now() - startedAt).toBeLessThan(WAIT_S * 1_000);
    const nothing = await call('get_debate', { thread_id, wait_seconds: 0.2 });
    expect(nothing.turn_count).toBe(1);
    const at_once = await call('get_debate', { thread_id, wait_seconds: 30, from: 1 });
    expect(at_once.turn_count).toBe(1);
    await other.close();
  });

  it('lists the agents', async () => {
    const { agents } = await server.call('list_agents', {});
    expect(agents).toContainEqual(expect.objectContaining({ name: 'fast', kind: 'rehearsal', usable: true }));
    // Nobody can install a person.
    expect(agents.find(({ name }: Loose) => name === 'human')).toMatchObject({
      ...{ usable: false, problem: 'It is a person, and nobody is at a terminal here.' },
      next_step: 'There is nothing to install: a seat of it waits until a person takes its turn.',
    });
  });
});
