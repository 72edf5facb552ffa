// The halls of a worker that serves several people: each with a home, a login and a sandbox of its own.
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { HallError } from '../../domain/failures/errors.ts';
import { type Exposure, hideEnvironment } from '../../process/hide-environment.ts';
import { sha256Hex } from '../../support/canonical.ts';
import { closeOpened } from '../../support/close-all.ts';
import type { Config } from '../config/config.ts';
import type { Hall } from '../operations/hall.ts';
import { type AgentIdentity, type OpenHallOptions, openHall } from './hall.ts';

const PRIVATE = 0o700;

/** One folder for each name, whatever characters it has. */
function toHome(homes: string, owner: string): string {
  const slug = owner
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40);
  const digest = sha256Hex(owner).slice(0, 8);
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
  readonly findHall: (owner: string | undefined) => Promise<Hall>;
  close(): Promise<void>;
}

/** Who has no sandbox and why, as the beginning of a sentence. Throws `config-invalid` where one is required and cannot be had. */
async function findExposed(hall: Hall, { sandbox }: Config['worker']): Promise<string | undefined> {
  if (sandbox === 'off')
    return 'As "worker.sandbox" is off, only agents whose own setting asks for a sandbox have one. Others';
  const found = await hall.bubblewrap();
  if (!('problem' in found)) return undefined;
  if (sandbox === 'auto') return `Agents run without a sandbox: ${found.problem}. Those`;
  throw new HallError('config-invalid', `The configuration requires a sandbox, but ${found.problem}.`, {
    hint: 'Install it, or set "worker.sandbox" to auto.',
  });
}

const READABLE = {
  nothing: '',
  memory:
    ' With a debugger, they can also read the memory of this worker, which holds the address of the database and the state key.',
  environment:
    ' They can also read the environment of this worker, with the address of the database and the state key.',
} as const satisfies Record<Exposure, string>;

/** For the operator, at the start of the worker. */
function describeIsolation(exposed: string | undefined): string {
  if (exposed === undefined)
    return 'Agents run in bubblewrap: they see their own files and nothing else of this machine.';
  return `${exposed} with tools can read every file that this worker can, such as keys and logins.${READABLE[hideEnvironment()]}`;
}

/** `hall` is that of the worker itself, which is everybody's where nobody has a home. Throws `config-invalid`. */
export async function openPeople(hall: Hall, options: OpenHallOptions): Promise<People> {
  const { worker } = hall.loaded.config;
  const { homes, people } = worker;
  const isolation = describeIsolation(await findExposed(hall, worker));
  if (homes === undefined) {
    const note = `Everybody uses the logins of this worker; set "worker.homes" to keep people apart. ${isolation}`;
    return { note, findHall: async () => hall, close: async () => {} };
  }
  const opened = new Map<string, Promise<Hall>>();
  const open = async (owner: string): Promise<Hall> => {
    const home = toHome(homes, owner);
    await mkdir(home, { recursive: true, mode: PRIVATE });
    const references = Object.hasOwn(people, owner) ? Object.entries(people[owner]?.env ?? {}) : [];
    const values = references.map(
      async ([name, reference]) => [name, await resolveReference(name, reference, hall.loaded.env)] as const,
    );
    const env = Object.fromEntries(await Promise.all(values));
    const identity: AgentIdentity = { home, env };
    return await openHall({ ...options, identity, metrics: hall.metrics });
  };
  return {
    note: `Agents of different people have homes of their own. ${isolation}`,
    findHall: async (owner = '') => {
      const opening = opened.get(owner) ?? open(owner);
      opened.set(owner, opening);
      // What was wrong may be put right before the next run.
      opening.catch(() => opened.delete(owner));
      return await opening;
    },
    close: async () => await closeOpened(opened.values()),
  };
}
