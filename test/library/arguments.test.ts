// What callers without types hear of each argument of each function: which one is wrong, before anything happens. What opens, runs
// and changes debates is in untyped.test.ts.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as library from '../../src/index.ts';
import { type Kind, listWrong, type Row, rightOf, signal, type Wrong } from './wrong-arguments.ts';

const id: Row = { threadId: 'text' };
const filter = { format: 'text?', outcome: 'outcome?', tags: 'texts?', since: 'date?', limit: 'count?' } as const;
const github = { threadId: 'text', signal: 'signal', onProgress: 'call?', maxWaitMs: 'wait?' } as const;
const thread = { ...github, repo: 'repo?', targetId: 'text?', targetType: 'thread?' } as const;
const input = (members: Readonly<Record<string, Kind>>): Row => ({ 'the input': members });

/** Of functions that take a hall first: what follows it. */
const OF_A_HALL: Readonly<Record<string, Row>> = {
  findDebate: { reference: 'text' },
  listDebates: input(filter),
  searchDebates: input({ ...filter, words: 'text' }),
  describeUnsearched: {},
  showDebate: id,
  exportDebate: { ...id, format: 'format' },
  exportFiles: { ...id, format: 'folder', 'the options': { withPaths: 'flag?', withLedger: 'flag?' } },
  importDebate: input({ text: 'text', threadId: 'text?', force: 'flag?' }),
  importFolder: input({ files: 'files', threadId: 'text?', force: 'flag?' }),
  deleteDebate: id,
  verifyDebate: input({ threadId: 'text', head: 'head?', signed: 'signed?' }),
  verifyAll: input({ signed: 'signed?' }),
  watchDebate: { ...id, signal: 'signal?' },
  replayDebate: input({ threadId: 'text', until: 'sequence?', speed: 'more?', signal: 'signal', listen: 'call' }),
  signDebate: input({ threadId: 'text', key: 'text?', signal: 'signal?' }),
  compareDebates: { ...id, otherId: 'text' },
  debateStats: id,
  hallStats: {},
  calibrate: input({ format: 'text?', agent: 'text?', since: 'date?' }),
  checkEvidence: { ...id, signal: 'signal?' },
  lookManually: input({
    ...{ threadId: 'text', seat: 'text', seatKey: 'text?', tool: 'text', arguments: 'object', signal: 'signal?' },
  }),
  readVoteComparison: { voteId: 'text' },
  readRecheck: id,
  recallDecisions: input({
    ...{ topic: 'filled', options: 'texts?', tags: 'texts?', tagged: 'texts?', limit: 'count?', least: 'share?' },
    ...{ rehearsals: 'flag?', meaning: 'meaning?', except: 'text?', signal: 'signal?' },
  }),
  recallFor: { ...id, 'the input': { limit: 'count?', least: 'share?', meaning: 'meaning?' } },
  askRecall: input({ topic: 'filled', agent: 'agent', limit: 'count', tagged: 'texts?', signal: 'signal?' }),
  listContradictions: {},
  findConflicts: id,
  askAgent: input({
    ...{ agent: 'agent', prompt: 'text', context: 'text?', documents: 'objects?', pictures: 'objects?' },
    ...{ timeoutMs: 'count?', signal: 'signal?' },
  }),
  prepareFollowUp: input({
    ...{ threadId: 'text', author: 'text', question: 'text', seats: 'texts?', limits: 'limits?' },
    ...{ forecast: 'yes?', signal: 'signal?' },
  }),
  openBlindVote: input({ threadId: 'text', answers: 'count', signal: 'signal?' }),
  openEscalation: input({ threadId: 'text', signal: 'signal?' }),
  recheckOpening: { ...id, seats: 'seats?' },
  reviewOpening: {
    ...input({
      topic: 'filled?',
      staged: 'flag?',
      range: 'text?',
      path: 'text?',
      maxBytes: 'count?',
      signal: 'signal?',
    }),
    change: 'object?',
  },
  orderRun: input({ threadId: 'text', owner: 'text?', priority: 'priority?' }),
  loadQuestions: input({ name: 'text', text: 'text', map: 'pairs?' }),
  loadFromHall: {},
  planEvaluation: input({ questions: 'questions', agents: 'texts?', arms: 'arms', seed: 'text', signal: 'signal?' }),
  evaluate: input({
    ...{ plan: 'plan', caps: 'caps?', resume: 'flag?', retriesFailed: 'flag?', jobs: 'count?' },
    ...{ withQuestions: 'flag?', signal: 'signal?', onProgress: 'call?', onNotice: 'call?' },
  }),
  verifyEvaluation: { 'the evaluation': 'evaluation' },
  syncDebate: input(thread),
  listThreadComments: input(thread),
  interjectFromGitHub: input({ ...thread, commentId: 'comment', seat: 'text?' }),
  ratify: input({ ...github, repo: 'repo?', targetId: 'text?', adrNumber: 'count?', adrPath: 'text?' }),
  reportDebate: input({ ...thread, link: 'link?', commit: 'commit?', allowMissing: 'flag?' }),
  openPeopleDesk: { by: 'principal?' },
  exportPerson: { 'the desk': 'people', idOrName: 'text' },
  erasePerson: { 'the desk': 'people', idOrName: 'text' },
  openUpkeep: { by: 'principal?' },
  pruneHall: {
    'the desk': 'upkeep',
    ...input({ retention: 'retention', dryRun: 'flag', key: 'text?', signal: 'signal' }),
  },
  surveyAgents: input({ ask: 'flag?', signal: 'signal?' }),
  checkMachine: input({ probe: 'flag?', clean: 'flag?', signal: 'signal?' }),
  initProject: input({ force: 'flag?', signal: 'signal?' }),
  explainConfig: input({ all: 'flag?' }),
  listPerspectives: {},
  copyHall: input({ from: 'store', to: 'store', signal: 'signal?', onProgress: 'call?' }),
  listWebhooks: {},
  testWebhook: { name: 'text', signal: 'signal' },
  retryWebhooks: { id: 'text?', signal: 'signal' },
};

