#!/usr/bin/env node
// Stands in for claude: reports as a finding which files it can see, in its working directory and through the servers that
// it is told of.
import { readdirSync, readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

async function listServed({ url }) {
  const headers = { Authorization: `Bearer ${process.env.DEBATE_HALL_TOOL_TOKEN}` };
  const client = new Client({ name: 'lists-folder', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  const { content } = await client.callTool({ name: 'list_files', arguments: {} });
  await client.close();
  return content[0].text.split('\n').slice(1, -1);
}

if (process.argv.includes('--version')) {
  console.log('2.1.197 (Claude Code)');
} else {
  const config = process.argv[process.argv.indexOf('--mcp-config') + 1];
  const servers = process.argv.includes('--mcp-config') ? JSON.parse(readFileSync(config, 'utf8')).mcpServers : {};
  const served = await Promise.all(Object.values(servers).map(listServed));
  const files = [...readdirSync('.', { recursive: true }), ...served.flat()].sort();
  const finding = {
    ...{ severity: 'P2', title: `Saw ${files.length} files`, file: 'src/cart.js', line: 1 + files.length },
    ...{ detail: JSON.stringify({ files }), fix: 'None.', evidence: null },
  };
  const answer = { findings: [finding], residual_risks: [], open_questions: [] };
  console.log(JSON.stringify({ type: 'result', subtype: 'success', is_error: false, result: JSON.stringify(answer) }));
}
