// `debate-hall` for shell scripts: each call of it is made in the process of the tests, which costs a tenth of a start.
import { chmod, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { callProgramIn } from './call-program.ts';
import { MAIN } from './project.ts';

const START = `exec "${process.execPath}" "${MAIN}" "$@"`;

/** What is piped to it needs a program of its own: the process of the tests has another standard input. */
const callAt = (port: number) => `[ -c /dev/stdin ] || ${START}
call=$(mktemp -d)
env -0 > "$call/env"
printf '%s\\0' "$@" > "$call/words"
exec 3<> /dev/tcp/127.0.0.1/${port}
echo "$call" >&3
read -r code <&3
cat "$call/stdout"
cat "$call/stderr" >&2
rm -r "$call"
exit "$code"`;

async function writeProgram(file: string, script: string): Promise<void> {
  await writeFile(file, `#!/bin/bash\n${script}\n`);
  await chmod(file, 0o755);
}

/** Starts the built program at each call. */
export const writeStart = async (file: string): Promise<void> => await writeProgram(file, START);

/** Each string that is followed by a zero. */
const readStrings = async (file: string): Promise<string[]> => (await readFile(file, 'utf8')).split('\0').slice(0, -1);

/** Makes the call that is described in this folder; returns its exit code. */
async function makeCall(folder: string): Promise<number | null> {
  const [variables, words] = await Promise.all(['env', 'words'].map((name) => readStrings(path.join(folder, name))));
  const env = Object.fromEntries(
    (variables ?? []).map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  const { code, stdout, stderr } = await callProgramIn({ folder: env['PWD'] ?? '', env }, words ?? []);
  await writeFile(path.join(folder, 'stdout'), stdout);
  await writeFile(path.join(folder, 'stderr'), stderr);
  return code;
}

async function answer(socket: Socket): Promise<void> {
  try {
    for await (const folder of createInterface({ input: socket })) socket.write(`${await makeCall(folder)}\n`);
  } finally {
    socket.destroy();
  }
}

export interface ProgramForScripts {
  /** Writes a program that calls. */
  write(file: string): Promise<void>;
  close(): void;
}

export async function openProgramForScripts(): Promise<ProgramForScripts> {
  const server: Server = createServer((socket) => void answer(socket));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return { write: async (file) => await writeProgram(file, callAt(port)), close: () => server.close() };
}
