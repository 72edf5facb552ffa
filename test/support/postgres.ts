// A real Postgres of Debian's package, in a temporary folder, on a socket of its own, as a user without rights.
import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const runFile = promisify(execFile);

const DEBIAN = '/usr/lib/postgresql';

function binaryFolders(): readonly string[] {
  const debian = fs.existsSync(DEBIAN)
    ? fs
        .readdirSync(DEBIAN)
        .sort((one, other) => Number(other) - Number(one))
        .map((version) => path.join(DEBIAN, version, 'bin'))
    : [];
  return [...debian, ...(process.env['PATH'] ?? '').split(path.delimiter)];
}

const folder = binaryFolders().find((each) => fs.existsSync(path.join(each, 'initdb')));

/** Carries out statements from outside. */
export const PSQL = path.join(folder ?? '', 'psql');

/** Why there is none; `undefined` where there is one. In CI there has to be one. */
export const whyNoPostgres =
  folder === undefined ? 'There is no Postgres on this machine (Debian: apt-get install postgresql).' : undefined;
if (whyNoPostgres !== undefined && process.env['CI'] !== undefined) throw new Error(whyNoPostgres);

/** One of the programs that come with it: psql, pg_dump. */
export const postgresProgram = (name: string): string => path.join(folder ?? '', name);

/** Postgres refuses to run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export interface PostgresDatabase {
  readonly url: string;
  /** The same as a user who is no superuser, so that row-level security holds; owns what it makes. */
  readonly ordinaryUrl: string;
  /** The server as a file, for a line in front of it. */
  readonly socket: string;
  /** The address for those behind a line that listens at this port. */
  urlAt(port: number, user?: string): string;
}

/** A database of the server that has its socket in this folder. */
export function databaseIn(place: string, name: string): PostgresDatabase {
  const urlOf = (user: string) => `postgres://${user}@localhost/${name}?host=${encodeURIComponent(place)}`;
  return {
    url: urlOf('hall'),
    ordinaryUrl: urlOf('team'),
    socket: path.join(place, '.s.PGSQL.5432'),
    urlAt: (port, user = 'hall') => `postgres://${user}@127.0.0.1:${port}/${name}`,
  };
}

/** A server, and the first of its databases. */
export interface Postgres extends PostgresDatabase {
  readonly place: string;
  /** Ends it as `kill -9` would, or in an orderly way. */
  stop(signal?: 'SIGKILL' | 'SIGINT'): Promise<void>;
  start(): Promise<void>;
  /** Stops it and removes everything. */
  remove(): Promise<void>;
}

/** `durable` waits for the disk, as a hall does that is meant to be kept. */
export async function startPostgres({ durable = false } = {}): Promise<Postgres> {
  if (folder === undefined) throw new Error(whyNoPostgres);
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'debate-hall-postgres-'));
  const data = path.join(place, 'data');
  if (nobody.uid !== undefined) fs.chownSync(place, nobody.uid, nobody.gid);
  const options = { ...nobody, cwd: place, env: { PATH: process.env['PATH'], LC_ALL: 'C', HOME: place } };
  await runFile(
    path.join(folder, 'initdb'),
    ['-D', data, '-U', 'hall', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    options,
  );
  const settings = [
    ...['listen_addresses=', `unix_socket_directories=${place}`, 'max_connections=200', 'logging_collector=off'],
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
  let server: ReturnType<typeof spawn> | undefined;
  const postgres: Postgres = {
    ...databaseIn(place, 'postgres'),
    place,
    async start() {
      const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
      const started = spawn(path.join(folder, 'postgres'), args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
      server = started;
      let said = '';
      await new Promise<void>((resolve, reject) => {
        started.once('exit', (code) => reject(new Error(`Postgres ended with ${code}: ${said}`)));
        started.stderr?.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          if (said.includes('ready to accept connections')) resolve();
        });
      });
    },
    async stop(signal = 'SIGINT') {
      const running = server;
      if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      if (signal === 'SIGKILL') {
        // Stopped, it starts no other child meanwhile, which would keep its memory from the server that comes next.
        running.kill('SIGSTOP');
        killChildren(running.pid as number);
      }
      running.kill(signal);
      await ended;
    },
    async remove() {
      await postgres.stop();
      fs.rmSync(place, { recursive: true, force: true });
    },
  };
  await postgres.start();
  const ordinary = ['create role team login', 'grant create on database postgres to team'];
  await runFile(PSQL, ['--quiet', ...ordinary.map((each) => `--command=${each}`), postgres.url]);
  return postgres;
}

/** The server's own processes would end by themselves, but only after a while. */
function killChildren(parent: number): void {
  if (os.platform() !== 'linux') return;
  for (const name of fs.readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const [, rest = ''] = fs.readFileSync(`/proc/${name}/stat`, 'utf8').split(') ');
      if (Number(rest.split(' ')[1]) === parent) process.kill(Number(name), 'SIGKILL');
    } catch {}
  }
}
