// Web pages as files that seats look up: their texts are in the ledger, so nothing is fetched again.
import { namePage } from '../../../net/fetch/page-address.ts';
import type { PinnedFile, PinnedFiles } from './pinned-files.ts';

export interface KeptPage {
  readonly address: string;
  /** Absent when it was redacted. */
  readonly text: string | undefined;
}

export function pinPages(pages: readonly KeptPage[]): PinnedFiles {
  const files = new Map<string, PinnedFile>();
  for (const { address, text } of pages) {
    const name = namePage(address);
    let path = name;
    for (let number = 2; files.has(path); number += 1) path = `${name}_${number}`;
    files.set(path, { name: path, path, kind: 'page', bytes: Buffer.byteLength(text ?? ''), text });
  }
  const bytes = [...files.values()].reduce((sum, file) => sum + file.bytes, 0);
  const pin = { kind: 'files' as const, spec: 'web', at: 'ledger', files: files.size, bytes, leftOut: 0 };
  return {
    pin,
    root: '',
    prefix: '',
    git: undefined,
    scope: '',
    mayRead: async () => false,
    files: [...files.values()],
  };
}
