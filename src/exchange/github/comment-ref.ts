// The ways in which people name a comment: by its address, by the number in it, by its node id.
import { HallError } from '../../domain/failures/errors.ts';
import type { ThreadKind } from '../../domain/github-events.ts';

export type CommentRef =
  /** The number in the address of a comment of the thread itself. */
  | { readonly by: 'number'; readonly number: string }
  /** A comment on a line of a pull request. */
  | { readonly by: 'review-number'; readonly number: string }
  /** `DC_…`, of a discussion's comment. */
  | { readonly by: 'node'; readonly id: string };

/** What an address says beside the comment. */
interface CommentPlace {
  readonly host: string;
  readonly repo: string;
  readonly kind: ThreadKind;
  /** Number of the thread. */
  readonly number: string;
}

export interface NamedComment {
  readonly ref: CommentRef;
  readonly place?: CommentPlace;
}

const REVIEW = 'discussion_r';
const ADDRESS =
  /^https?:\/\/([^/\s]+)\/([^/\s]+\/[^/\s]+)\/(issues|pull|discussions)\/([1-9]\d{0,11})(?:\/[\w/]*)?#(issuecomment-|discussion_r|r|discussioncomment-)([1-9]\d{0,15})$/;

/** The id of a comment on a line of a pull request, whose number would be taken for that of another comment. */
export function reviewCommentId(number: string): string {
  return `${REVIEW}${number}`;
}

function fromAddress(text: string): NamedComment | undefined {
  const [, host, repo, thread, number, anchor, comment] = ADDRESS.exec(text) ?? [];
  if (host === undefined || repo === undefined || number === undefined || comment === undefined) return undefined;
  const kind = thread === 'discussions' ? 'discussion' : 'issue';
  if ((kind === 'discussion') !== (anchor === 'discussioncomment-')) return undefined;
  const by = anchor === REVIEW || anchor === 'r' ? 'review-number' : 'number';
  return { ref: { by, number: comment }, place: { host: host.toLowerCase(), repo, kind, number } };
}

/** Throws `bad-input`. */
export function parseCommentRef(given: string): NamedComment {
  const text = given.trim();
  if (/^[1-9]\d{0,15}$/.test(text)) return { ref: { by: 'number', number: text } };
  if (/^DC_[A-Za-z0-9_=-]{4,150}$/.test(text)) return { ref: { by: 'node', id: text } };
  const review = /^discussion_r([1-9]\d{0,15})$/.exec(text)?.[1];
  if (review !== undefined) return { ref: { by: 'review-number', number: review } };
  const named = fromAddress(text);
  if (named !== undefined) return named;
  throw new HallError('bad-input', 'That is not a comment.', {
    hint: 'Use its address, from "Copy link" in the menu of the comment.',
  });
}
