// Who acts: a person or a program that a door has recognised, with what it may do and in which halls.
import { toPerson } from '../../domain/speakers.ts';
import { cutText } from '../../domain/words/cut-line.ts';
import { sha256Hex } from '../../support/canonical.ts';

/** Each includes those before it. */
export const ROLES = ['reader', 'speaker', 'runner', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export interface Principal {
  /** Unique among all principals of a hall: "key:ana", "oidc:u-17", "local". Who gets a key of a name that had one before is the same person. */
  readonly id: string;
  /** As records name it; one that a door recognised cannot choose it itself. None begins as an ID does. */
  readonly name: string;
  readonly role: Role;
  /** Names of the halls that it belongs to; others do not exist for it. `every`: whatever is here. */
  readonly halls: readonly string[] | 'every';
  /** `local`: whoever starts the program; may also use the files of this machine. `open`: a server that asks nobody. */
  readonly by: 'local' | 'key' | 'oidc' | 'open';
}

/** Who uses a hall through a program of their own: the command line, MCP over standard input and output, an editor. */
export const LOCAL_PRINCIPAL: Principal = { id: 'local', name: 'local', role: 'admin', halls: 'every', by: 'local' };

/** Whoever reaches a server that only its machine reaches, and that asks nobody who they are. */
export function anyoneIn(hall: string): Principal {
  return { id: 'anyone', name: 'anyone', role: 'admin', halls: [hall], by: 'open' };
}

/** As ledgers and queues of a shared hall name who asked for something; absent where somebody uses a hall of their own. */
export const getAsker = ({ by, id }: Principal): { readonly askedBy?: string } =>
  by === 'local' ? {} : { askedBy: id };

/** Characters of a name; records show it in one line. */
export const MOST_NAME = 100;
const DIGEST = 12;

/** A name that had to be changed: it ends in a digest of what it stands for, so that no two become the same. */
export const endInDigest = (name: string, of: string, most = MOST_NAME): string =>
  `${cutText(name, most - DIGEST - 1)}~${sha256Hex(of).slice(0, DIGEST)}`;

/** By which records name whoever has no key, and people who were erased. */
const OWN_NAME = /^(?:local|anyone|eval|erased-.*|user of .*)$/;
export const isOwnName = (name: string): boolean => OWN_NAME.test(toPerson(name));

export function includesRole(role: Role, wanted: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(wanted);
}

export function belongsTo({ halls }: Principal, hall: string): boolean {
  return halls === 'every' || halls.includes(hall);
}
