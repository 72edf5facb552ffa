// Branches, files and pull requests of a repository (REST).
import * as z from 'zod';
import { defined } from '../../../domain/defined.ts';
import { unlessRefused } from '../../../domain/failures/errors.ts';
import { type GitHub, ownerAndName, type Pull, toSite } from '../github.ts';
import { type ClientOptions, createClient, type GitHubClient, ONCE, parseAnswer } from './client.ts';
import { createThreads, type Threads } from './threads.ts';

/** GitHub through Octokit: one for each operation, so that its waiting time and its signal are its own. */
export function createGitHub(options: ClientOptions): GitHub {
  const client = createClient(options);
  return { ...createThreads(client), ...createRepositories(client, options) };
}

const PAGE = 100;
const REFS = 'refs/heads/';
/** REST has no update that depends on where the branch ends. */
const MOVE = `mutation ($repository: ID!, $updates: [RefUpdate!]!) {
  updateRefs(input: { repositoryId: $repository, refUpdates: $updates }) { clientMutationId }
}`;

const repositorySchema = z.object({
  full_name: z.string(),
  default_branch: z.string(),
  permissions: z.object({ push: z.boolean().optional() }).optional(),
});
const refSchema = z.object({ ref: z.string(), object: z.object({ sha: z.string() }) });
const folderSchema = z.array(z.object({ type: z.string(), name: z.string() }));
const fileSchema = z.object({ type: z.literal('file'), content: z.string() });
const shaSchema = z.object({ sha: z.string() });
const commitSchema = z.object({ tree: shaSchema });
const compareSchema = z.object({
  ahead_by: z.number(),
  files: z.array(z.object({ filename: z.string() })).default([]),
});
const pullSchema = z
  .object({
    number: z.number(),
    html_url: z.string(),
    title: z.string(),
    body: z.string().nullish(),
    state: z.string(),
    merged_at: z.string().nullish(),
  })
  .transform(
    ({ number, html_url, title, body, state, merged_at }): Pull => ({
      number,
      url: html_url,
      title,
      body: body ?? '',
      open: state === 'open',
      merged: merged_at != null,
    }),
  );

/** `undefined` when GitHub knows nothing of that kind. */
const undefinedIfMissing = <T>(read: Promise<T>) => unlessRefused(() => read, 'not-found');

function createRepositories(
  { run }: GitHubClient,
  { baseUrl, token }: Pick<ClientOptions, 'baseUrl' | 'token'>,
): Omit<GitHub, keyof Threads> {
  const contents = (repo: string, path: string, ref: string) =>
    undefinedIfMissing(run((octokit) => octokit.rest.repos.getContent({ ...ownerAndName(repo), path, ref })));

  return {
    async repository(repo) {
      const { data } = await run((octokit) => octokit.rest.repos.get(ownerAndName(repo)));
      const { full_name, default_branch, permissions } = parseAnswer(repositorySchema, data);
      const canPush = permissions?.push;
      return { name: full_name, defaultBranch: default_branch, ...defined({ canPush }) };
    },
    async branchHead(repo, branch) {
      const found = await undefinedIfMissing(
        run((octokit) => octokit.rest.git.getRef({ ...ownerAndName(repo), ref: `heads/${branch}` })),
      );
      return found === undefined ? undefined : parseAnswer(refSchema, found.data).object.sha;
    },
    async branches(repo, prefix) {
      const data = await run((octokit) =>
        octokit.paginate(octokit.rest.git.listMatchingRefs, {
          ...ownerAndName(repo),
          ref: `heads/${prefix}`,
          per_page: PAGE,
        }),
      );
      return parseAnswer(z.array(refSchema), data).map(({ ref }) => ref.slice(REFS.length));
    },
    async createBranch(repo, branch, commit) {
      const wanted = { ...ownerAndName(repo), ref: `${REFS}${branch}`, sha: commit, request: ONCE };
      await run((octokit) => octokit.rest.git.createRef(wanted));
    },
    async deleteBranch(repo, branch) {
      await run((octokit) => octokit.rest.git.deleteRef({ ...ownerAndName(repo), ref: `heads/${branch}` }));
    },
    async folder(repo, path, branch) {
      const found = await contents(repo, path, branch);
      return found === undefined ? [] : parseAnswer(folderSchema, found.data).map(({ name }) => name);
    },
    async file(repo, path, branch) {
      const found = await contents(repo, path, branch);
      if (found === undefined) return undefined;
      return Buffer.from(parseAnswer(fileSchema, found.data).content, 'base64').toString('utf8');
    },
    async compare(repo, base, branch) {
      const wanted = { ...ownerAndName(repo), basehead: `${base}...${branch}` };
      const found = await undefinedIfMissing(run((octokit) => octokit.rest.repos.compareCommitsWithBasehead(wanted)));
      if (found === undefined) return undefined;
      const { ahead_by, files } = parseAnswer(compareSchema, found.data);
      return { commits: ahead_by, paths: files.map(({ filename }) => filename) };
    },
    async commitFile(repo, { parent, path, text, message }) {
      const place = ownerAndName(repo);
      const found = await run((octokit) => octokit.rest.git.getCommit({ ...place, commit_sha: parent }));
      const base_tree = parseAnswer(commitSchema, found.data).tree.sha;
      const entry = { path, mode: '100644', type: 'blob', content: text } as const;
      const made = await run((octokit) => octokit.rest.git.createTree({ ...place, base_tree, tree: [entry] }));
      const tree = parseAnswer(shaSchema, made.data).sha;
      const { data } = await run((octokit) =>
        octokit.rest.git.createCommit({ ...place, message, tree, parents: [parent] }),
      );
      return parseAnswer(shaSchema, data).sha;
    },
    async moveBranch(repo, { branch, from, commit, rewrite }) {
      const { data } = await run((octokit) => octokit.rest.repos.get(ownerAndName(repo)));
      const repository = parseAnswer(z.object({ node_id: z.string() }), data).node_id;
      const update = { name: `${REFS}${branch}`, beforeOid: from, afterOid: commit, force: rewrite };
      await run((octokit) => octokit.graphql<unknown>(MOVE, { repository, updates: [update], request: ONCE }));
    },
    async pullsFrom(repo, branch) {
      const head = `${ownerAndName(repo).owner}:${branch}`;
      const wanted = { ...ownerAndName(repo), head, state: 'all', per_page: PAGE } as const;
      const data = await run((octokit) => octokit.paginate(octokit.rest.pulls.list, wanted));
      return parseAnswer(z.array(pullSchema), data);
    },
    async openPull(repo, { branch, base, title, body }) {
      const wanted = { ...ownerAndName(repo), head: branch, base, title, body, request: ONCE };
      const { data } = await run((octokit) => octokit.rest.pulls.create(wanted));
      return parseAnswer(pullSchema, data);
    },
    async updatePull(repo, number, text) {
      const wanted = { ...ownerAndName(repo), pull_number: number, ...text };
      const { data } = await run((octokit) => octokit.rest.pulls.update(wanted));
      return parseAnswer(pullSchema, data);
    },
    remote(repo) {
      const address = `${toSite(baseUrl).origin}/${repo}.git`;
      const login = Buffer.from(`x-access-token:${token}`).toString('base64');
      return { address, settings: { [`http.${address}.extraHeader`]: `Authorization: Basic ${login}` } };
    },
  };
}
