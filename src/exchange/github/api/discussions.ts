// Discussions (GraphQL): reading, posting and editing comments.
import * as z from 'zod';
import { HallError, unlessRefused } from '../../../domain/failures/errors.ts';
import { type Comment, ownerAndName, type PlacedComment, type Thread } from '../github.ts';
import { type GitHubClient, ONCE, parseAnswer } from './client.ts';
import { createMovedError } from './redirects.ts';

/** Most items that GitHub puts on a page. */
export const PAGE = 100;

const BOT = '[bot]';
/** REST writes "[bot]" behind the login of an App and GraphQL does not, although a person may have the login without it. */
export const author = z
  .object({ login: z.string(), __typename: z.string().optional() })
  .nullish()
  .transform((user) => {
    if (user == null) return 'ghost';
    return user.__typename === 'Bot' && !user.login.endsWith(BOT) ? `${user.login}${BOT}` : user.login;
  });

const repositorySchema = z.object({ nameWithOwner: z.string() });
const discussion = z.object({ id: z.string(), url: z.string(), repository: repositorySchema });
const discussionCommentSchema = z.object({ id: z.string(), url: z.string(), author, body: z.string() });
const toPageSchema = <T extends z.ZodType>(node: T) =>
  z.object({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    nodes: z.array(node),
  });
const repliesSchema = toPageSchema(discussionCommentSchema);
const commentsSchema = toPageSchema(discussionCommentSchema.extend({ replies: repliesSchema.optional() }));
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
  repository(owner: $owner, name: $name) { nameWithOwner discussion(number: $number) { ${DISCUSSION} } }
}`;
const COMMENT_FIELDS = 'id url body author { __typename login }';
const listOf = (fields: string) => `{ pageInfo { hasNextPage endCursor } nodes { ${fields} } }`;
/** GitHub allows 500,000 nodes in one question. */
export const WITH_REPLIES = `${COMMENT_FIELDS} replies(first: ${PAGE}) ${listOf(COMMENT_FIELDS)}`;
const commentsQuery = (fields: string) => `query ($id: ID!, $first: Int!, $after: String) {
  node(id: $id) { ... on Discussion { comments(first: $first, after: $after) ${listOf(fields)} } }
}`;
const REPLIES = `query ($id: ID!, $first: Int!, $after: String) {
  node(id: $id) { ... on DiscussionComment { replies(first: $first, after: $after) ${listOf(COMMENT_FIELDS)} } }
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
const REMOVE = `mutation ($comment: ID!) {
  deleteDiscussionComment(input: { id: $comment }) { comment { id } }
}`;
const UPDATE = `mutation ($comment: ID!, $body: String!) {
  updateDiscussionComment(input: { commentId: $comment, body: $body }) { comment { id } }
}`;

export function notFound(what: string): HallError {
  return new HallError('not-found', `GitHub has no such ${what}.`, {
    hint: 'Check the repository and the number or id, and that the token may see them.',
  });
}

function toThread({ id, url, repository }: z.infer<typeof discussion>): Thread {
  return { repo: repository.nameWithOwner, kind: 'discussion', id, nodeId: id, url };
}

interface Page<T> {
  readonly nodes: readonly T[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** The whole list that begins with this page. */
async function readPages<T>(read: (after: string) => Promise<Page<T>>, first: Page<T>): Promise<readonly T[]> {
  const all = [...first.nodes];
  let { pageInfo } = first;
  while (pageInfo.hasNextPage && pageInfo.endCursor !== null) {
    const page = await read(pageInfo.endCursor);
    all.push(...page.nodes);
    pageInfo = page.pageInfo;
  }
  return all;
}

export function createDiscussions({ run }: GitHubClient) {
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
      const byNumber = z.object({
        repository: repositorySchema.extend({ discussion: discussion.nullable() }).nullable(),
      });
      const { owner, repo: name } = ownerAndName(repo);
      if (/^\d+$/.test(id)) {
        // GitHub answers to the old name of a repository with the new one.
        const { repository } = parseAnswer(byNumber, await ask(BY_NUMBER, { owner, name, number: Number(id) }));
        if (repository?.discussion == null) throw notFound(`discussion in ${repo}`);
        const { discussion: found, nameWithOwner } = repository;
        if (found.repository.nameWithOwner !== nameWithOwner) throw createMovedError(found.url);
        return toThread(found);
      }
      const found = parseAnswer(byId, await ask(BY_ID, { id })).node;
      // An ID may be of any repository.
      if (found?.repository.nameWithOwner.toLowerCase() !== repo.toLowerCase()) throw notFound(`discussion in ${repo}`);
      return toThread(found);
    },
    async comments({ id }: Thread, fields = COMMENT_FIELDS): Promise<readonly Comment[]> {
      const schema = z.object({ node: z.object({ comments: commentsSchema }) });
      const ofReplies = z.object({ node: z.object({ replies: repliesSchema }) });
      const page = async (after: string | null) =>
        parseAnswer(schema, await ask(commentsQuery(fields), { id, first: PAGE, after })).node.comments;
      const all: Comment[] = [];
      for (const { replies, ...comment } of await readPages(page, await page(null))) {
        const more = async (after: string) =>
          parseAnswer(ofReplies, await ask(REPLIES, { id: comment.id, first: PAGE, after })).node.replies;
        all.push(comment, ...(replies === undefined ? [] : await readPages(more, replies)));
      }
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
    edit: async (_thread: Thread, comment: string, body: string) => await ask(UPDATE, { comment, body }),
    remove: async (_thread: Thread, comment: string) => await ask(REMOVE, { comment }),
  };
}
