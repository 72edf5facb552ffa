// An Oxford debate as a folder of argument files, for the dialectic plugin; by itself the export is the folder's README.
import type { DebateRecord } from '../../../domain/record.ts';
import { writeReport } from '../../../domain/words/conclusions.ts';
import { escapePlain } from '../../../domain/words/markdown-safe.ts';
import { FOLDER_FORMAT, refuseOtherFormats, toDebateFolder } from '../../interop/debate-folder/write.ts';
import type { Exporter } from '../exporter.ts';
import { listAuthority, listEnding } from '../record-words.ts';

function renderReadme(record: DebateRecord): string {
  refuseOtherFormats(record);
  return `${[
    `# ${escapePlain(record.topic ?? '(redacted)')}`,
    [...listEnding(record), ...listAuthority(record)].join('\n'),
    (record.result && writeReport(record.result)) || 'There is no result.',
  ].join('\n\n')}\n`;
}

export const exporter: Exporter = {
  id: 'debate-folder',
  extension: '.readme.md',
  mimeType: 'text/markdown',
  onlyFor: FOLDER_FORMAT,
  hasNoLabels: true,
  pieces: (record) => [renderReadme(record)],
  files: (record) => [...toDebateFolder(record), { path: 'README.md', text: renderReadme(record) }],
};
