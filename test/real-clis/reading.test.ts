// The real CLIs with the hall's tools: they offer the model exactly these, what is inside reaches it, what is outside never.
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { asList, asObject, type RecordedRequest, readContent } from '../../src/agents/model-server/wire.ts';
import { defined } from '../../src/domain/defined.ts';
import type { Desks, Look, SeatDesk } from '../../src/material/reading/desk.ts';
import { TOOLS } from '../../src/material/reading/tools/tool-table.ts';
import type { Behaviour, ToolUse } from '../model-server/server.ts';
import { aPrompt, somePictures } from '../support/agents.ts';
import { PICTURES } from '../support/pictures.ts';
import { openDesks } from '../support/reading.ts';
import { answerByRules } from './answer-by-rules.ts';
import { claude, claudeOneShot } from './claude.ts';
import { codex } from './codex.ts';
import { gemini } from './gemini.ts';
import { openHall } from './hall.ts';
import { hasOpencode, opencode } from './opencode.ts';
import type { RealCli } from './real-cli.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

const NAMES = TOOLS.map(({ name }) => name).sort();

/** What codex declares besides and has no switch for; its sandbox lets it neither write nor read. */
const CODEX_EXTRAS = ['apply_patch'];

/** Also where the CLI does not declare the tool. */
const use = (tool: string, given: Readonly<Record<string, unknown>>): ToolUse => ({
  tool,
  arguments: given,
  undeclared: { name: tool },
});
const read = (path: string) => use('read_file', { path });
const search = (pattern: string, glob?: string) => use('search_text', { pattern, ...defined({ glob }) });
const list = (glob: string) => use('list_files', { glob });

/** One request after the other calls its tools, all of them at once; the next one answers. */
function calls(steps: readonly (readonly ToolUse[])[]): () => Behaviour {
  let next = 0;
  return () => {
    const uses = steps[next];
    next += 1;
    return uses === undefined ? { kind: 'answer', text: 'Done.' } : { kind: 'tool-calls', uses };
  };
}

/** The texts that tools gave back, in the order of the calls, as the model got them in its last request. */
function results({ protocol, body }: RecordedRequest): string[] {
  const fields = asObject(body);
  if (protocol === 'anthropic') {
    const parts = asList(fields['messages']).flatMap((message) => asList(asObject(message)['content']));
    const given = parts.map(asObject).filter(({ type }) => type === 'tool_result');
    const called = parts.map(asObject).filter(({ type }) => type === 'tool_use');
    // claude passes on first what came back first.
    const resultOf = (id: unknown) => given.filter((part) => part['tool_use_id'] === id);
    return called.flatMap(({ id }) => resultOf(id)).map(({ content }) => readContent(content));
  }
  if (protocol === 'openai') {
    const items = asList(fields['input']).map(asObject);
    return items.flatMap((item) => (item['type'] === 'function_call_output' ? [outputOf(item['output'])] : []));
  }
  const parts = asList(fields['contents']).flatMap((content) => asList(asObject(content)['parts']));
  return parts.map(asObject).flatMap((part) => {
    const response = asObject(asObject(part['functionResponse'])['response']);
    return part['functionResponse'] === undefined ? [] : [String(response['output'] ?? response['error'] ?? '')];
  });
}

const outputOf = (output: unknown): string => (typeof output === 'string' ? output : readContent(output));

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

const KINDS: readonly (readonly [string, RealCli])[] = [
  ['claude in a session', claude],
  ['claude in a process of its own', claudeOneShot],
  ['codex in a session', codex],
  // With tools it always gets a process for each question.
  ['gemini', gemini],
  ...(hasOpencode ? [['opencode over the Agent Client Protocol', opencode] as const] : []),
];

