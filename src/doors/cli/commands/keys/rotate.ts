// `debate-hall keys rotate`: a new key in place of one that stays valid for a while, so that nobody is locked out in between.
import { rotateKey } from '../../../../hall/operations/setup/api-keys.ts';
import type { HallFlags } from '../../actions/run-action.ts';
import { printMessage } from '../../terminal/io.ts';
import { showNewKey } from './add.ts';
import { withKeys } from './with-keys.ts';

interface RotateFlags extends HallFlags {
  readonly days: number;
  readonly overlap: number;
}

export async function run(id: string, flags: RotateFlags): Promise<void> {
  await withKeys(flags, async (hall, desk) => {
    const added = await rotateKey(hall, desk, { id, days: flags.days, overlapDays: flags.overlap });
    await showNewKey(added, flags);
    printMessage(`Key ${id} stays valid for ${flags.overlap === 1 ? 'one more day' : `${flags.overlap} more days`}.`);
  });
}
