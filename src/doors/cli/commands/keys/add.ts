// `debate-hall keys add`: a new key, shown once.

import { type AddedKey, addKey } from '../../../../hall/operations/setup/api-keys.ts';
import type { Role } from '../../../../platform/access/principal.ts';
import type { HallFlags } from '../../actions/run-action.ts';
import { printJson, printMessage, printResult } from '../../terminal/io.ts';
import { withKeys } from './with-keys.ts';

interface AddFlags extends HallFlags {
  readonly role: Role;
  readonly days: number;
}

/** The one time that a key is shown. */
export async function showNewKey({ key, token }: AddedKey, { json }: HallFlags): Promise<void> {
  const { hash: _, ...shown } = key;
  if (json === true) return await printJson({ ...shown, token });
  const until = key.expires.toISOString().slice(0, 10);
  printMessage(`Key ${key.id} for ${key.name} (${key.role}), valid until ${until}. It is shown only now:`);
  await printResult(token);
}

export async function run(name: string, flags: AddFlags): Promise<void> {
  await withKeys(flags, async (hall, desk) => {
    await showNewKey(await addKey(hall, desk, { name, role: flags.role, days: flags.days }), flags);
  });
}
