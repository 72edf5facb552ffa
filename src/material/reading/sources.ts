// Everything that seats of one debate can look up, pinned; opened again from a ledger it gives the same bytes or says why not.
import type { Pin } from '../../domain/reading/reading.ts';
import type { FetchPage, WebPage } from '../../net/fetch/fetch-page.ts';
import type { Git } from '../context/git/git.ts';
import type { Repository } from '../context/git/repository.ts';
import type { SourcePorts } from './files/open-path.ts';
import type { KeptPage } from './files/pin-pages.ts';
import type { PinnedFile, PinnedFiles } from './files/pinned-files.ts';

/** What was decided in another debate. */
export interface EarlierDecision {
  readonly threadId: string;
  readonly topic: string;
  /** With what its panel lacked. */
  readonly outcome: string;
  readonly closedAt: string;
  readonly text: string;
  /** Other words for the matter. */
  readonly terms: string;
}

/** Decisions as they stood at some time, with a digest that tells whether they still do. */
export interface PinnedDecisions {
  readonly sha256: string;
  readonly decisions: readonly EarlierDecision[];
}

/** A text of the debate's own context. */
export interface ReadableDocument {
  readonly name: string;
  /** Absent when it was redacted. */
  readonly text: string | undefined;
}

export interface GitHistory {
  readonly repository: Repository;
  readonly prefix: string;
  /** Commits that it does not reach back to. */
  readonly from?: string;
  readonly to: string;
  /** Path below the root; empty for all of it. */
  readonly scope: string;
  readonly mayRead: (path: string) => Promise<boolean>;
}

export interface OpenPorts extends SourcePorts {
  readonly documents: readonly ReadableDocument[];
  /** Names of context that is not in the prompt. */
  readonly leftOut: readonly string[];
  readonly fetchPage: FetchPage;
  /** Pages that an earlier run fetched. */
  readonly pages: readonly KeptPage[];
  readonly decisions: () => Promise<PinnedDecisions>;
}

export interface Sources {
  readonly pins: readonly Pin[];
  readonly files: ReadonlyMap<string, { readonly source: PinnedFiles; readonly file: PinnedFile }>;
  readonly sources: readonly PinnedFiles[];
  readonly histories: readonly GitHistory[];
  readonly documents: readonly ReadableDocument[];
  /** Names of context that is not in the prompt. */
  readonly leftOut: readonly string[];
  /** Pages that were fetched now. */
  readonly pages: readonly WebPage[];
  readonly decisions: readonly EarlierDecision[];
  readonly gitIn: (folder: string) => Git;
  /** The pinned text of a file by its name. @throws UnreadableError */
  read(name: string): Promise<string>;
  /** Those of many that can be read. */
  readMany(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

// Which pinned files a name can mean.

/** The file of that name, else all whose names end with it. */
export function findFileNames({ files }: Pick<Sources, 'files'>, wanted: string): readonly string[] {
  return files.has(wanted) ? [wanted] : [...files.keys()].filter((name) => name.endsWith(`/${wanted}`));
}
