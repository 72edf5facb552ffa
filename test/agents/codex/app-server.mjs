#!/usr/bin/env node
// Plays `codex app-server`: says to each message what the real one was recorded to say to it. See `Conversation`.
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const { heard, ...conversation } = JSON.parse(readFileSync(process.env.APP_SERVER, 'utf8'));
const { exchanges = [], talk = [], stderr = [], exitCode, exitsAfter, endsOnlyWith } = conversation;

/** A recorded answer belongs to the request that came now. */
function say(line, id) {
  const message = JSON.parse(line);
  console.log(message.method === undefined ? JSON.stringify({ ...message, id }) : line);
}

if (process.argv.includes('--version')) {
  console.log('codex-cli 0.169.0');
} else {
  for (const line of talk) console.log(line);
  for (const line of stderr) console.error(line);
  if (exitCode !== undefined && exitsAfter === undefined) process.exit(exitCode);
  if (endsOnlyWith !== undefined) process.on('SIGTERM', () => {});
  let next = 0;
  appendFileSync(heard, `${JSON.stringify({ started: process.argv.slice(2) })}\n`);
  createInterface({ input: process.stdin }).on('line', (text) => {
    appendFileSync(heard, `${text}\n`);
    const { id, method } = JSON.parse(text);
    if (method === endsOnlyWith && method !== undefined) process.exit(0);
    for (const line of exchanges[next] ?? []) say(line, id);
    next += 1;
    if (next === exitsAfter) process.exit(exitCode);
  });
}
