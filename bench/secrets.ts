// What the net for secrets costs and how often it is wrong: 1,000 ordinary files of node_modules, and 400 KB of text, the most that a debate
// takes as context. `--write` puts the table into bench/results, `--json` prints it as data.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isSecretFileName } from '../src/material/context/files/secret-file-names.ts';
import { findSecret } from '../src/support/secrets/find-secret.ts';
import { SECRETS } from '../test/context/secret-samples.ts';
import { markdownTable, writeResult } from './report.ts';

const FILES = 1_000;
const BYTES = 400_000;
const RUNS = 11;
const ORDINARY = /\.(?:[cm]?[jt]s|json|md|ya?ml|css|html|txt)$/;

const root = path.join(import.meta.dirname, '..', 'node_modules');
const all = (fs.readdirSync(root, { recursive: true }) as string[])
  .filter((name) => ORDINARY.test(name))
  .map((name) => path.join(root, name))
  .filter((name) => fs.statSync(name).isFile() && fs.statSync(name).size <= BYTES)
  .sort();
const files = Array.from({ length: FILES }, (_, index) => all[Math.floor((index * all.length) / FILES)] as string);
const texts = files.map((name) => fs.readFileSync(name, 'utf8'));

const held = files.filter((name, index) => isSecretFileName(path.basename(name)) || findSecret(texts[index] ?? ''));
const sample = texts.join('\n').slice(0, BYTES);
const times = Array.from({ length: RUNS }, () => {
  const begun = process.cpuUsage();
  findSecret(sample);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}).sort((one, other) => one - other);
const cpuMs = Math.round(times[Math.floor(RUNS / 2)] ?? 0);
const caught = SECRETS.filter(([kind, written, secret]) => findSecret(written(secret))?.kind === kind).length;

const { values: flags } = parseArgs({ options: { json: { type: 'boolean' }, write: { type: 'boolean' } } });
const figures = { files: FILES, heldBack: held.length, secrets: SECRETS.length, caught, cpuMs };
const rows = [
  [`ordinary files held back, of ${FILES}`, String(held.length)],
  [`secrets of the tests caught, of ${SECRETS.length}`, String(caught)],
  ['CPU time for 400 KB of ordinary text', `${cpuMs} ms`],
];
const table = markdownTable(['what', 'measured'], rows);
for (const name of held) console.error(`held back: ${path.relative(root, name)}`);
console.log(flags.json === true ? JSON.stringify(figures, null, 2) : table);
if (flags.write === true) writeResult('secrets', table);
