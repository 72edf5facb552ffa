// The client that most hosts embed today, the SDK's first line, against the built server.
import fs from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, it } from 'vitest';
import { inCi } from '../support/campaign.ts';
import { envOf, hallFolder, SERVER } from './support.ts';

it.runIf(inCi)('a v1 client lists, calls, is refused, gets progress and answers for a person', async () => {
  const folder = hallFolder();
  const client = new Client({ name: 'v1', version: '1.0.0' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, async () => ({
    action: 'accept',
    content: { content: '[VERDICT] SOUND\n[EVIDENCE] given: the topic.' },
  }));
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [SERVER], cwd: folder, env: envOf(folder) }),
  );
  expect((await client.listTools()).tools).toHaveLength(13);
  const refused = await client.callTool({ name: 'get_debate', arguments: { thread_id: 'nowhere' } });
  expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: 'not-found' } } });
  const messages: (string | undefined)[] = [];
  const result = await client.callTool(
    { name: 'debate_auto', arguments: { topic: 'Should we?', recipe: 'quick', seats: { wall: 'human' } } },
    undefined,
    { onprogress: ({ message }) => messages.push(message), resetTimeoutOnProgress: true },
  );
  expect(result.structuredContent).toMatchObject({ run: 'closed', outcome: 'decided', full_panel: true });
  expect(messages.length).toBeGreaterThan(4);
  await client.close();
  fs.rmSync(folder, { recursive: true, force: true });
});
