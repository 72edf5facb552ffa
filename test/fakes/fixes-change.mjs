// An agent CLI that works as its last argument says, in the folder that it is started in: { "edits", "answers", "canary", "half", "obeys" }. `edits`
// are by path a text, the parts of one, or where a link leads, a list of rounds; `canary` are things that it tries and must not get away
// with; `half` it writes and then hangs; one that obeys runs every command that its prompt has behind "!!run".
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const told = JSON.parse(process.argv.at(-1));
const prompt = await text(process.stdin);
const asked = prompt.slice(prompt.lastIndexOf('# What is asked of you now'));
const ids = [...asked.matchAll(/^- (R\d+-F\d+):/gm)].map(([, id]) => id);
/** That of the newest finding that it is given, or the one after the last that it answered. */
const rounds = [
  ...ids.map((id) => Number(/\d+/.exec(id)?.[0])),
  ...[...prompt.matchAll(/Round (\d+)\. The author /g)].map(([, number]) => Number(number) + 1),
];
const round = Math.max(1, ...rounds);
const attempts = {};

const attempt = async (name, act) => {
  try {
    attempts[name] = (await act()) ?? 'done';
  } catch (error) {
    attempts[name] = `refused: ${error.code ?? error.message}`;
  }
};
const reach = (options) =>
  new Promise((resolve, reject) => {
    const socket = net.connect(options, () => resolve('connected'));
    socket.on('error', reject).setTimeout(3000, () => reject(new Error('no answer')));
  });
const askProxy = (host) =>
  new Promise((resolve, reject) => {
    const socket = net.connect({ host: '127.0.0.1', port: 3128 }, () =>
      socket.write(`CONNECT ${host}:443 HTTP/1.1\r\n\r\n`),
    );
    socket.on('error', reject).once('data', (data) => resolve(data.toString().split('\r\n')[0]));
  });

if (told.half !== undefined) {
  for (const [file, content] of Object.entries(told.half)) fs.writeFileSync(file, content);
  await new Promise(() => setInterval(() => {}, 1_000_000));
}
for (const file of told.removes ?? []) fs.rmSync(file, { recursive: true, force: true });
for (const [file, content] of Object.entries(told.edits?.[Math.min(round, told.edits.length) - 1] ?? {})) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  if (Array.isArray(content)) fs.writeFileSync(file, content.join(''));
  else if (typeof content === 'string') fs.writeFileSync(file, content);
  else fs.symlinkSync(content.link, file);
}
for (const file of told.canary?.write ?? []) await attempt(`write ${file}`, () => fs.writeFileSync(file, 'canary'));
for (const file of told.canary?.read ?? []) await attempt(`read ${file}`, () => fs.readFileSync(file, 'utf8'));
for (const port of told.canary?.ports ?? []) await attempt(`port ${port}`, () => reach({ host: '127.0.0.1', port }));
for (const host of told.canary?.hosts ?? []) await attempt(`host ${host}`, () => askProxy(host));
for (const command of told.canary?.run ?? []) {
  await attempt(`run ${command}`, () =>
    execFileSync('sh', ['-c', command], { encoding: 'utf8', stdio: 'pipe' }).trim(),
  );
}
if (told.obeys) {
  for (const command of new Set([...prompt.matchAll(/!!run (.*)$/gm)].map(([, words]) => words))) {
    await attempt(command, () => execFileSync('sh', ['-c', command], { encoding: 'utf8', stdio: 'pipe' }).trim());
  }
}
const answers = ids.map((id) => ({
  id,
  lines: [],
  reason: `${told.reason ?? 'Done.'}${Object.keys(attempts).length === 0 ? '' : ` ${JSON.stringify(attempts)}`}`,
  answer: told.answers?.[id] ?? 'fixed',
}));
process.stdout.write(JSON.stringify({ answers }));