const OTHERS: Readonly<Record<string, Row>> = {
  toRecord: { 'the snapshot': 'snapshot' },
  readPlan: { 'the record': 'record' },
  readReview: { 'the record': 'record' },
  readFollowUp: { 'the record': 'wholeRecord' },
  getExitCode: { reason: 'reason', 'the record': 'wholeRecord', failOn: 'severity?' },
  mergeEvaluations: { evaluations: 'evaluations', id: 'text' },
  toInspectLogs: { 'the evaluation': 'evaluation', at: 'time' },
  toPromptfooResult: { 'the evaluation': 'evaluation', at: 'time' },
  githubAvailability: { env: 'env' },
  openFolder: { folder: 'filled' },
  openAuditTrail: { config: 'config', env: 'env', clock: 'clock' },
  migrateDatabase: { config: 'config', env: 'env' },
  inspectDatabase: { config: 'config', env: 'env' },
  findTrustRequest: { cwd: 'text', 'the person': 'person' },
  trustStore: { 'the person': 'person' },
};

const CHANGES = [
  ...['openHall', 'openDebate', 'planDebate', 'runDebate', 'openFork', 'planFork', 'say', 'pick', 'interject'],
  ...['closeDebate', 'killDebate', 'redact', 'recordOutcome'],
];

let folder: string;
let hall: library.Hall;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'debate-hall-arguments-'));
  hall = await library.openHall({ cwd: folder, home: folder, env: {} });
});
afterAll(async () => {
  await hall.close();
  await rm(folder, { recursive: true, force: true });
});

const functions: Readonly<Record<string, unknown>> = library;

async function findRefusal(name: string, given: readonly unknown[]): Promise<library.HallError> {
  const operation = functions[name] as (...given: readonly unknown[]) => unknown;
  const error = await (async () => {
    const made = operation(...given);
    return await (name === 'watchDebate' ? (made as AsyncGenerator).next() : made);
  })().catch((thrown: unknown) => thrown);
  if (error instanceof library.HallError) return error;
  throw new Error(`${name} takes ${JSON.stringify(given.filter((value) => value !== hall))}: ${String(error)}`);
}

async function expectRefusal(name: string, { word, given }: Wrong): Promise<void> {
  const { code, message, hint } = await findRefusal(name, given);
  expect(code, message).toBe('bad-input');
  expect(message).toContain(`${name} cannot use what it was given: `);
  expect(message).toMatch(new RegExp(`(?:: |; |\\.)${word}[.:]`));
  expect(hint).toMatch(/\w/);
}

