// REST and GraphQL as github.com answers them, for the endpoints that the hall uses.
import { execute, parseGraphql, type Resolved } from './graphql.ts';
import { Refusal, type RepositoryState, type StoredComment, type StoredThread, sha } from './state.ts';

export interface Asked {
  readonly method: string;
  /** Decoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  /** Address of the server itself, for links. */
  readonly origin: string;
  /** Most items of a page, whatever is asked for. */
  readonly pageSize: number;
  /** Login behind the token. */
  readonly account: string;
  /** What GitHub says of it; `undefined` when it does not, as to some Apps. */
  readonly viewer: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const user = (login: string | null) => (login === null ? null : { login });
const API = 'https://api.github.test';

function issueComment(repo: RepositoryState, thread: StoredThread, { number, id, url, author, body }: StoredComment) {
  const issue_url = `${API}/repos/${repo.name}/issues/${thread.number}`;
  return { id: number, node_id: id, html_url: url, body, user: user(author), issue_url };
}

function page(items: readonly unknown[], asked: Asked): Answer {
  const size = Math.min(Number(asked.query.get('per_page') ?? 30), asked.pageSize);
  const number = Number(asked.query.get('page') ?? 1);
  const next = new URLSearchParams(asked.query);
  next.set('page', String(number + 1));
  const more = number * size < items.length;
  const link = `<${asked.origin}${asked.path}?${next}>; rel="next"`;
  return { status: 200, body: items.slice((number - 1) * size, number * size), ...(more ? { headers: { link } } : {}) };
}

type Handler = (repo: RepositoryState, match: readonly string[], asked: Asked) => Answer;
const ok = (body: unknown, status = 200): Answer => ({ status, body });

const pullOf = (pull: RepositoryState['pulls'][number]) => ({ ...pull, html_url: pull.url });

const reviewComment = (repo: RepositoryState, thread: StoredThread, comment: StoredComment) => ({
  ...issueComment(repo, thread, comment),
  pull_request_url: `${API}/repos/${repo.name}/pulls/${thread.number}`,
});

const ROUTES: readonly (readonly [string, RegExp, Handler])[] = [
  [
    'GET',
    /^$/,
    (repo) => {
      const permissions = { push: repo.canPush, pull: true };
      return ok({ node_id: `R_${repo.id}`, full_name: repo.name, default_branch: 'main', permissions });
    },
  ],
  [
    'GET',
    /^\/issues\/(\d+)$/,
    (repo, [number]) => {
      const thread = repo.thread('issue', Number(number));
      return ok({ number: thread.number, html_url: thread.url, node_id: thread.id });
    },
  ],
  [
    'GET',
    /^\/issues\/(\d+)\/comments$/,
    (repo, [number], asked) => {
      const thread = repo.thread('issue', Number(number));
      return page(
        thread.comments.filter(({ place }) => place === 'thread').map((comment) => issueComment(repo, thread, comment)),
        asked,
      );
    },
  ],
  [
    'POST',
    /^\/issues\/(\d+)\/comments$/,
    (repo, [number], { body, account }) => {
      const thread = repo.thread('issue', Number(number));
      return ok(issueComment(repo, thread, repo.comment(thread, { body: String(body['body']), author: account })), 201);
    },
  ],
  [
    'GET',
    /^\/issues\/comments\/(\d+)$/,
    (repo, [number]) => {
      const { thread, comment } = repo.find(Number(number));
      return ok(issueComment(repo, thread, comment));
    },
  ],
  [
    'GET',
    /^\/pulls\/comments\/(\d+)$/,
    (repo, [number]) => {
      const { thread, comment } = repo.find(Number(number), 'line');
      return ok(reviewComment(repo, thread, comment));
    },
  ],
  [
    'PATCH',
    /^\/issues\/comments\/(\d+)$/,
    (repo, [number], { body }) => {
      const { thread, comment } = repo.find(Number(number));
      comment.body = String(body['body']);
      return ok(issueComment(repo, thread, comment));
    },
  ],
  [
    'DELETE',
    /^\/issues\/comments\/(\d+)$/,
    (repo, [number]) => {
      const { thread, comment } = repo.find(Number(number));
      thread.comments.splice(thread.comments.indexOf(comment), 1);
      return ok(undefined, 204);
    },
  ],
  [
    'GET',
    /^\/git\/ref\/heads\/(.+)$/,
    (repo, [name = '']) => ok({ ref: `refs/heads/${name}`, object: { sha: repo.branch(name).commit, type: 'commit' } }),
  ],
  [
    'GET',
    /^\/git\/matching-refs\/heads\/(.*)$/,
    (repo, [prefix = '']) =>
      ok(
        [...repo.branches]
          .filter(([name]) => name.startsWith(prefix))
          .map(([name, { commit }]) => ({ ref: `refs/heads/${name}`, object: { sha: commit, type: 'commit' } })),
      ),
  ],
  [
    'POST',
    /^\/git\/refs$/,
    (repo, _match, { body }) => {
      repo.createBranch(String(body['ref']).replace('refs/heads/', ''), String(body['sha']));
      return ok({ ref: body['ref'], object: { sha: body['sha'], type: 'commit' } }, 201);
    },
  ],
  [
    'DELETE',
    /^\/git\/refs\/heads\/(.+)$/,
    (repo, [name = '']) => {
      repo.deleteBranch(name);
      return ok(undefined, 204);
    },
  ],
  [
    'GET',
    /^\/contents\/?(.*)$/,
    (repo, [path = ''], { query }) => {
      const { files } = repo.branch(query.get('ref') ?? 'main');
      const text = files.get(path);
      if (text !== undefined) {
        const content = Buffer.from(text).toString('base64').replace(/.{60}/g, '$&\n');
        return ok({ type: 'file', path, sha: sha(text), encoding: 'base64', content });
      }
      const folder = path === '' ? '' : `${path}/`;
      const inside = [...files.keys()]
        .filter((name) => name.startsWith(folder))
        .map((name) => name.slice(folder.length));
      if (inside.length === 0) throw new Refusal(404, 'Not Found');
      return ok(inside.map((name) => ({ type: name.includes('/') ? 'dir' : 'file', name: name.split('/')[0] })));
    },
  ],
  [
    'GET',
    /^\/git\/commits\/([0-9a-f]+)$/,
    (repo, [name = '']) => {
      const { parents, message, files } = repo.commitNamed(name);
      const tree = sha(`tree of ${name}`);
      repo.trees.set(tree, files);
      return ok({ sha: name, tree: { sha: tree }, message, parents: parents.map((parent) => ({ sha: parent })) });
    },
  ],
  [
    'POST',
    /^\/git\/trees$/,
    (repo, _match, { body }) =>
      ok({ sha: repo.tree(String(body['base_tree']), body['tree'] as { path: string; content: string }[]) }, 201),
  ],
  [
    'POST',
    /^\/git\/commits$/,
    (repo, _match, { body }) => {
      const files = repo.trees.get(String(body['tree']));
      if (files === undefined) throw new Refusal(422, 'Tree SHA does not exist');
      const { message, parents } = body as { message: string; parents: string[] };
      return ok({ sha: repo.commit({ parents, message, files }), message }, 201);
    },
  ],
  [
    'GET',
    /^\/compare\/(.+)\.\.\.(.+)$/,
    (repo, [base = '', branch = '']) => {
      const { commits, paths } = repo.compare(base, branch);
      return ok({ ahead_by: commits.length, files: paths.map((filename) => ({ filename })) });
    },
  ],
  [
    'GET',
    /^\/pulls$/,
    (repo, _match, asked) => {
      const { query } = asked;
      const head = query.get('head')?.split(':')[1];
      const state = query.get('state') ?? 'open';
      const found = repo.pulls.filter(
        (pull) => (head === undefined || pull.head === head) && (state === 'all' || pull.state === state),
      );
      return page(found.map(pullOf), asked);
    },
  ],
  [
    'POST',
    /^\/pulls$/,
    (repo, _match, { body }) => {
      const { head, base, title, body: text } = body as Record<string, string>;
      return ok(
        pullOf(repo.openPull({ head: head ?? '', base: base ?? '', title: title ?? '', body: text ?? '' })),
        201,
      );
    },
  ],
  [
    'PATCH',
    /^\/pulls\/(\d+)$/,
    (repo, [number], { body }) => {
      const pull = repo.pulls.find((each) => each.number === Number(number));
      if (pull === undefined) throw new Refusal(404, 'Not Found');
      Object.assign(pull, body);
      return ok(pullOf(pull));
    },
  ],
];

/** What GitHub answers where something is now; a call that changes something is to be repeated there as it is. */
function redirect({ method, origin, query }: Asked, { id }: RepositoryState, rest: string): Answer {
  const location = `${origin}/repositories/${id}${rest}${query.size === 0 ? '' : `?${query}`}`;
  return {
    status: method === 'GET' ? 301 : 307,
    body: { message: 'Moved Permanently', url: location },
    headers: { location },
  };
}

export function rest(repos: readonly RepositoryState[], asked: Asked): Answer {
  const [, place = '', rest = ''] =
    /^\/(repos\/[^/]+\/[^/]+|repositories\/\d+)(.*)$/.exec(asked.path.toLowerCase()) ?? [];
  const tail = asked.path.slice(asked.path.length - rest.length);
  const isNamed = (name: string) => place === `repos/${name.toLowerCase()}`;
  const repo = repos.find(({ name, id }) => isNamed(name) || place === `repositories/${id}`);
  const renamed = repo === undefined ? repos.find(({ names }) => names.some(isNamed)) : undefined;
  if (renamed !== undefined) return redirect(asked, renamed, tail);
  if (repo === undefined) throw new Refusal(404, 'Not Found');
  const [, number = '', below = ''] = /^\/issues\/(\d+)(.*)$/.exec(tail) ?? [];
  const transferred = repo.transferred.get(`issue ${number}`);
  if (transferred !== undefined) return redirect(asked, transferred.repo, `/issues/${transferred.number}${below}`);
  for (const [method, pattern, handle] of ROUTES) {
    const match = method === asked.method ? pattern.exec(tail) : null;
    if (match !== null) return handle(repo, match.slice(1), asked);
  }
  throw new Error(`The GitHub of the tests has no ${asked.method} ${asked.path}`);
}

interface Wanted {
  readonly first: number;
  readonly after?: string | null;
}

function connection<T>(
  all: readonly T[],
  { first, after }: Wanted,
  pageSize: number,
  show: (one: T) => Resolved,
): Resolved {
  const from = Number(after ?? 0);
  const to = from + Math.min(first, pageSize);
  return {
    __typename: 'DiscussionCommentConnection',
    pageInfo: { __typename: 'PageInfo', hasNextPage: to < all.length, endCursor: String(to) },
    nodes: all.slice(from, to).map(show),
  };
}

function discussionOf(repo: RepositoryState, thread: StoredThread, pageSize: number): Resolved {
  return {
    __typename: 'Discussion',
    id: thread.id,
    number: thread.number,
    url: thread.url,
    repository: { __typename: 'Repository', nameWithOwner: repo.name },
    comments: (wanted: Wanted) => {
      const top = thread.comments.filter((comment) => comment.replyTo === null);
      return connection(top, wanted, pageSize, (comment) => commentOf(repo, thread, comment, pageSize));
    },
  };
}

/** GraphQL tells an App by its type and leaves out the "[bot]" that REST writes. */
function accountOf(login: string): Resolved {
  const name = login.replace(/\[bot\]$/, '');
  return { __typename: name === login ? 'User' : 'Bot', login: name };
}

function commentOf(repo: RepositoryState, thread: StoredThread, comment: StoredComment, pageSize: number): Resolved {
  const { id, url, body, author, replyTo } = comment;
  return {
    __typename: 'DiscussionComment',
    id,
    url,
    body,
    author: author === null ? null : accountOf(author),
    replyTo: replyTo === null ? null : { __typename: 'DiscussionComment', id: replyTo },
    discussion: () => discussionOf(repo, thread, pageSize),
    replies: (wanted: Wanted) => {
      const replies = thread.comments.filter((each) => each.replyTo === id);
      return connection(replies, wanted, pageSize, (each) => commentOf(repo, thread, each, pageSize));
    },
  };
}

class NotFound extends Error {}
class Forbidden extends Error {}

interface RefUpdate {
  readonly name: string;
  readonly beforeOid: string;
  readonly afterOid: string;
  readonly force: boolean;
}

export function graphql(repos: readonly RepositoryState[], asked: Asked): Answer {
  const { pageSize } = asked;
  const node = (id: unknown): Resolved => {
    for (const repo of repos) {
      for (const thread of repo.threads) {
        if (thread.id === id && thread.kind === 'discussion') return discussionOf(repo, thread, pageSize);
        const comment = thread.comments.find((each) => each.id === id);
        if (comment !== undefined && thread.kind === 'discussion') return commentOf(repo, thread, comment, pageSize);
      }
    }
    throw new NotFound(`Could not resolve to a node with the global id of '${String(id)}'`);
  };
  const placed = (id: unknown) => {
    for (const repo of repos) {
      const thread = repo.threads.find((each) => each.id === id || each.comments.some((one) => one.id === id));
      if (thread !== undefined) return { repo, thread, comment: thread.comments.find((one) => one.id === id) };
    }
    throw new NotFound(`Could not resolve to a node with the global id of '${String(id)}'`);
  };
  const root: Resolved = {
    __typename: 'Query',
    get viewer(): Resolved {
      if (asked.viewer === undefined) throw new Forbidden('Resource not accessible by integration');
      return { __typename: 'User', login: asked.viewer };
    },
    node: ({ id }: { id: string }) => node(id),
    repository: ({ owner, name }: { owner: string; name: string }) => {
      const wanted = `${owner}/${name}`.toLowerCase();
      const repo = repos.find(({ names }) => names.some((each) => each.toLowerCase() === wanted));
      if (repo === undefined) throw new NotFound(`Could not resolve to a Repository with the name '${owner}/${name}'.`);
      return {
        __typename: 'Repository',
        nameWithOwner: repo.name,
        discussion: ({ number }: { number: number }) => {
          const { repo: place, number: now } = repo.transferred.get(`discussion ${number}`) ?? { repo, number };
          const thread = place.threads.find((each) => each.kind === 'discussion' && each.number === now);
          if (thread === undefined)
            throw new NotFound(`Could not resolve to a Discussion with the number of ${number}.`);
          return discussionOf(place, thread, pageSize);
        },
      };
    },
    updateRefs: ({ input }: { input: { repositoryId: string; refUpdates: readonly RefUpdate[] } }) => {
      const repo = repos.find(({ id }) => `R_${id}` === input.repositoryId);
      if (repo === undefined) throw new NotFound('Could not resolve to a node.');
      for (const { name, beforeOid, afterOid, force } of input.refUpdates)
        repo.moveBranch(name.replace('refs/heads/', ''), beforeOid, afterOid, force);
      return { __typename: 'UpdateRefsPayload', clientMutationId: null };
    },
    addDiscussionComment: ({ input }: { input: { discussionId: string; body: string } }) => {
      const { repo, thread } = placed(input.discussionId);
      const comment = repo.comment(thread, { body: input.body, author: asked.account });
      return { __typename: 'AddDiscussionCommentPayload', comment: commentOf(repo, thread, comment, pageSize) };
    },
    deleteDiscussionComment: ({ input }: { input: { id: string } }) => {
      const { repo, thread, comment } = placed(input.id);
      if (comment === undefined) throw new NotFound('Could not resolve to a node.');
      thread.comments.splice(thread.comments.indexOf(comment), 1);
      return { __typename: 'DeleteDiscussionCommentPayload', comment: commentOf(repo, thread, comment, pageSize) };
    },
    updateDiscussionComment: ({ input }: { input: { commentId: string; body: string } }) => {
      const { repo, thread, comment } = placed(input.commentId);
      if (comment === undefined) throw new NotFound('Could not resolve to a node.');
      comment.body = input.body;
      return { __typename: 'UpdateDiscussionCommentPayload', comment: commentOf(repo, thread, comment, pageSize) };
    },
  };
  try {
    const fields = parseGraphql(
      String(asked.body['query']),
      (asked.body['variables'] ?? {}) as Record<string, unknown>,
    );
    return ok({ data: execute(root, fields) });
  } catch (error) {
    const type =
      error instanceof NotFound ? { type: 'NOT_FOUND' } : error instanceof Forbidden ? { type: 'FORBIDDEN' } : {};
    return ok({ data: { node: null }, errors: [{ ...type, message: (error as Error).message }] });
  }
}
