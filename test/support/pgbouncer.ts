// A real PgBouncer of Debian's package in front of a database, in a temporary folder, on a port of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { PostgresDatabase } from './postgres.ts';

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((file) => fs.existsSync(file));

/** Why there is none; `undefined` where there is one. */
export const whyNoPgBouncer =
  PROGRAM === undefined ? 'There is no PgBouncer on this machine (Debian: apt-get install pgbouncer).' : undefined;

/** It refuses to run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export type PoolMode = 'session' | 'transaction' | 'statement';

export interface PgBouncer {
  readonly url: string;
  remove(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  return port;
}

/** `settings`: further lines of its file. */
export async function startPgBouncer(
  { socket, urlAt }: PostgresDatabase,
  mode: PoolMode,
  settings: readonly string[] = [],
): Promise<PgBouncer> {
  if (PROGRAM === undefined) throw new Error(whyNoPgBouncer);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'debate-hall-pgbouncer-'));
  const port = await freePort();
  const users = path.join(folder, 'users.txt');
  const file = path.join(folder, 'pgbouncer.ini');
  fs.writeFileSync(users, '"team" ""\n"hall" ""\n');
  fs.writeFileSync(
    file,
    [
      ...[
        '[databases]',
        `* = host=${path.dirname(socket)}`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${port}`,
      ],
      ...['unix_socket_dir =', 'auth_type = trust', `auth_file = ${users}`, `pool_mode = ${mode}`, ...settings, ''],
    ].join('\n'),
  );
  if (nobody.uid !== undefined) for (const each of [folder, users, file]) fs.chownSync(each, nobody.uid, nobody.gid);
  const pool: ChildProcess = spawn(PROGRAM, [file], { ...nobody, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  await new Promise<void>((resolve, reject) => {
    pool.once('exit', (code) => reject(new Error(`PgBouncer ended with ${code}: ${log}`)));
    pool.stderr?.on('data', (piece: Buffer) => {
      log += piece.toString();
      if (log.includes('process up')) resolve();
    });
  });
  return {
    url: urlAt(port, 'team'),
    async remove() {
      const ended = once(pool, 'exit');
      pool.kill('SIGKILL');
      await ended;
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
