// Brings in a debate folder of the dialectic plugin as an Oxford debate. What does not fit together is refused, or left out
// with a note.
import { HallError } from '../../../../domain/failures/errors.ts';
import { IMPORT_LEFT_OUT } from '../../../../domain/failures/import-damage.ts';
import { subjectSlug } from '../../../../domain/ids.ts';
import { toDrafts } from '../../../../exchange/interop/debate-folder/drafts.ts';
import { readDebateFolder } from '../../../../exchange/interop/debate-folder/read.ts';
import { toRecord } from '../../../../ledger/engine/record/record.ts';
import { romanize } from '../../debate/opening/topic.ts';
import type { Hall } from '../../hall.ts';
import { refuseSecretNames, removeSecrets } from '../../written-secrets.ts';
import { checkNewId } from '../own-files.ts';
import { saveRecord } from './export-debate.ts';
import type { ImportOutput } from './import-debate.ts';

export interface FolderInput {
  /** Texts of its files by their paths inside the folder, with "/". */
  readonly files: ReadonlyMap<string, string>;
  readonly threadId?: string;
  /** Import although not all of it may be taken over. */
  readonly force?: boolean;
}

/** Throws `bad-input`, `ledger-damaged`, `already-exists`. */
export async function importFolder(hall: Hall, { files, threadId, force }: FolderInput): Promise<ImportOutput> {
  const { debate, problems } = readDebateFolder(files);
  const [first] = problems;
  if (first !== undefined && force !== true) {
    throw new HallError('ledger-damaged', `The folder is inconsistent: ${first.field} ${first.message}.`, {
      hint: 'Use --force to import it anyway: the inconsistent parts are left out, with a note in the ledger.',
      details: { issues: problems.map(({ field, message }) => `${field}: ${message}`) },
    });
  }
  const importedAt = new Date(hall.clock.now()).toISOString();
  const name = threadId ?? debate.id ?? subjectSlug(await romanize(removeSecrets(debate.motion)));
  await checkNewId(hall, name);
  refuseSecretNames(hall, { ID: name });
  const drafts = toDrafts(debate, { threadId: name, importedAt, hallVersion: hall.version });
  const at = drafts.at(-1)?.at ?? importedAt;
  const notes = problems.map(({ field, message }) => ({
    at,
    type: 'note-recorded' as const,
    data: { code: IMPORT_LEFT_OUT, message: `The imported folder was inconsistent: ${field} ${message}.` },
  }));
  const snapshot = await hall.engine.importDebate([...drafts, ...notes]).catch((error: unknown) => {
    if (!(error instanceof HallError) || error.code !== 'rule-violation') throw error;
    throw new HallError('bad-input', `The folder breaks the rules of an Oxford debate: ${error.message}`, {
      hint: 'Fix the files named above; nothing was imported.',
      details: error.details,
      cause: error,
    });
  });
  if (snapshot.debate.status === 'closed') await saveRecord(hall, snapshot.threadId);
  return { record: toRecord(snapshot), problems };
}
