// The halls of a worker that serves several people: each with a home, a login and a sandbox of its own.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { HallError } from '../domain/failures/errors.ts';
import type { Hall } from '../operations/hall.ts';
import { findSandboxProblem } from '../process/sandbox.ts';
import { neverAborted } from '../support/wait.ts';
import { type AgentIdentity, type OpenHallOptions, openHall } from './hall.ts';

const PRIVATE = 0o700;

/** One folder for each name, whatever characters it has. */
function homeOf(homes: string, owner: string): string {
  const slug = owner
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40);
  const digest = createHash('sha256').update(owner, 'utf8').digest('hex').slice(0, 8);
  return path.join(homes, `${slug}-${digest}`);
}

/** Throws `config-invalid` for a variable or a file that is not there. */
async function resolveReference(name: string, reference: string, env: Hall['loaded']['env']): Promise<string> {
  const [kind, place] = [reference.slice(0, reference.indexOf(':')), reference.slice(reference.indexOf(':') + 1)];
  const value = kind === 'env' ? env[place] : (await readFile(place, 'utf8').catch(() => undefined))?.trim();
  if (value !== undefined && value !== '') return value;
  throw new HallError('config-invalid', `${name} should come from ${reference}, which is not set.`, {
    hint: 'Set it on the worker, or correct "worker.people" in its configuration.',
  });
}

export interface People {
  /** How they are kept apart, in a sentence. */
  readonly note: string;
  /** The hall whose agents run as this person. */
  readonly hallOf: (owner: string | undefined) => Promise<Hall>;
  close(): Promise<void>;
}

/** Throws `config-invalid` where a sandbox is required and cannot be had. */
async function findSandbox(hall: Hall, { sandbox }: Config['worker']): Promise<string | undefined> {
  if (sandbox === 'off') return 'the sandbox is off';
  const problem = await findSandboxProblem(await hall.processes(), hall.loaded.env['PATH'] ?? '', neverAborted);
  if (problem === undefined || sandbox === 'auto') return problem;
  throw new HallError('config-invalid', `The configuration requires a sandbox, but ${problem}.`, {
    hint: 'Install it, or set "worker.sandbox" to auto.',
  });
}

/** `hall` is that of the worker itself, which is everybody's where nobody has a home. Throws `config-invalid`. */
export async function openPeople(hall: Hall, options: OpenHallOptions): Promise<People> {
  const { worker, hall: folder } = hall.loaded.config;
  const { homes, people } = worker;
  if (homes === undefined) {
    const note = 'Everybody uses the logins of this worker; set "worker.homes" to keep people apart.';
    return { note, hallOf: async () => hall, close: async () => {} };
  }
  const problem = await findSandbox(hall, worker);
  const opened = new Map<string, Promise<Hall>>();
  const open = async (owner: string): Promise<Hall> => {
    const home = homeOf(homes, owner);
    await mkdir(home, { recursive: true, mode: PRIVATE });
    const references = Object.hasOwn(people, owner) ? Object.entries(people[owner]?.env ?? {}) : [];
    const values = references.map(
      async ([name, reference]) => [name, await resolveReference(name, reference, hall.loaded.env)] as const,
    );
    const env = Object.fromEntries(await Promise.all(values));
    const sandbox =
      problem === undefined
        ? { home, hidden: [homedir(), homes, folder].filter((each) => existsSync(each)) }
        : undefined;
    const identity: AgentIdentity = { home, env, sandbox };
    return await openHall({ ...options, identity });
  };
  return {
    note:
      problem === undefined
        ? 'Agents of different people are kept apart by bubblewrap.'
        : `Agents of different people have homes of their own but no sandbox: ${problem}.`,
    hallOf: async (owner = '') => {
      const opening = opened.get(owner) ?? open(owner);
      opened.set(owner, opening);
      // What was wrong may be put right before the next run.
      opening.catch(() => opened.delete(owner));
      return await opening;
    },
    close: async () => {
      for (const opening of opened.values()) await (await opening.catch(() => undefined))?.close();
    },
  };
}
