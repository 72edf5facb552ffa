#!/usr/bin/env node
// Stands in for claude: reports as a finding which files it can see, in its working directory and through the programs that
// it is told to start.
import { readdirSync, readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

async function listServed({ command, args }) {
  const client = new Client({ name: 'lists-folder', version: '1' });
  await client.connect(new StdioClientTransport({ command, args }));
  const { content } = await client.callTool({ name: 'list_files', arguments: {} });
  await client.close();
  return { folder: args.at(-1), files: content[0].text.split('\n') };
}

if (process.argv.includes('--version')) {
  console.log('2.1.197 (Claude Code)');
} else {
  const config = process.argv[process.argv.indexOf('--mcp-config') + 1];
  const servers = process.argv.includes('--mcp-config') ? JSON.parse(readFileSync(config, 'utf8')).mcpServers : {};
  const served = await Promise.all(Object.values(servers).map(listServed));
  const own = readdirSync('.', { recursive: true });
  const folder = served[0]?.folder ?? process.cwd();
  const files = [...own, ...served.flatMap((each) => each.files)].sort();
  const finding = {
    ...{ severity: 'P2', title: `Saw ${files.length} files`, file: 'src/cart.js', line: 1 + files.length },
    ...{ detail: JSON.stringify({ folder, files }), fix: 'None.', evidence: null },
  };
  const answer = { findings: [finding], residual_risks: [], open_questions: [] };
  console.log(JSON.stringify({ type: 'result', subtype: 'success', is_error: false, result: JSON.stringify(answer) }));
}
