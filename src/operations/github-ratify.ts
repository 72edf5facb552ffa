// Proposes a closed debate's decision as a decision record: a file on a branch and a pull request.
import type { GitHubInput } from './github-input.ts';
import type { Hall } from './hall.ts';

export interface RatifyInput extends GitHubInput {
  /** "owner/name"; that of the linked thread when left out. */
  readonly repo?: string;
  /** The next free one when left out. */
  readonly adrNumber?: number;
  /** Folder in the repository; `docs/adr/` unless told otherwise. */
  readonly adrPath?: string;
  /** A discussion or issue to refer to; that of the linked thread when left out. */
  readonly targetId?: string;
}

export interface RatifyOutput {
  readonly threadId: string;
  readonly repo: string;
  readonly adrNumber: number;
  /** Of the file. */
  readonly adrPath: string;
  readonly branch: string;
  readonly pullNumber: number;
  readonly pullUrl: string;
  readonly status: 'created' | 'updated' | 'unchanged';
}

export declare function ratify(hall: Hall, input: RatifyInput): Promise<RatifyOutput>;
