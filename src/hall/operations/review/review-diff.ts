// Opens reviews: reads the change and the files around it, and fixes who reviews it by which rules.
import { stat } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import { defined } from '../../../domain/defined.ts';
import { parseDiff } from '../../../domain/diffs/diff.ts';
import { guessPlatform } from '../../../domain/diffs/platform.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { isThreadId } from '../../../domain/ids.ts';
import type { ContextItem } from '../../../material/context/collection.ts';
import type { Git } from '../../../material/context/git/git.ts';
import { findRepository } from '../../../material/context/git/repository.ts';
import { type ReviewDiff, readDiff } from '../../../material/context/git/review-diff.ts';
import { readSurroundings } from '../../../material/context/surroundings.ts';
import { neverAborted } from '../../../support/wait.ts';
import type { Material } from '../debate/opening/given-documents.ts';
import type { OpenInput } from '../debate/opening/open-input.ts';
import type { Hall } from '../hall.ts';
import { refuseChosenReviewers } from './chosen-reviewers.ts';

const COMMIT_LENGTH = 7;
/** Of a change that does not depend on what lies in the working tree. */
export const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Asked when the caller asks nothing. */
export const REVIEW_QUESTION = 'Is this change correct, safe and ready to be merged?';

export interface ChangeInput {
  /** Only what is staged. */
  readonly staged?: boolean | undefined;
  /** `A...B`, `A..B` or one revision; without it, everything that is not committed. */
  readonly range?: string | undefined;
  /** File or folder that it is limited to; in another repository, what is reviewed is there. */
  readonly path?: string | undefined;
  /** Budget of the diff; that of the context when absent. */
  readonly maxBytes?: number | undefined;
  readonly signal?: AbortSignal;
}

export type ReviewInput = ChangeInput &
  Omit<OpenInput, 'topic' | 'subject' | 'format' | 'material'> & {
    /** What to ask of the change; whether it is ready to be merged when left out. */
    readonly topic?: string;
    /** What reviewers get beside the change, before the files around it. */
    readonly documents?: readonly ContextItem[];
    readonly pictures?: Material['pictures'];
  };

export interface ReadChange {
  readonly git: Git;
  readonly diff: ReviewDiff;
}

/** The nearest folder that exists, so that what was deleted can be named. */
async function findFolder(path: string): Promise<string> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const parent = dirname(path);
  return isFolder || parent === path ? path : await findFolder(parent);
}

/** Throws what `readDiff` throws, and `bad-input` for a change that chooses its reviewers. */
export async function readChange(hall: Hall, input: ChangeInput): Promise<ReadChange> {
  const { staged, range, path, signal = neverAborted } = input;
  const named = path === undefined ? undefined : resolve(hall.cwd, path);
  const cwd = named === undefined ? hall.cwd : await findFolder(named);
  const git = (await hall.gits(signal))(cwd);
  const { maxBytes, allowSecrets } = hall.loaded.config.context;
  const diff = await readDiff(git, {
    ...(staged === true ? { staged } : {}),
    ...defined({ range }),
    ...(named === undefined ? {} : { path: relative(cwd, named) || '.' }),
    maxBytes: input.maxBytes ?? maxBytes,
    allowSecrets,
    hallFolder: hall.loaded.config.hall,
    isKnown: async (threadId) => isThreadId(threadId) && (await hall.store.exists(threadId)),
  });
  await refuseChosenReviewers(hall, git, diff);
  return { git, diff };
}

/** What a review that is resumed reads is found from where the hall is. Throws `bad-input` when the change is elsewhere. */
async function refuseElsewhere(hall: Hall, { root }: ReviewDiff, signal: AbortSignal): Promise<void> {
  const here = await findRepository((await hall.gits(signal))(hall.cwd)).catch(() => undefined);
  if (here?.root === root) return;
  throw new HallError('bad-input', 'Reviewers can only read the repository of the current folder.', {
    hint: 'Start the review in the repository of the change, or turn "explore" off.',
  });
}

/** A diff among the material would be taken for a part of the change. */
function refuseSecondChange(context: readonly string[]): void {
  const diff = context.find((source) => source.startsWith('git:'));
  if (diff === undefined) return;
  throw new HallError('bad-input', `"${diff}" is a change to review, not background material.`, {
    hint: 'Pass the change to review with --range, or as "range".',
  });
}

/** What a review is named after: its question is the same every day, its change is not. */
function nameReview({ range, at, files }: ReviewDiff): string {
  if (/^[0-9a-f]{7,}$/.test(at)) return `review ${range} ${at.slice(0, COMMIT_LENGTH)}`;
  const [first, ...others] = files.map(({ path }) => basename(path));
  return `review ${first} ${others.length === 0 ? '' : `and ${others.length} more`}`;
}

/**
 * Everything that opening the review takes: the change, the files around it, and its rules, of which a platform that is asked for is
 * not overruled by what the diff looks like. `change`: where it was read already. Spends nothing and writes nothing. Throws what
 * `readDiff` throws.
 */
export async function reviewOpening(hall: Hall, input: ReviewInput, change?: ReadChange): Promise<OpenInput> {
  const { staged, range, path, maxBytes: _, documents: given = [], pictures = [], ...opening } = input;
  const { topic = REVIEW_QUESTION, context = [], options, signal = neverAborted } = opening;
  refuseSecondChange(context);
  const { git, diff } = change ?? (await readChange(hall, input));
  const { maxBytes, allowSecrets } = hall.loaded.config.context;
  const bytes = Buffer.byteLength(diff.text) + given.reduce((sum, each) => sum + each.bytes, 0);
  const around = await readSurroundings(git, diff, { maxBytes: Math.max(0, maxBytes - bytes), allowSecrets });
  const configured = hall.loaded.config.formats['review'] ?? {};
  const explores = { ...configured, ...options }['explore'] === true;
  if (explores) await refuseElsewhere(hall, diff, signal);
  return {
    ...opening,
    topic,
    subject: nameReview(diff),
    format: 'review',
    options: {
      ...(Object.hasOwn(configured, 'platform') ? {} : { platform: guessPlatform(parseDiff(diff.text)) }),
      ...options,
      ...(explores ? { explore: diff.at } : {}),
      // Nothing that a project configures.
      commits: COMMIT.test(diff.at) ? `${diff.from}..${diff.at}` : null,
      fixing: null,
      earlier: options?.['earlier'] ?? [],
    },
    material: {
      items: [
        { source: `git:${diff.range}`, bytes: Buffer.byteLength(diff.text), text: diff.text },
        ...given,
        ...around.items,
      ],
      leftOut: [...diff.leftOut, ...around.leftOut],
      pictures,
    },
  };
}
