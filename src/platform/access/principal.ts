// Who acts: a person or a program that a door has recognised, with what it may do and in which halls.

/** Each includes those before it. */
export const ROLES = ['reader', 'speaker', 'runner', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export interface Principal {
  /** Unique among all principals of a hall: "key:ana", "oidc:u-17", "local". Who gets a key of a name that had one before is the same person. */
  readonly id: string;
  /** As records name it; one that a door recognised cannot choose it itself. */
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

export function includesRole(role: Role, wanted: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(wanted);
}

export function belongsTo({ halls }: Principal, hall: string): boolean {
  return halls === 'every' || halls.includes(hall);
}
