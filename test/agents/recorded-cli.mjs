#!/usr/bin/env node
// Plays an agent CLI: prints what a real one was recorded to print and writes down how it was called. See `Script`.
import { lstatSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const script = JSON.parse(process.env.RECORDED_CLI ?? '{}');

function tree(folder, root = folder) {
  const found = {};
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const kind = lstatSync(path);
    if (kind.isDirectory()) Object.assign(found, { [`${relative(root, path)}/`]: '' }, tree(path, root));
    else found[relative(root, path)] = kind.isSymbolicLink() ? `-> ${readlinkSync(path)}` : readFileSync(path, 'utf8');
  }
  return found;
}

if (process.argv.includes('--version')) {
  console.log(script.version);
} else if (process.argv.includes(script.unknown?.argument)) {
  process.stderr.write(`${script.unknown.stderr}\n`);
  process.exitCode = script.unknown.exitCode;
} else {
  const { RECORDED_CLI: _, ...env } = process.env;
  const call = {
    args: process.argv.slice(2),
    env,
    scratch: resolve('..'),
    cwd: process.cwd(),
    files: tree('..'),
    stdin: readFileSync(0, 'utf8'),
  };
  writeFileSync(script.callFile, JSON.stringify(call));
  for (const line of script.stderr ?? []) process.stderr.write(`${line}\n`);
  for (const line of script.stdout ?? []) process.stdout.write(`${line}\n`);
  process.exitCode = script.exitCode ?? 0;
  if (script.signal !== undefined) process.kill(process.pid, script.signal);
  if (script.hang === true) setInterval(() => {}, 60_000);
}
