// Runs every example of the pages about MCP against the built server, in their order.
import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS } from '../../src/doors/mcp/clients/clients.ts';
import { TOOLSETS } from '../../src/doors/mcp/tools/toolsets.ts';
import { inCi } from '../support/campaign.ts';
import { FOREVER_MS } from '../support/limits.ts';
import { type Connected, connectHere, hallFolder } from './support.ts';

const PAGES = ['mcp.md', 'reference/mcp-tools.md', 'formats/asymmetric.md'];
const page = PAGES.map((file) => readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8')).join('\n');
const skill = readFileSync(new URL('../../skills/debate-hall/SKILL.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => JSON.parse(text ?? ''));
const asymmetric = TOOLSETS.find(({ name }) => name === 'asymmetric')?.tools ?? [];
const memory = TOOLSETS.find(({ name }) => name === 'memory')?.tools ?? [];
const core = TOOLSETS.find(({ name }) => name === 'core')?.tools ?? [];

describe('the pages about MCP', () => {
  const folder = hallFolder({ seats: {} });
  let server: Connected;
  beforeAll(async () => {
    server = await connectHere(folder, { args: ['--toolsets', 'core,asymmetric,memory'] });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.runIf(inCi).each(examples)('has an example of $tool that works: $arguments', async ({ tool, arguments: args }) => {
    const result = await server.client.callTool({ name: tool, arguments: args }, { timeout: FOREVER_MS });
    expect(result.isError, JSON.stringify(result.content)).not.toBe(true);
  });

  it('names every tool and every client', () => {
    for (const { name } of [...core, ...asymmetric, ...memory]) expect(page).toContain(`| \`${name}\` |`);
    for (const client of CLIENTS) expect(page).toContain(`| \`${client}\` |`);
  });
});

it('the skill names only tools that exist, and is short', () => {
  const named = [...skill.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name]) => name as string);
  const known = [...core.map(({ name }) => name), 'thread_id', 'next_seq', 'next_step', 'full_panel', 'force_closed'];
  for (const name of named.filter((each) => !each.startsWith('pause_at') && each !== 'wait_seconds')) {
    expect(known).toContain(name);
  }
  expect(skill.length).toBeLessThan(5_000);
});
