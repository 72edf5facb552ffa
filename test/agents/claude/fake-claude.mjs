#!/usr/bin/env node
// Plays claude: prints recorded output, ends as it is told, and writes down how it was called. See `Script` in fake.ts.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const script = JSON.parse(process.env.FAKE_CLAUDE ?? '{}');

if (process.argv.includes('--version')) {
  console.log(`${script.version ?? '2.1.197'} (Claude Code)`);
} else {
  const call = {
    args: process.argv.slice(2),
    env: process.env,
    folder: readdirSync('.'),
    system: readFileSync(process.argv[process.argv.indexOf('--system-prompt-file') + 1], 'utf8'),
    stdin: readFileSync(0, 'utf8'),
  };
  if (script.callFile !== undefined) writeFileSync(script.callFile, JSON.stringify(call));
  process.stdout.write(script.stdout ?? '');
  process.stderr.write(script.stderr ?? '');
  process.exitCode = script.exitCode ?? 0;
  if (script.signal !== undefined) process.kill(process.pid, script.signal);
  if (script.hang === true) setInterval(() => {}, 60_000);
}