describe.each(KINDS)('%s', (_, cli) => {
  let sandbox: Sandbox;
  let desks: Desks & { readonly looks: readonly Look[] };
  let desk: SeatDesk;
  const [canary, inside, outside, name] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];

  afterEach(async () => {
    desk?.close();
    await desks?.close();
    await sandbox?.close();
  });

  async function open(): Promise<string> {
    sandbox = await openSandbox(cli, { canary });
    const { home, cwd, root, processes } = sandbox;
    const source = join(root, 'source');
    await mkdir(join(source, 'src', '.claude'), { recursive: true });
    await writeFile(join(source, 'src', 'inside.ts'), `export const inside = '${inside}';\n`);
    await writeFile(join(source, 'src', 'also.ts'), `export const also = '${inside}';\n`);
    await writeFile(join(source, 'large.txt'), `${'A long line of the large file. "ü😀"\n'.repeat(20_000)}`);
    for (const folder of [cwd, home, root]) {
      await writeFile(join(folder, 'outside.txt'), outside);
      await writeFile(join(folder, name), outside);
    }
    for (const file of ['.env', 'CLAUDE.md', 'src/.claude/settings.json']) await writeFile(join(source, file), outside);
    await symlink(join(cwd, 'outside.txt'), join(source, 'link.txt'));
    await symlink(cwd, join(source, 'linked'));
    desks = await openDesks(processes, source);
    desk = await desks.open('wall');
    return source;
  }

  /** The only look for this, as a CLI may make those of one step in any order. */
  function lookOf(wanted: ToolUse): Look {
    const [look, more] = desks.looks.filter(
      ({ tool, arguments: given }) => tool === wanted.tool && given === JSON.stringify(wanted.arguments),
    );
    expect([look, more]).toEqual([expect.anything(), undefined]);
    return look as Look;
  }

  // The test's own settings of opencode are for a model without eyes.
  test.skipIf(cli.kind.kind === 'acp')('gives the model pictures, too', async () => {
    await open();
    sandbox.server.setBehaviour(calls([]));
    desk.begin('First.');
    const prompt = aPrompt('What is on it?', { pictures: somePictures('png', 'webp') });
    const { reply } = await sandbox.ask(prompt, { tools: desk.tools });
    desk.end();
    expect(reply).toMatchObject({ status: 'answered', details: { pictures: ['shots/png', 'shots/webp'], notes: [] } });
    const sent = JSON.stringify(sandbox.server.answerRequests()[0]?.body);
    for (const name of ['png', 'webp'] as const) expect(sent).toContain(PICTURES[name].toString('base64'));
    expect(sent).toContain('You are given pictures 1 and 2.');
  });

  // In one conversation, as a start of the CLI costs more than many looks.
  test('offers exactly the tools of the hall, reads and names nothing outside, records what it gives, and gives nothing outside of its turn', async () => {
    const source = await open();
    const { agent, cwd, home, root, server } = sandbox;
    const folders = [
      cwd,
      home,
      root,
      '/etc',
      '/proc/self',
      '..',
      '../..',
      'src/../..',
      '../project',
      'linked',
      '~',
      `${source}/linked`,
      '.%2e',
    ];
    const hidden = ['.env', 'CLAUDE.md', 'src/.claude/settings.json', 'link.txt'];
    const outsideUses = [
      ...folders.flatMap((folder) => [read(`${folder}/outside.txt`), list(`${folder}/*`), search('.', `${folder}/**`)]),
      ...hidden.map(read),
    ];
    const insideUses = [
      ...[read('src/inside.ts'), read('./src/also.ts'), search('inside = ', '*.ts'), list('**/inside.ts')],
      ...[read('large.txt'), search('large', 'large.txt'), search('(')],
    ];
    const session = await agent.open('wall', { tools: desk.tools });
    const ask = async (user: string, steps: readonly (readonly ToolUse[])[], { inTurn = true } = {}) => {
      server.setBehaviour(calls(steps));
      if (inTurn) desk.begin(user);
      const reply = await session.ask(aPrompt(user), { signal: new AbortController().signal, onText: () => {} });
      desk.end();
      expect(reply).toMatchObject({ status: 'answered', text: 'Done.' });
      return results(server.answerRequests().at(-1) as RecordedRequest);
    };
    await ask('First.', []);
    const second = `Look around, @${join(cwd, 'outside.txt')} and @src/inside.ts.`;
    // Each step of a CLI costs as much as many looks; what is large comes in steps of its own.
    const given = await ask(second, [outsideUses, ...insideUses.map((each) => [each])]);
    expect(given).toHaveLength(outsideUses.length + insideUses.length);
    const [outOfTurn] = (await ask('Third.', [[read('src/also.ts')]], { inTurn: false })).slice(-1);
    expect(outOfTurn).not.toContain(inside);
    await session.close();

    const everything = JSON.stringify(server.requests);
    expect([outside, canary, name].filter((secret) => everything.includes(secret))).toEqual([]);
    expect(await sandbox.sprung()).toEqual([]);
    const declared = (server.answerRequests()[0]?.toolNames ?? []).map((tool) =>
      tool.name.replace(/^(?:mcp_+)?hall_+/, ''),
    );
    const extras = cli.program === 'codex' ? CODEX_EXTRAS : [];
    expect(declared.sort()).toEqual([...NAMES, ...extras].sort());
    expect(desks.looks).toHaveLength(given.length);
    expect(new Set(desks.looks.map(({ step }) => step))).toEqual(new Set([second]));
    const looks = [...outsideUses, ...insideUses].map((each) => lookOf(each));
    for (const [index, { sha256, bytes, refused }] of looks.entries()) {
      // gemini puts what it was refused into words of its own.
      if (refused === true) continue;
      const text = whatTheHallSaid(given[index] ?? '');
      expect([index, digest(text), Buffer.byteLength(text)]).toEqual([index, sha256, bytes]);
    }
    for (const { tool, seen } of looks.slice(0, outsideUses.length)) if (tool === 'read_file') expect(seen).toEqual([]);
    const ofInside = given.slice(outsideUses.length);
    for (const each of ofInside.slice(0, 3)) expect(each).toContain(inside);
    expect(ofInside[3]).toContain('src/inside.ts');
    expect(ofInside[4]).toMatch(/ask again with .*line/);
    expect(ofInside[5]).toMatch(/ask again with .*skip/);
    for (const each of ofInside) expect(each).not.toMatch(/persisted-output|saved to|truncated/);

    const { url, token } = desk.tools;
    const post = async (bearer: string) =>
      await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${bearer}` }, body: '{}' });
    expect((await post('another')).status).toBe(401);
    desk.close();
    expect((await post(token)).status).toBe(401);
  });
});

/** Without what a CLI puts around it. */
function whatTheHallSaid(text: string): string {
  return text.replace(/^<untrusted_context>\n([\s\S]*)\n<\/untrusted_context>$/, '$1');
}

describe('a review with --read', () => {
  test('claude, codex and gemini look around, each look is in the ledger, and evidence verifies', async (context) => {
    const [inside, secret] = [randomUUID(), randomUUID()];
    let file = '';
    const byRules = answerByRules(() => file);
    const hall = await openHall(context, {
      behaviour: (request) => {
        const told = results(request).length;
        if (told === 0) return { kind: 'tool-call', ...read('caller.ts') };
        if (told === 1) return { kind: 'tool-call', ...read(join(hall.cwd, '.env')) };
        return byRules(request);
      },
    });
    file = hall.ledgerFile('r');
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd: hall.cwd });
    await writeFile(join(hall.cwd, '.gitignore'), 'debates/\ndebate-hall.config.json\n.env\n');
    await writeFile(join(hall.cwd, '.env'), secret);
    await writeFile(join(hall.cwd, 'cart.ts'), 'export const total = 1;\n');
    await writeFile(join(hall.cwd, 'caller.ts'), `import './cart.ts'; // ${inside}\n`);
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '-m', 'Cart');
    await writeFile(join(hall.cwd, 'cart.ts'), 'export const total = 2;\n');

    const ended = await hall.run(
      'review',
      '--read',
      '--agents',
      'claude,codex,gemini',
      '--rounds',
      '0',
      '--id',
      'r',
      '--log',
    );
    expect([0, 3, 6], ended.stderr).toContain(ended.code);
    expect(JSON.stringify(hall.server.requests)).not.toContain(secret);
    const log = (await hall.files()).split('\n').filter((line) => line.includes('"look-recorded"'));
    const seats = new Set(log.map((line) => JSON.parse(line).data.seat));
    expect([...seats].sort()).toEqual(['reviewer-1', 'reviewer-2', 'reviewer-3']);
    const verified = await hall.look('verify', 'r', '--evidence');
    expect(verified.code, verified.stdout).toBe(0);
  });
});
