// Discussions (GraphQL) and issues (REST): reading, posting and editing comments.
import * as z from 'zod';
import { HallError, unlessRefused } from '../../../domain/failures/errors.ts';
import { reviewCommentId } from '../comment-ref.ts';
import type { Comment, GitHub, PlacedComment, Thread } from '../github.ts';
import { ownerAndName } from '../repo-name.ts';
import { type GitHubClient, ONCE, parseAnswer } from './client.ts';

const PAGE = 100;

const id = z.union([z.string(), z.number(), z.bigint()]).transform(String);
const BOT = '[bot]';
/** REST writes "[bot]" behind the login of an App and GraphQL does not, although a person may have the login without it. */
const author = z
  .object({ login: z.string(), __typename: z.string().optional() })
  .nullish()
  .transform((user) => {
    if (user == null) return 'ghost';
    return user.__typename === 'Bot' && !user.login.endsWith(BOT) ? `${user.login}${BOT}` : user.login;
  });

const issueSchema = z.object({ number: id, html_url: z.string() });
const issueCommentSchema = z
  .object({ id, html_url: z.string(), body: z.string().nullish(), user: author })
  .transform(({ id, html_url, body, user }): Comment => ({ id, url: html_url, author: user, body: body ?? '' }));
const issuePlaceSchema = z.object({ issue_url: z.string() });
const reviewPlaceSchema = z.object({ pull_request_url: z.string() });

const discussion = z.object({ id: z.string(), url: z.string(), repository: z.object({ nameWithOwner: z.string() }) });
const discussionCommentSchema = z.object({ id: z.string(), url: z.string(), author, body: z.string() });
const repliedSchema = discussionCommentSchema.extend({
  replies: z.object({ nodes: z.array(discussionCommentSchema) }).optional(),
});
const discussionPageSchema = z.object({
  node: z.object({
    comments: z.object({
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      nodes: z.array(repliedSchema),
    }),
  }),
});
const placedSchema = z.object({
  node: z
    .object({
      id: z.string(),
      url: z.string(),
      author,
      body: z.string(),
      replyTo: z.object({ id: z.string() }).nullish(),
      discussion,
    })
    .nullable()
    .catch(null),
});

const DISCUSSION = 'id url repository { nameWithOwner }';
const BY_ID = `query ($id: ID!) { node(id: $id) { ... on Discussion { ${DISCUSSION} } } }`;
const BY_NUMBER = `query ($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { discussion(number: $number) { ${DISCUSSION} } }
}`;
const COMMENT_FIELDS = 'id url body author { __typename login }';
/** GitHub allows 500,000 nodes in one question. */
const WITH_REPLIES = `${COMMENT_FIELDS} replies(first: ${PAGE}) { nodes { ${COMMENT_FIELDS} } }`;
const commentsQuery = (fields: string) => `query ($id: ID!, $first: Int!, $after: String) {
  node(id: $id) { ... on Discussion { comments(first: $first, after: $after) {
    pageInfo { hasNextPage endCursor } nodes { ${fields} }
  } } }
}`;
const COMMENT = `query ($id: ID!) {
  node(id: $id) { ... on DiscussionComment {
    ${COMMENT_FIELDS} replyTo { id } discussion { ${DISCUSSION} }
  } }
}`;
const VIEWER = 'query { viewer { login } }';
const ADD = `mutation ($discussion: ID!, $body: String!) {
  addDiscussionComment(input: { discussionId: $discussion, body: $body }) { comment { id url body author { __typename login } } }
}`;
const UPDATE = `mutation ($comment: ID!, $body: String!) {
  updateDiscussionComment(input: { commentId: $comment, body: $body }) { comment { id } }
}`;

function notFound(what: string): HallError {
  return new HallError('not-found', `GitHub has no such ${what}.`, {
    hint: 'Check the repository and the number or id, and that the token may see them.',
  });
}

function toThread({ id, url, repository }: z.infer<typeof discussion>): Thread {
  return { repo: repository.nameWithOwner, kind: 'discussion', id, url };
}

const falseIfGone = async (edit: Promise<unknown>): Promise<boolean> =>
  (await unlessRefused(() => edit.then(() => true), 'not-found')) ?? false;