describe('callers without types', () => {
  it('find every function of the library in a table', () => {
    const called = Object.keys(library).filter((name) => typeof functions[name] === 'function' && name !== 'HallError');
    expect([...Object.keys(OF_A_HALL), ...Object.keys(OTHERS), ...CHANGES].sort()).toEqual(called.sort());
  });

  it.each(Object.entries(OF_A_HALL))('hear which argument of %s is wrong', async (name, row) => {
    for (const given of [undefined, null, {}, 'hall', { loaded: {} }]) {
      const { message } = await findRefusal(name, [given]);
      expect(message).toBe(`${name} cannot use what it was given: the hall: must be what openHall returns.`);
    }
    for (const wrong of listWrong(row, [hall])) await expectRefusal(name, wrong);
    expect(await readdir(folder)).toEqual([]);
  });

  it.each(Object.entries(OTHERS))('hear which argument of %s, which takes no hall, is wrong', async (name, row) => {
    for (const wrong of listWrong(row, [])) await expectRefusal(name, wrong);
  });

  it.skipIf(process.platform === 'win32')('hear that the current folder was removed', async () => {
    const before = process.cwd();
    const gone = await mkdtemp(join(tmpdir(), 'debate-hall-gone-'));
    process.chdir(gone);
    try {
      await rm(gone, { recursive: true });
      const refusal = await library.openHall().catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: 'storage', hint: 'Change to a folder that is there: cd ~' });
      expect(refusal).toBeInstanceOf(library.HallError);
    } finally {
      process.chdir(before);
    }
  });

  it('can pass what another realm made, such as the times of files in a test runner', async () => {
    expect(await library.listDebates(hall, { since: runInNewContext('new Date(0)') })).toEqual([]);
    const files = runInNewContext('new Map([["README.md", "x"]])');
    expect((await findRefusal('importFolder', [hall, { files }])).message).toContain('debate.md: does not exist');
  });

  const withId = Object.entries(OF_A_HALL).filter(([, row]) => JSON.stringify(row).includes('"threadId":"text"'));
  it.each(withId)('hear of %s that there is no such debate', async (name, row) => {
    const right = Object.values(row).map(rightOf);
    const call = (threadId: string) =>
      findRefusal(name, [
        hall,
        ...right.with(0, typeof right[0] === 'string' ? threadId : { ...(right[0] as object), threadId }),
      ]);
    for (const bad of ['', '../x', ' ', '-x', 'x'.repeat(1_000)]) expect((await call(bad)).code, bad).toBe('bad-input');
    expect((await call('nobody-knows')).code).toBe('not-found');
  });

  it.each([
    ['findDebate', '', 'bad-input', 'is not a valid debate ID'],
    ['findDebate', '../x', 'bad-input', 'is not a valid debate ID'],
    ['findDebate', 'nobody-knows', 'not-found', 'There is no debate'],
    ['findDebate', 'last', 'not-found', 'There are no debates in '],
    ['listDebates', { format: 'oxfrod' }, 'not-found', 'There is no format "oxfrod"'],
    ['searchDebates', { words: 'x', format: 'oxfrod' }, 'not-found', 'There is no format "oxfrod"'],
    ['calibrate', { format: 'oxfrod' }, 'not-found', 'There is no format "oxfrod"'],
    ['listDebates', { tags: ['not a tag!'] }, 'bad-input', '"not a tag!" is not a tag'],
    ['searchDebates', { words: 'x', tags: [''] }, 'bad-input', '"" is not a tag'],
    ['recallDecisions', { topic: 'x', tagged: ['not a tag!'] }, 'bad-input', '"not a tag!" is not a tag'],
    ['searchDebates', { words: ' ' }, 'bad-input', 'There is nothing to search for'],
    ['askAgent', { agent: { agent: 'nobody' }, prompt: 'Why?' }, 'not-found', 'There is no agent "nobody"'],
    ['askAgent', { agent: { agent: 'rehearsal' }, prompt: ' ' }, 'bad-input', 'The prompt is empty'],
    ['lookManually', { threadId: 'a', seat: '', tool: '', arguments: {} }, 'not-found', 'There is no debate'],
    ['importDebate', { text: '' }, 'bad-input', 'The file is not JSON'],
    ['importDebate', { text: '{}' }, 'bad-input', 'thread_id: is missing'],
    ['importFolder', { files: new Map() }, 'bad-input', 'debate.md: does not exist'],
    ['loadQuestions', { name: 'a.exe', text: 'x' }, 'bad-input', 'The name "a.exe" has no extension that says'],
    ['ratify', { threadId: 'a', signal, adrNumber: 1, adrPath: '../x' }, 'bad-input', 'must stay inside'],
  ] as const)('hear what %s cannot do with %j', async (name, value, code, message) => {
    const error = await findRefusal(name, [hall, value]);
    expect(error.code, error.message).toBe(code);
    expect(error.message).toContain(message);
    expect(error.hint).toMatch(/\w/);
  });
});
