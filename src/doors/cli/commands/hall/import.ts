// `debate-hall hall import`: copies all debates of a folder into this hall.
import { openFolder } from '../../../../hall/compose/store.ts';
import { copyHall } from '../../../../hall/operations/setup/copy-hall.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { createProgress, reportCopies } from '../../render/copies-view.ts';

export async function run(flags: HallFlags & { readonly from: string }): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const copies = await copyHall(hall, {
      from: openFolder(flags.from),
      to: hall.store,
      onProgress: createProgress(hall.clock),
    });
    return await reportCopies(copies, flags);
  });
}
