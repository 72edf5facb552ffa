// What a debate reads from outside of its repository. A ledger can come with a repository, so what it names there is opened only
// once it was named on this machine, or is trusted.
import path from 'node:path';
import { fileOfPage } from '../../../domain/evidence/pages.ts';
import { isPageAddress } from '../../../net/fetch/page-address.ts';
import { searchFolders } from '../../config/sources/files.ts';
import { placeOutside } from '../../config/trust/project-places.ts';
import { isGivenDocument } from '../debate/opening/given-documents.ts';
import type { Hall } from '../hall.ts';

interface Opened {
  readonly context: readonly { readonly source: string }[];
  readonly reading?: { readonly pins: readonly { readonly kind: string; readonly spec: string }[] } | undefined;
}

/** What came as text, or is in the repository around the current folder, whatever it says. */
const isNoPath = (source: string) => isGivenDocument(source) || source.startsWith('git:') || source === ':/';

/**
 * What a debate may read from: the repository around the current folder, and of that only what came with the ledgers. A hall that was named
 * lies in a repository of its own, or in an unpacked archive.
 */
async function listRoots({ loaded: { repository, config } }: Pick<Hall, 'loaded'>): Promise<readonly string[]> {
  const around = (await searchFolders(config.hall)).at(-1) as string;
  if (around !== path.resolve(config.hall)) return [repository, around];
  return placeOutside(repository, config.hall) === undefined ? [repository, path.dirname(config.hall)] : [repository];
}

/** Where the files of a path or glob really are; both readings count, since a folder can have the name of a glob. */
async function listPlaces(cwd: string, roots: readonly string[], source: string): Promise<readonly string[]> {
  const { default: picomatch } = await import('picomatch');
  const files = [source, picomatch.scan(source).base].map((each) => path.resolve(cwd, each));
  const places = roots.flatMap((root) => files.map((file) => placeOutside(root, file)));
  return places.filter((place) => place !== undefined);
}

/** Sorted; with `pages` also the servers of pages that would be fetched again. */
export async function listOutside(
  hall: Pick<Hall, 'cwd' | 'loaded'>,
  { context, reading }: Opened,
  { pages = false, documents = false }: { readonly pages?: boolean; readonly documents?: boolean },
): Promise<readonly string[]> {
  const pins = (reading?.pins ?? []).flatMap(({ kind, spec }) => (kind === 'files' || kind === 'page' ? [spec] : []));
  const roots = await listRoots(hall);
  const found = new Set<string>();
  for (const source of [...(documents ? context.map(({ source }) => source) : []), ...pins]) {
    if (isPageAddress(source)) {
      if (pages) found.add(URL.canParse(source) ? new URL(source).origin : source);
    } else if (!isNoPath(source)) {
      for (const place of await listPlaces(hall.cwd, roots, fileOfPage(source) ?? source)) found.add(place);
    }
  }
  return [...found].sort();
}

/** All that a new debate has from outside, for whoever opens it again. */
export const ALL_SOURCES = { pages: true, documents: true } as const;
