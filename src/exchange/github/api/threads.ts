// Issues (REST) and discussions alike: reading, posting and editing comments.
import * as z from 'zod';
import { HallError, unlessRefused } from '../../../domain/failures/errors.ts';
import { reviewCommentId } from '../comment-ref.ts';
import { type Comment, type GitHub, ownerAndName, type PlacedComment, type Thread } from '../github.ts';
import { type GitHubClient, ONCE, parseAnswer } from './client.ts';
import { author, createDiscussions, notFound, PAGE, WITH_REPLIES } from './discussions.ts';

const id = z.union([z.string(), z.number(), z.bigint()]).transform(String);
const issueSchema = z.object({ number: id, node_id: z.string(), html_url: z.string() });
const issueCommentSchema = z
  .object({ id, html_url: z.string(), body: z.string().nullish(), user: author })
  .transform(({ id, html_url, body, user }): Comment => ({ id, url: html_url, author: user, body: body ?? '' }));
const issuePlaceSchema = z.object({ issue_url: z.string() });
const reviewPlaceSchema = z.object({ pull_request_url: z.string() });

/** "acme/shop" of a page of GitHub, whose address names a repository as it is called now, whatever was asked for. */
const repoIn = (page: string) => new URL(page).pathname.split('/').slice(1, 3).join('/');

/** Of a long thread that changes all the time. */
const MOST_READS = 5;

function createIssues({ run }: GitHubClient) {
  /** A comment with the number of its issue, which stands at the end of an address of the API. */
  const placed = (comment: Comment, thread: string): PlacedComment => {
    const number = /\/(?:issues|pulls)\/(\d+)$/.exec(thread)?.[1];
    if (number === undefined) throw notFound('comment of an issue');
    return {
      ...comment,
      thread: { repo: repoIn(comment.url), kind: 'issue', id: number, url: comment.url.replace(/#.*$/, '') },
    };
  };
  return {
    async thread(repo: string, id: string): Promise<Thread> {
      const { data } = await run((octokit) =>
        octokit.rest.issues.get({ ...ownerAndName(repo), issue_number: Number(id) }),
      );
      const { number, node_id: nodeId, html_url: url } = parseAnswer(issueSchema, data);
      return { repo: repoIn(url), kind: 'issue', id: number, nodeId, url };
    },
    async comments({ repo, id }: Thread): Promise<readonly Comment[]> {
      const place = { ...ownerAndName(repo), issue_number: Number(id), per_page: PAGE };
      const read = async () => {
        let pages = 0;
        const data = await run((octokit) =>
          octokit.paginate(octokit.rest.issues.listComments, place, (page) => {
            pages += 1;
            return page.data;
          }),
        );
        return { pages, comments: parseAnswer(z.array(issueCommentSchema), data) };
      };
      let { pages, comments } = await read();
      // One that is deleted meanwhile moves those behind it to the page before, which was read already.
      for (let reads = 1; pages > 1 && reads < MOST_READS; reads += 1) {
        const again = await read();
        const isSettled = again.comments.map((each) => each.id).join() === comments.map((each) => each.id).join();
        ({ pages, comments } = again);
        if (isSettled) break;
      }
      return comments;
    },
    async comment(repo: string, id: string): Promise<PlacedComment> {
      const { data } = await run((octokit) =>
        octokit.rest.issues.getComment({ ...ownerAndName(repo), comment_id: Number(id) }),
      );
      return placed(parseAnswer(issueCommentSchema, data), parseAnswer(issuePlaceSchema, data).issue_url);
    },
    async reviewComment(repo: string, id: string): Promise<PlacedComment> {
      const { data } = await run((octokit) =>
        octokit.rest.pulls.getReviewComment({ ...ownerAndName(repo), comment_id: Number(id) }),
      );
      const comment = parseAnswer(issueCommentSchema, data);
      const { pull_request_url } = parseAnswer(reviewPlaceSchema, data);
      return placed({ ...comment, id: reviewCommentId(comment.id) }, pull_request_url);
    },
    async post({ repo, id }: Thread, body: string): Promise<Comment> {
      const { data } = await run((octokit) =>
        octokit.rest.issues.createComment({
          ...ownerAndName(repo),
          issue_number: Number(id),
          body,
          request: ONCE,
        }),
      );
      return parseAnswer(issueCommentSchema, data);
    },
    edit: async ({ repo }: Thread, comment: string, body: string) =>
      await run((octokit) =>
        octokit.rest.issues.updateComment({ ...ownerAndName(repo), comment_id: Number(comment), body }),
      ),
    remove: async ({ repo }: Thread, comment: string) =>
      await run((octokit) => octokit.rest.issues.deleteComment({ ...ownerAndName(repo), comment_id: Number(comment) })),
  };
}

export type Threads = Pick<
  GitHub,
  'viewer' | 'thread' | 'comments' | 'conversation' | 'comment' | 'post' | 'edit' | 'remove'
>;

export function createThreads(client: GitHubClient): Threads {
  const inDiscussions = createDiscussions(client);
  const inIssues = createIssues(client);

  /** GraphQL does not take the number in the address of a comment, so the discussion is looked through for it. */
  async function discussionComment(repo: string, discussion: string, number: string): Promise<PlacedComment> {
    const thread = await inDiscussions.thread(repo, discussion);
    const all = await inDiscussions.comments(thread, WITH_REPLIES);
    const found = all.find(({ url }) => url.endsWith(`#discussioncomment-${number}`));
    if (found === undefined) throw notFound('comment in that discussion');
    return await inDiscussions.comment(found.id);
  }

  return {
    viewer: inDiscussions.viewer,
    thread: (repo, kind, id) => (kind === 'issue' ? inIssues : inDiscussions).thread(repo, id),
    comments: (thread) => (thread.kind === 'issue' ? inIssues.comments(thread) : inDiscussions.comments(thread)),
    conversation: (thread) =>
      thread.kind === 'issue' ? inIssues.comments(thread) : inDiscussions.comments(thread, WITH_REPLIES),
    comment: ({ repo, kind, id }, ref) => {
      if (ref.by === 'node') return inDiscussions.comment(ref.id);
      if (ref.by === 'review-number') return inIssues.reviewComment(repo, ref.number);
      return kind === 'issue' ? inIssues.comment(repo, ref.number) : discussionComment(repo, id, ref.number);
    },
    async remove(thread, commentId) {
      const place = thread.kind === 'issue' ? inIssues : inDiscussions;
      await unlessRefused(async () => [await place.remove(thread, commentId)], 'not-found');
    },
    post: (thread, body) => (thread.kind === 'issue' ? inIssues : inDiscussions).post(thread, body),
    async edit(thread, commentId, body) {
      const place = thread.kind === 'issue' ? inIssues : inDiscussions;
      const edited = await unlessRefused(async () => [await place.edit(thread, commentId, body)], 'not-found');
      if (edited !== undefined) return true;
      // GitHub says so as well of what the token may not see: only a thread that can be read shows that a comment is gone.
      if (!(await place.comments(thread)).some(({ id }) => id === commentId)) return false;
      throw new HallError('github-refused', `GitHub does not let this token edit the comment ${commentId}.`, {
        hint: 'Use the token of the account that wrote it.',
      });
    },
  };
}
