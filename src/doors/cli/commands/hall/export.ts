// `debate-hall hall export`: copies all debates of this hall into a folder.
import { openFolder } from '../../../../hall/compose/store.ts';
import { copyHall } from '../../../../hall/operations/setup/copy-hall.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { createProgress, reportCopies } from '../../render/copies-view.ts';

export async function run(flags: HallFlags & { readonly to: string }): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const copies = await copyHall(hall, {
      from: hall.store,
      to: openFolder(flags.to),
      onProgress: createProgress(hall.clock),
    });
    return await reportCopies(copies, flags);
  });
}