function createDiscussions({ run }: GitHubClient) {
  const ask = (query: string, variables: Record<string, unknown>) =>
    run((octokit) => octokit.graphql<unknown>(query, variables));
  return {
    async viewer(): Promise<string | undefined> {
      const read = z.object({ viewer: z.object({ login: z.string() }) });
      const answer = async () => parseAnswer(read, await ask(VIEWER, {}));
      return (await unlessRefused(answer, 'github-refused', 'not-found'))?.viewer.login;
    },
    async thread(repo: string, id: string): Promise<Thread> {
      const byId = z.object({ node: discussion.nullable().catch(null) });
      const byNumber = z.object({ repository: z.object({ discussion: discussion.nullable() }).nullable() });
      const { owner, repo: name } = ownerAndName(repo);
      const isNumber = /^\d+$/.test(id);
      const found = isNumber
        ? parseAnswer(byNumber, await ask(BY_NUMBER, { owner, name, number: Number(id) })).repository?.discussion
        : parseAnswer(byId, await ask(BY_ID, { id })).node;
      // GitHub answers to the old name of a repository with the new one; an ID may be of any repository.
      const isElsewhere = !isNumber && found?.repository.nameWithOwner.toLowerCase() !== repo.toLowerCase();
      if (found == null || isElsewhere) throw notFound(`discussion in ${repo}`);
      return toThread(found);
    },
    async comments({ id }: Thread, fields = COMMENT_FIELDS): Promise<readonly Comment[]> {
      const all: Comment[] = [];
      let after: string | null = null;
      do {
        const page: z.infer<typeof discussionPageSchema> = parseAnswer(
          discussionPageSchema,
          await ask(commentsQuery(fields), { id, first: PAGE, after }),
        );
        const { nodes, pageInfo } = page.node.comments;
        for (const { replies, ...comment } of nodes) all.push(comment, ...(replies?.nodes ?? []));
        after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
      } while (after !== null);
      return all;
    },
    async comment(id: string): Promise<PlacedComment> {
      const { node } = parseAnswer(placedSchema, await ask(COMMENT, { id }));
      if (node === null) throw notFound('comment');
      const { replyTo, discussion, ...comment } = node;
      return { ...comment, thread: toThread(discussion), ...(replyTo == null ? {} : { replyTo: replyTo.id }) };
    },
    async post({ id }: Thread, body: string): Promise<Comment> {
      const schema = z.object({ addDiscussionComment: z.object({ comment: discussionCommentSchema }) });
      return parseAnswer(schema, await ask(ADD, { discussion: id, body, request: ONCE })).addDiscussionComment.comment;
    },
    edit: async (commentId: string, body: string) => await falseIfGone(ask(UPDATE, { comment: commentId, body })),
  };
}

function createIssues({ run }: GitHubClient) {
  /** A comment with the number of its issue, which stands at the end of an address of the API. */
  const placed = (repo: string, comment: Comment, thread: string): PlacedComment => {
    const number = /\/(?:issues|pulls)\/(\d+)$/.exec(thread)?.[1];
    if (number === undefined) throw notFound('comment of an issue');
    return { ...comment, thread: { repo, kind: 'issue', id: number, url: comment.url.replace(/#.*$/, '') } };
  };
  return {
    async thread(repo: string, id: string): Promise<Thread> {
      const { data } = await run((octokit) =>
        octokit.rest.issues.get({ ...ownerAndName(repo), issue_number: Number(id) }),
      );
      const { number, html_url } = parseAnswer(issueSchema, data);
      return { repo, kind: 'issue', id: number, url: html_url };
    },
    async comments({ repo, id }: Thread): Promise<readonly Comment[]> {
      const data = await run((octokit) =>
        octokit.paginate(octokit.rest.issues.listComments, {
          ...ownerAndName(repo),
          issue_number: Number(id),
          per_page: PAGE,
        }),
      );
      return parseAnswer(z.array(issueCommentSchema), data);
    },
    async comment(repo: string, id: string): Promise<PlacedComment> {
      const { data } = await run((octokit) =>
        octokit.rest.issues.getComment({ ...ownerAndName(repo), comment_id: Number(id) }),
      );
      return placed(repo, parseAnswer(issueCommentSchema, data), parseAnswer(issuePlaceSchema, data).issue_url);
    },
    async reviewComment(repo: string, id: string): Promise<PlacedComment> {
      const { data } = await run((octokit) =>
        octokit.rest.pulls.getReviewComment({ ...ownerAndName(repo), comment_id: Number(id) }),
      );
      const comment = parseAnswer(issueCommentSchema, data);
      const { pull_request_url } = parseAnswer(reviewPlaceSchema, data);
      return placed(repo, { ...comment, id: reviewCommentId(comment.id) }, pull_request_url);
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
    edit: async (repo: string, commentId: string, body: string) =>
      await falseIfGone(
        run((octokit) =>
          octokit.rest.issues.updateComment({ ...ownerAndName(repo), comment_id: Number(commentId), body }),
        ),
      ),
  };
}

export type Threads = Pick<GitHub, 'viewer' | 'thread' | 'comments' | 'conversation' | 'comment' | 'post' | 'edit'>;

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
    post: (thread, body) => (thread.kind === 'issue' ? inIssues : inDiscussions).post(thread, body),
    edit: (thread, commentId, body) =>
      thread.kind === 'issue' ? inIssues.edit(thread.repo, commentId, body) : inDiscussions.edit(commentId, body),
  };
}
