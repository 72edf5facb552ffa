// Over MCP a cloned repository gets nothing at any tool; the client's user decides where the client can ask.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Connected, connect, connectHere, type Era, type Loose, type ServeOptions } from '../mcp/support.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { CANARY, cloneHostile, decisions, type HostileClone } from './hostile-clone.ts';

let clone: HostileClone;
let connected: Connected[];
beforeEach(async () => {
  clone = await cloneHostile();
  connected = [];
});
afterEach(async () => {
  for (const each of connected) await each.close();
  await clone.dispose();
});

async function open(
  options: ServeOptions = {},
  how: typeof connect | typeof connectHere = connectHere,
): Promise<Connected> {
  const { project, env } = clone;
  const args = ['--toolsets', 'core,github,asymmetric,review', ...(options.args ?? [])];
  const one = await how(project.folder, { ...options, env: { ...project.env, ...env, ...options.env }, args });
  connected.push(one);
  return one;
}

/** Arguments that a tool's own schema asks for. */
function argumentsFor({ inputSchema }: Loose): Record<string, unknown> {
  const required: string[] = inputSchema.required ?? [];
  const value = (name: string, { type, enum: choices }: Loose) =>
    name === 'agent'
      ? 'router'
      : name.endsWith('_id')
        ? 'd'
        : (choices?.[0] ?? (type === 'string' ? 'Should we?' : type === 'array' ? [] : 1));
  return Object.fromEntries(required.map((name) => [name, value(name, inputSchema.properties[name])]));
}

const debate = { topic: 'Should we?', seats: { wind: 'router', wall: 'quick', door: 'quick' }, recipe: 'quick' };

function askedWith(answer: Loose, messages: string[] = []): ServeOptions {
  return {
    client: { capabilities: { elicitation: {} } },
    prepare: (client) =>
      client.setRequestHandler('elicitation/create', ({ params }: Loose) => {
        messages.push(params.message);
        return answer;
      }),
  };
}

describe('a clone that nobody has trusted', () => {
  it.runIf(inCi)(
    'sends nothing and starts nothing at any tool, and those that would use it say the next step',
    async () => {
      const { client, call } = await open({}, connect);
      const { tools } = await client.listTools();
      expect(tools.length).toBeGreaterThan(25);
      // What needs no trust works: it is the debate that the tools are called for.
      await call('init_debate', { thread_id: 'd', topic: 'Should we?' });
      for (const tool of tools) {
        const result: Loose = await client.callTool({ name: tool.name, arguments: argumentsFor(tool) });
        if (tool.annotations?.openWorldHint !== true) continue;
        expect([tool.name, result.structuredContent.error?.code]).toEqual([tool.name, 'not-trusted']);
        expect(result.structuredContent.error.next_step).toContain('debate-hall trust add');
        expect(result.structuredContent.error.issues).toContain(
          'agents.router.keyEnv: sends your variable "MY_SECRET" as the key',
        );
      }
      await expect(call('debate_auto', debate)).rejects.toThrow('not-trusted');
      const { agents } = await call('list_agents', {});
      const next_step = expect.stringContaining('They decide');
      expect(agents).toContainEqual(expect.objectContaining({ name: 'router', usable: false, next_step }));
      expect(clone.harm()).toEqual([]);
    },
  );

  it.runIf(inCi).each<Era>(['legacy', 'auto'])('is trusted when the user says so (%s)', async (era) => {
    const messages: string[] = [];
    const { call } = await open({ era, ...askedWith({ action: 'accept', content: { trust: true } }, messages) });
    expect(await call('debate_auto', debate)).toMatchObject({ run: 'closed' });
    expect(clone.harm()).toContain(`POST /v1/chat/completions Bearer ${CANARY}`);
    await call('run_agent', { agent: 'router', prompt: 'Hello?' });
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain('agents.claude.path: starts the program "./evil.sh"');
    expect(decisions(clone)).toHaveLength(1);
  });

  it.each([
    ['says no', { action: 'accept', content: { trust: false } }, 1, 1],
    ['declines', { action: 'decline' }, 0, 2],
  ])('stays untrusted when the user %s', async (_, answer, kept, asked) => {
    const messages: string[] = [];
    const { call } = await open({ era: 'auto', ...askedWith(answer, messages) });
    await expect(call('debate_auto', debate)).rejects.toThrow('not-trusted');
    await expect(call('run_agent', { agent: 'router', prompt: 'Hello?' })).rejects.toThrow('not-trusted');
    expect(messages).toHaveLength(asked);
    expect(decisions(clone)).toHaveLength(kept);
    expect(clone.harm()).toEqual([]);
  });

  it.runIf(inCampaign)('is trusted by a command that the user runs meanwhile, and by --trust', async () => {
    const { call } = await open();
    await expect(call('run_agent', { agent: 'router', prompt: 'Hello?' })).rejects.toThrow('not-trusted');
    await clone.project.call(['trust', 'add'], { env: clone.env });
    expect(await call('run_agent', { agent: 'router', prompt: 'Hello?' })).toMatchObject({ output: 'Yes.' });
    await clone.project.call(['trust', 'remove'], { env: clone.env });
    const trusting = await open({ args: ['--trust'] });
    expect(await trusting.call('run_agent', { agent: 'router', prompt: 'Hello?' })).toMatchObject({ output: 'Yes.' });
  });
});
