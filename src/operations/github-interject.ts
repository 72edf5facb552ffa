// Brings a comment from GitHub into the debate: words of a person that every later seat sees.
import type { GitHubInput, TargetInput } from './github-input.ts';
import type { Hall } from './hall.ts';

export interface InterjectFromGitHubInput extends GitHubInput, TargetInput {
  /** `DC_…` of a discussion's comment, or the number of an issue's comment. */
  readonly commentId: string;
}

export interface InterjectFromGitHubOutput {
  readonly threadId: string;
  readonly status: 'added' | 'already_processed';
  readonly commentId: string;
  /** After the turn that the comment answers; null when it was processed before. */
  readonly injectionType: 'pathos' | 'ethos' | 'logos' | 'general' | null;
  readonly author: string;
  readonly url: string;
  /** `seq` of the interjection. */
  readonly event: number;
}

export declare function interjectFromGitHub(
  hall: Hall,
  input: InterjectFromGitHubInput,
): Promise<InterjectFromGitHubOutput>;
