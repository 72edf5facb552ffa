// An Oxford debate as a folder of argument files, for the dialectic plugin; by itself the export is the folder's README.
import { HallError } from '../../domain/errors.ts';
import { plain } from '../../domain/markdown-safe.ts';
import type { DebateRecord } from '../../domain/record.ts';
import { toDebateFolder } from '../../interop/debate-folder/write.ts';
import type { Exporter } from '../exporter.ts';
import { authority, labels } from '../record-words.ts';

function readme(record: DebateRecord): string {
  const label = labels(record, plain);
  return `${[
    `# ${plain(record.topic ?? '(redacted)')}`,
    authority(record, label).join('\n'),
    record.result?.markdown ?? 'There is no result.',
  ].join('\n\n')}\n`;
}

export const exporter: Exporter = {
  id: 'debate-folder',
  title: 'Folder of argument files, as the dialectic plugin keeps a debate',
  extension: '.readme.md',
  mimeType: 'text/markdown',
  render: readme,
  files: (record) => {
    const files = toDebateFolder(record);
    if (files !== undefined) return [...files, { path: 'README.md', text: readme(record) }];
    throw new HallError('bad-input', `A ${record.format} debate cannot be kept as a debate folder.`, {
      hint: 'Only debates of the format oxford can.',
    });
  },
};
