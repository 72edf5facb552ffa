// What the github commands share: their flags, and how an operation is called with them.

import { defined } from '../../../domain/defined.ts';
import type { GitHubInput, TargetInput } from '../../../hall/operations/github/input.ts';
import { printMessage } from '../terminal/io.ts';
import type { ActionContext, HallFlags } from './run-action.ts';

export interface GitHubFlags extends HallFlags {
  readonly repo?: string;
  readonly maxWait: number;
}

export interface ThreadFlags extends GitHubFlags {
  readonly discussion?: string;
  readonly issue?: string;
}

export function callFrom(threadId: string, { maxWait }: GitHubFlags, { signal }: ActionContext): GitHubInput {
  return { threadId, signal, maxWaitMs: maxWait * 1_000, onProgress: printMessage };
}

export function targetFrom({ repo, discussion, issue }: ThreadFlags): TargetInput {
  return {
    ...defined({ repo }),
    ...(discussion === undefined ? {} : { targetId: discussion, targetType: 'discussion' as const }),
    ...(issue === undefined ? {} : { targetId: issue, targetType: 'issue' as const }),
  };
}
