// `debate-hall keys revoke`: a key that no longer opens anything, from the next request on.
import { revokeKey } from '../../../../hall/operations/setup/api-keys.ts';
import type { HallFlags } from '../../actions/run-action.ts';
import { printMessage } from '../../terminal/io.ts';
import { withKeys } from './with-keys.ts';

export async function run(id: string, flags: HallFlags): Promise<void> {
  await withKeys(flags, async (hall, desk) => {
    await revokeKey(hall, desk, id);
    printMessage(`Key ${id} is revoked.`);
  });
}
