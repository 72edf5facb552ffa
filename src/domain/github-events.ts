// Events of a debate that a team follows in a thread on GitHub.
import * as z from 'zod';
import { count, nameSchema } from './event-parts.ts';
import { sha256Schema } from './sealed/sealed-schema.ts';

export const THREAD_KINDS = ['discussion', 'issue'] as const;
export type ThreadKind = (typeof THREAD_KINDS)[number];

export const githubPayloads = {
  /** The debate is shown to a team in a thread on GitHub, for good: again only where GitHub has moved the thread. */
  'thread-linked': () =>
    z.strictObject({
      repo: nameSchema,
      kind: z.enum(THREAD_KINDS),
      /** Node id of a discussion, number of an issue. */
      targetId: nameSchema,
      /** Node id of an issue, which stays when its repository is renamed. */
      nodeId: nameSchema.optional(),
      url: z.url().max(2_000),
      /** The address under which it was linked before. */
      movedFrom: z.url().max(2_000).optional(),
    }),
  /** A turn or an ending stands in the thread. */
  'comment-posted': () =>
    z.strictObject({
      target: count,
      commentId: nameSchema,
      url: z.url().max(2_000),
      bodySha256: sha256Schema,
    }),
  /** A comment was brought into line with a redaction; `gone` when it had been deleted on GitHub. */
  'comment-edited': () =>
    z.strictObject({
      target: count,
      commentId: nameSchema,
      bodySha256: sha256Schema,
      gone: z.literal(true).optional(),
    }),
  /** A decision record is about to be written, so that whatever happens next its branch is known. */
  'adr-planned': () =>
    z.strictObject({
      repo: nameSchema,
      number: count.min(1),
      path: z.string().min(1).max(1_000),
      branch: nameSchema,
    }),
  /** The pull request of a planned decision record. */
  'adr-proposed': () =>
    z.strictObject({ repo: nameSchema, branch: nameSchema, pullNumber: count.min(1), url: z.url().max(2_000) }),
} as const;
