// A decision as a decision record: one branch, one file, one pull request, however often and however broken off.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rejectedPart } from '../../src/exchange/exporters/decision-record.ts';
import { redact } from '../../src/hall/operations/debate/related/redact.ts';
import { close } from '../../src/hall/operations/debate/take-part/end-debate.ts';
import { interjectFromGitHub } from '../../src/hall/operations/github/interject.ts';
import { ratify } from '../../src/hall/operations/github/ratify.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { OPEN_GATE } from '../../src/platform/access/gate.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createSite, heldDebate, type Site } from './harness.ts';
import { failing } from './server.ts';

let site: Site;
beforeEach(async () => {
  site = await createSite();
});
afterEach(() => site.dispose());

const { signal } = new AbortController();
const REPO = 'acme/shop';
const input = { threadId: 'rewrite', repo: REPO, signal };
const PATH = 'docs/adr/ADR-001-rewrite.md';
const BRANCH = 'adr/001-rewrite';

const written = () => site.github.repo.branch(BRANCH).files.get(PATH) ?? '';
const headings = (text: string) => [...text.matchAll(/^#{1,3} (?!#).*/gm)].map(([heading]) => heading);

describe('a decision record', () => {
  it.runIf(inCampaign)(
    'has the decision, the options, the reasons and the ledger in the words of the seats',
    async () => {
      await heldDebate(site, 'rewrite');
      await site.json('github', 'sync', 'rewrite', '--repo', REPO, '--discussion', '7');
      const done = await site.json('github', 'ratify', 'rewrite');
      const pull = site.github.repo.pulls[0];
      expect(done).toEqual({
        threadId: 'rewrite',
        repo: REPO,
        adrNumber: 1,
        adrPath: PATH,
        branch: BRANCH,
        pullNumber: pull?.number,
        pullUrl: pull?.url,
        status: 'created',
        warnings: [],
      });
      expect(site.github.repo.compare('main', BRANCH)).toMatchObject({ commits: [expect.any(String)], paths: [PATH] });
      expect((await site.cli('export', 'rewrite', '--format', 'adr')).stdout).toBe(written());
      expect(pull).toMatchObject({
        head: BRANCH,
        base: 'main',
        title: 'ADR-001: Should we rewrite it?',
        state: 'open',
      });
      const text = written();
      expect(headings(text)).toEqual([
        '# ADR-001: Should we rewrite it?',
        '## Context',
        '## Decision',
        '## Options considered',
        '## Options rejected, and why',
        '## Consequences',
        '### Opportunities (Wind)',
        '### Constraints (Wall)',
        '## Dissent',
        '## Participants',
        '## References',
      ]);
      const part = (title: string) => text.slice(text.indexOf(`## ${title}`)).split(/\n## /)[0] ?? '';
      expect(part('Decision')).toContain('> 1. **Decision.** Rewrite the hot path.');
      expect(part('Options considered')).toContain('Three ways');
      expect(part('Options rejected, and why')).toContain('> 2. **Rejected.** Rewrite it all: it takes a year.');
      expect(part('Options rejected, and why')).not.toContain('Next steps');
      expect(part('Consequences')).toContain('The hot path takes a month');
      expect(part('References')).toContain('https://github.test/acme/shop/discussions/7');
      const { log } = await (await site.hall()).engine.snapshot('rewrite');
      const closing = log.find(({ type }) => type === 'debate-closed');
      expect(part('References')).toContain(`debate-hall verify rewrite --head ${closing?.hash}`);
      expect((await site.cli('verify', 'rewrite', '--head', closing?.hash ?? '')).code).toBe(0);
    },
  );

  it.runIf(inCampaign)('is left alone by a second run, and brought up to date after a redaction', async () => {
    await heldDebate(site, 'rewrite');
    const hall = await site.hall();
    const first = await ratify(hall, input);
    const commit = site.github.repo.branch(BRANCH).commit;
    expect(await ratify(hall, input)).toEqual({ ...first, status: 'unchanged' });
    expect(site.github.repo.branch(BRANCH).commit).toBe(commit);

    await redact(hall, { threadId: 'rewrite', event: 2, reason: 'a name', author: 'ana' });
    const updated = await ratify(hall, input);
    expect(updated).toMatchObject({ status: 'updated', warnings: [expect.stringContaining('keeps the earlier text')] });
    expect(site.github.repo.pulls).toHaveLength(1);
    // No commit that the branch still has holds the words.
    const { repo } = site.github;
    expect(repo.compare('main', BRANCH).commits).toHaveLength(1);
    const said = [...repo.history(repo.branch(BRANCH).commit)].map((each) => repo.commitNamed(each).files.get(PATH));
    expect(said.join('\n')).toContain('Redacted: a name');
    expect(said.join('\n')).not.toContain('The hot path takes a month');
    expect(await ratify(hall, input)).toMatchObject({ status: 'unchanged', warnings: [] });
  });

  it('makes one commit of a branch that others brought up to date, and keeps what they changed in other files', async () => {
    const { repo } = site.github;
    await heldDebate(site, 'rewrite');
    const hall = await site.hall();
    await ratify(hall, input);
    repo.push(BRANCH, PATH, 'something else');
    repo.push('main', 'src.ts', 'moved on');
    expect(await ratify(hall, input)).toMatchObject({ status: 'updated', warnings: [] });
    expect(repo.compare('main', BRANCH)).toMatchObject({ commits: [expect.any(String)], paths: [PATH] });
    expect(repo.branch(BRANCH).files.get('src.ts')).toBe('moved on');

    repo.push(BRANCH, 'docs/notes.md', 'mine');
    await redact(hall, { threadId: 'rewrite', event: 2, reason: 'a name', author: 'ana' });
    const { warnings } = await ratify(hall, input);
    expect(warnings).toEqual([expect.stringContaining('contains changes to other files')]);
    expect(repo.branch(BRANCH).files.get('docs/notes.md')).toBe('mine');
    expect(written()).not.toContain('The hot path takes a month');
  });

  it.runIf(inCi)('says after a merge that the history keeps what was redacted', async () => {
    const { repo } = site.github;
    await heldDebate(site, 'rewrite');
    const hall = await site.hall();
    const first = await ratify(hall, input);
    repo.merge(first.pullNumber);
    await redact(hall, { threadId: 'rewrite', event: 2, reason: 'a name', author: 'ana' });
    const again = await site.cli('github', 'ratify', 'rewrite');
    expect(again.stderr).toContain('--repo');
    const done = await site.cli('github', 'ratify', 'rewrite', '--repo', REPO);
    expect([done.code, done.stderr]).toEqual([
      0,
      expect.stringContaining('The history of main still contains the earlier text'),
    ]);
    expect(repo.pulls.map(({ state }) => state)).toEqual(['open', 'closed']);
  });

  it.runIf(inCampaign)(
    'is not proposed again after a person closed its pull request, unless under another number',
    async () => {
      await heldDebate(site, 'rewrite');
      const hall = await site.hall();
      const first = await ratify(hall, input);
      const pull = site.github.repo.pulls[0];
      if (pull !== undefined) pull.state = 'closed';
      await expect(ratify(hall, input)).rejects.toMatchObject({
        code: 'already-exists',
        message: expect.stringContaining(first.pullUrl),
        hint: expect.stringContaining('Reopen it'),
      });
      expect(site.github.repo.pulls).toHaveLength(1);
      if (pull !== undefined) pull.state = 'open';
      expect(await ratify(hall, input)).toMatchObject({ status: 'unchanged' });
      if (pull !== undefined) pull.state = 'closed';
      expect(await ratify(hall, { ...input, adrNumber: 8 })).toMatchObject({ status: 'created', adrNumber: 8 });
    },
  );

  it.runIf(inCi).each([{ adrPath: 'decisions' }, { adrNumber: 8 }])(
    'is not proposed a second time with %j',
    async (other) => {
      await heldDebate(site, 'rewrite');
      const hall = await site.hall();
      const first = await ratify(hall, input);
      const calls = site.github.calls.length;
      await expect(ratify(hall, { ...input, ...other })).rejects.toMatchObject({
        code: 'already-exists',
        message: expect.stringContaining(first.pullUrl),
      });
      expect(site.github.calls.slice(calls).filter(({ method }) => method !== 'GET')).toEqual([]);
      expect(await ratify(hall, { ...input, adrPath: 'docs/adr', adrNumber: 1 })).toMatchObject({
        status: 'unchanged',
      });
    },
  );

  it.runIf(inCi).each([
    ['バックエンドを書き直すべきか？', 'バックエンドを書き直すべきか'],
    ['Стоит ли переписать сервер?', 'стоит-ли-переписать-сервер'],
    ['🤔🤔 ?!', 'debate'],
  ])('is called by the letters of the topic %s', async (topic, slug) => {
    await heldDebate(site, 'rewrite', { topic });
    const done = await ratify(await site.hall(), input);
    expect(done).toMatchObject({ adrPath: `docs/adr/ADR-001-${slug}.md`, branch: `adr/001-${slug}` });
    expect(site.github.repo.branch(done.branch).files.has(done.adrPath)).toBe(true);
  });

  it.runIf(inCi)('names people with addresses that can be followed', async () => {
    await heldDebate(site, 'rewrite', { close: false });
    const thread = site.thread('issue', 12);
    const { number, url } = site.github.repo.comment(thread, { body: 'Mind the cost.', author: 'ben' });
    const hall = await site.hall();
    const place = { threadId: 'rewrite', repo: REPO, targetId: '12', signal };
    await interjectFromGitHub(hall, OPEN_GATE, { ...place, commentId: String(number) });
    await close(hall, { threadId: 'rewrite', synthesis: 'We rewrite it.', author: 'ana' });
    await ratify(hall, input);
    expect(written()).toContain(`- ben (github.test): interjection (event 4), <${url}>`);
  });

  it.runIf(inCi)('brings title and text of the pull request back when someone changed them', async () => {
    await heldDebate(site, 'rewrite');
    const hall = await site.hall();
    await ratify(hall, input);
    const [pull] = site.github.repo.pulls;
    if (pull !== undefined) pull.title = 'something else';
    expect(await ratify(hall, input)).toMatchObject({ status: 'updated', pullNumber: pull?.number });
    expect(pull?.title).toBe('ADR-001: Should we rewrite it?');
  });

  it.runIf(inCi)('needs nothing more once it is merged', async () => {
    await heldDebate(site, 'rewrite');
    const hall = await site.hall();
    const first = await ratify(hall, input);
    site.github.repo.merge(first.pullNumber);
    expect(await ratify(hall, input)).toEqual({ ...first, status: 'unchanged' });
    expect([...site.github.repo.branches.keys()]).toEqual(['main']);
    expect(site.github.repo.pulls).toHaveLength(1);
  });

  it.runIf(inCi)('takes the next number that neither the folder nor an open proposal has', async () => {
    const { repo } = site.github;
    repo.branch('main').files.set('docs/adr/ADR-006-old.md', 'x').set('docs/adr/0004-older.md', 'x');
    repo.createBranch('adr/009-open', repo.branch('main').commit);
    await heldDebate(site, 'rewrite');
    expect(await ratify(await site.hall(), input)).toMatchObject({ adrNumber: 10, branch: 'adr/010-rewrite' });
  });

  it.runIf(inCi)('goes to the place that was given', async () => {
    await heldDebate(site, 'rewrite');
    const hall = await site.hall();
    const done = await ratify(hall, { ...input, adrNumber: 42, adrPath: 'decisions', targetId: '12' });
    expect(done).toMatchObject({ adrPath: 'decisions/ADR-042-rewrite.md', branch: 'adr/042-rewrite' });
    expect(site.github.repo.branch('adr/042-rewrite').files.get(done.adrPath)).toContain(
      'https://github.test/acme/shop/issues/12',
    );
  });

  it('refuses a number, a branch and a file of someone else', async () => {
    const { repo } = site.github;
    repo.branch('main').files.set('docs/adr/ADR-003-other.md', 'x').set('docs/adr/ADR-004-rewrite.md', 'x');
    repo.createBranch('adr/005-rewrite', repo.branch('main').commit);
    await heldDebate(site, 'rewrite');
    const hall = await site.hall();
    for (const adrNumber of [3, 4, 5]) {
      await expect(ratify(hall, { ...input, adrNumber })).rejects.toMatchObject({ code: 'already-exists' });
    }
    expect(repo.pulls).toEqual([]);
    expect([...repo.branches.keys()]).toEqual(['main', 'adr/005-rewrite']);
  });

  it.each(['/etc/adr', '../adr', 'docs/../../x', 'C:/adr', 'docs\\adr', '.git/hooks', 'a\nb'])(
    'refuses the path %j without asking GitHub',
    async (adrPath) => {
      await heldDebate(site, 'rewrite');
      await expect(ratify(await site.hall(), { ...input, adrPath })).rejects.toMatchObject({ code: 'bad-input' });
      expect(site.github.calls).toEqual([]);
    },
  );

  it('refuses a debate that is open, force-closed, or whose decision was redacted', async () => {
    await heldDebate(site, 'rewrite', { close: false });
    expect(await site.json('github', 'ratify', 'rewrite', '--repo', REPO)).toMatchObject({
      error: { code: 'not-active' },
    });
    await site.cli('close', 'rewrite', 'We rewrite the hot path.');
    await site.cli('redact', 'rewrite', '--event', '4', '--reason', 'secret');
    expect(await site.json('github', 'ratify', 'rewrite', '--repo', REPO)).toMatchObject({
      error: { code: 'not-found' },
    });
    await site.cli('kill', 'rewrite', 'wrong question');
    expect(await site.json('github', 'ratify', 'rewrite', '--repo', REPO)).toMatchObject({
      error: { code: 'not-active' },
    });
    expect(site.github.calls).toEqual([]);
  });

  it.runIf(inCi)('says plainly that a rehearsal decided nothing', async () => {
    site.project.configure({ agents: { rehearsal: { wordsPerSecond: 0, vote: 'approve' } } });
    await site.cli('run', '--rehearse', 'Should we?', '--id', 'rehearsed');
    await ratify(await site.hall(), { ...input, threadId: 'rehearsed' });
    const [pull] = site.github.repo.pulls;
    const text = [...site.github.repo.branch(pull?.head ?? '').files.values()].join('\n');
    for (const said of [text, pull?.body]) expect(said).toContain('This decides nothing');
  });

  it('cannot be made to notify people or to close issues', async () => {
    await heldDebate(site, 'rewrite', { topic: 'Closes #12, fixes acme/shop#3 for @ana <!-- x -->' });
    const { branch, adrPath } = await ratify(await site.hall(), input);
    const [pull] = site.github.repo.pulls;
    const file = site.github.repo.branch(branch).files.get(adrPath);
    for (const said of [file, pull?.title, pull?.body]) {
      expect(said).toContain('Closes');
      expect(said).not.toMatch(/#\d|@ana/);
    }
    for (const said of [file, pull?.body]) expect(said?.split('<!--')).toHaveLength(2);
  });
});

describe('a failure half-way', () => {
  const at = (method: string, end: string) => (call: { method: string; path: string }) =>
    call.method === method && call.path.endsWith(end) ? failing(403, 'Resource not accessible') : undefined;

  it.runIf(inCampaign).each([
    ['the branch', at('POST', '/git/refs'), /./],
    ['the commit', at('POST', '/git/commits'), /an earlier run left the branch/],
    ['the pull request', at('POST', '/pulls'), /deleted again; nothing is left/],
  ])('at %s leaves no branch, and the next run succeeds', async (_what, fault, hint) => {
    await heldDebate(site, 'rewrite');
    const hall = await site.hall();
    site.github.fault = fault;
    await expect(ratify(hall, input)).rejects.toMatchObject({
      code: 'github-refused',
      hint: expect.stringMatching(hint),
    });
    expect([...site.github.repo.branches.keys()]).toEqual(['main']);
    site.github.fault = () => undefined;
    expect(await ratify(hall, input)).toMatchObject({ status: 'created', adrNumber: 1 });
  });

  it('names the branch when it cannot be taken away', async () => {
    await heldDebate(site, 'rewrite');
    site.github.fault = ({ method, path }) =>
      method === 'DELETE' || (method === 'POST' && path.endsWith('/pulls')) ? failing(403) : undefined;
    const { stderr, code } = await site.cli('github', 'ratify', 'rewrite', '--repo', REPO);
    expect(code).toBe(2);
    expect(stderr).toContain(`The branch ${BRANCH} may still exist in ${REPO}`);
    expect(site.github.repo.branches.has(BRANCH)).toBe(true);
  });

  it('is told apart from a token that may not write, before anything is touched', async () => {
    await heldDebate(site, 'rewrite');
    site.github.repo.canPush = false;
    await expect(ratify(await site.hall(), input)).rejects.toMatchObject({ code: 'github-refused' });
    expect(site.github.calls.map(({ method }) => method)).toEqual(['GET']);
  });

  it.runIf(inCi).each(['/git/trees', '/git/commits', '/git/refs', '/pulls'])(
    'does nothing twice when the answer to %s is lost',
    async (end) => {
      await heldDebate(site, 'rewrite');
      let broken = false;
      site.github.fault = ({ method, path }) => {
        if (broken || method === 'GET' || !path.endsWith(end)) return undefined;
        broken = true;
        return { kind: 'break', call: 'done' };
      };
      expect(await ratify(await site.hall(), input)).toMatchObject({ status: 'created' });
      expect(broken).toBe(true);
      expect(site.github.repo.pulls).toHaveLength(1);
      expect([...site.github.repo.branches.keys()]).toEqual(['main', BRANCH]);
    },
  );
});

describe('two at once', () => {
  it.runIf(inCampaign)('get two numbers', async () => {
    await heldDebate(site, 'rewrite');
    await heldDebate(site, 'cache', { topic: 'Should we buy a cache?' });
    site.github.fault = () => ({ kind: 'slow', ms: 20 });
    const halls = [await site.hall(), await site.hall()];
    const ends = await Promise.all(
      ['rewrite', 'cache'].map(async (threadId, index) => ratify(halls[index] as Hall, { ...input, threadId })),
    );
    expect(new Set(ends.map(({ adrNumber }) => adrNumber)).size).toBe(2);
    const { branches, pulls } = site.github.repo;
    expect([...branches.keys()].sort()).toEqual(['main', ...ends.map(({ branch }) => branch)].sort());
    expect(pulls).toHaveLength(2);
  });

  it.runIf(inCi).each(['/git/commits', '/graphql'])('drop no commit that somebody pushes before %s', async (call) => {
    await heldDebate(site, 'rewrite');
    const hall = await site.hall();
    await ratify(hall, input);
    await redact(hall, { threadId: 'rewrite', event: 2, reason: 'a name', author: 'ana' });
    let pushed = false;
    site.github.fault = ({ method, path }) => {
      if (method === 'POST' && path.endsWith(call) && !pushed) {
        pushed = true;
        site.github.repo.push(BRANCH, 'docs/other.md', 'the work of ben');
      }
      return undefined;
    };
    const done = await ratify(hall, input);
    expect(pushed).toBe(true);
    expect(site.github.repo.branch(BRANCH).files.get('docs/other.md')).toBe('the work of ben');
    expect(done.warnings.join()).toContain('contains changes to other files');
  });
});

it.each([
  ['1. **Decision.** a\n2. **Rejected.** b\nstill b\n3. **Next.** c', '2. **Rejected.** b\nstill b'],
  ['## Decision\na\n\n## Rejected options\n- b\n\n## Next\nc', '## Rejected options\n- b'],
  ['## Decision\na\n\n## Options rejected\n- b\n- d\n\n## Next\nc', '## Options rejected\n- b\n- d'],
  ['We rejected nothing.', undefined],
])('finds in %j what was rejected', (decision, expected) => {
  expect(rejectedPart(decision)).toBe(expected);
});
