// Shows a debate in a discussion or an issue: one comment for each turn and one for the ending, each exactly once.
import type { ThreadKind } from '../domain/events.ts';
import type { GitHubInput, TargetInput } from './github-input.ts';
import type { Hall } from './hall.ts';

export type SyncInput = GitHubInput & TargetInput;

export interface PostedComment {
  /** `seq` of the event that it shows. */
  readonly event: number;
  readonly commentId: string;
  readonly url: string;
}

export interface SyncOutput {
  readonly threadId: string;
  readonly repo: string;
  readonly targetType: ThreadKind;
  readonly targetId: string;
  readonly url: string;
  /** Comments that this call posted. */
  readonly syncedCount: number;
  /** Comments that an interrupted call had posted and that this one found. */
  readonly adoptedCount: number;
  /** Comments that this call brought into line with a redaction. */
  readonly editedCount: number;
  /** All comments of this debate, in the order of its events. */
  readonly comments: readonly PostedComment[];
  /** Full sentences. */
  readonly warnings: readonly string[];
}

export declare function syncDebate(hall: Hall, input: SyncInput): Promise<SyncOutput>;
