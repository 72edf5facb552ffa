// The same mistake has the same code at every door, and the same sentence where it is not the form of an argument.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as library from '../../src/index.ts';
import { type Connected, connectHere, type Loose } from '../mcp/support.ts';
import { inCi } from '../support/campaign.ts';
import { createProject, type Project, quickRehearsal } from '../support/project.ts';
import { type StartedView, startView, type Tab } from '../web/support.ts';

const TOPIC = 'Should we move to a monorepo?';
const QUICK = { agent: 'quick' };

interface Row {
  readonly code: library.ErrorCode;
  /** Left out where each door names its own argument. */
  readonly says?: string;
  readonly cli: readonly string[];
  readonly tool?: readonly [name: string, args: object];
  readonly call?: (hall: library.Hall) => Promise<unknown>;
  readonly page?: (tab: Tab) => Promise<unknown>;
}

const open = (input: object) => (hall: library.Hall) =>
  library.openDebate(hall, { topic: TOPIC, ...input } as library.OpenInput);
const start = (body: object) => (tab: Tab) => tab.post('/api/forecast', { topic: TOPIC, ...body });
const auto = (args: object) => ['debate_auto', { topic: TOPIC, ...args }] as const;

const ROWS: Readonly<Record<string, Row>> = {
  'a format': {
    ...{ code: 'not-found', says: 'There is no format "nope".', cli: ['run', '--format', 'nope', TOPIC] },
    ...{ tool: auto({ format: 'nope' }), call: open({ format: 'nope' }), page: start({ format: 'nope' }) },
  },
  'a format with manual turns': {
    ...{ code: 'not-found', says: 'There is no format "nope".', cli: ['open', '--format', 'nope', TOPIC] },
    tool: ['init_debate', { topic: TOPIC, format: 'nope' }],
  },
  'a format to list': {
    ...{ code: 'not-found', says: 'There is no format "nope".', cli: ['list', '--format', 'nope'] },
    tool: ['calibration', { format: 'nope' }],
    call: (hall) => library.listDebates(hall, { format: 'nope' }),
    page: (tab) => tab.get('/api/debates?format=nope'),
  },
  'a recipe': {
    ...{ code: 'not-found', says: 'The format wind-wall-door has no recipe "nope".' },
    cli: ['run', '--recipe', 'nope', TOPIC],
    ...{ tool: auto({ recipe: 'nope' }), call: open({ recipe: 'nope' }), page: start({ recipe: 'nope' }) },
  },
  'a recipe by the name of what every object has': {
    ...{ code: 'not-found', says: 'The format wind-wall-door has no recipe "constructor".' },
    cli: ['run', '--recipe', 'constructor', TOPIC],
    tool: auto({ recipe: 'constructor' }),
    ...{ call: open({ recipe: 'constructor' }), page: start({ recipe: 'constructor' }) },
  },
  'a preset': {
    ...{ code: 'not-found', says: 'There is no preset "nope".', cli: ['run', '--preset', 'nope', TOPIC] },
    tool: auto({ preset: 'nope' }),
  },
  'an agent': {
    ...{ code: 'not-found', says: 'There is no agent "nope".', cli: ['run', '--seat', 'wind=nope', TOPIC] },
    tool: auto({ seats: { wind: 'nope' } }),
    call: open({ panel: { wind: { agent: 'nope' } } }),
    page: start({ seats: { wind: 'nope' } }),
  },
  'an agent of a panel': {
    ...{ code: 'not-found', says: 'There is no agent "nope".', cli: ['run', '--agents', 'nope,quick,quick', TOPIC] },
    tool: ['debate_plan', { topic: TOPIC, agents: ['nope', 'quick'] }],
    call: open({ format: 'panel', agents: [{ agent: 'nope' }, QUICK] }),
  },
  'an agent of a fork': {
    ...{ code: 'not-found', says: 'There is no agent "nope".', cli: ['fork', 'done', '--seat', 'wind=nope'] },
    tool: ['fork_debate', { thread_id: 'done', seats: { wind: 'nope' } }],
    call: (hall) => library.planFork(hall, { threadId: 'done', seats: { wind: { agent: 'nope' } } }),
  },
  'an agent that is asked': {
    ...{ code: 'not-found', says: 'There is no agent "nope".', cli: ['ask', '--agent', 'nope', 'Why?'] },
    tool: ['run_agent', { agent: 'nope', prompt: 'Why?' }],
    call: (hall) => library.askAgent(hall, { agent: { agent: 'nope' }, prompt: 'Why?' }),
  },
  'a seat': {
    ...{ code: 'not-found', says: 'This debate has no seat "nope".', cli: ['run', '--seat', 'nope=quick', TOPIC] },
    tool: auto({ seats: { nope: 'quick' } }),
    call: open({ panel: { nope: QUICK } }),
    page: start({ seats: { nope: 'quick' } }),
  },
  'a seat of a fork': {
    ...{ code: 'not-found', says: 'This debate has no seat "nope".', cli: ['fork', 'done', '--seat', 'nope=quick'] },
    tool: ['fork_debate', { thread_id: 'done', seats: { nope: 'quick' } }],
    call: (hall) => library.planFork(hall, { threadId: 'done', seats: { nope: QUICK } }),
  },
  'a seat that is filled again': {
    ...{ code: 'not-found', says: 'This debate has no seat "nope".', cli: ['resume', 'open', '--seat', 'nope=quick'] },
    tool: ['resume_debate', { thread_id: 'open', seats: { nope: 'quick' } }],
  },
  'a seat that speaks': {
    ...{ code: 'not-found', says: 'This debate has no seat "nope".', cli: ['say', 'open', '--seat', 'nope', 'So.'] },
    tool: ['add_turn', { thread_id: 'open', role: 'nope', content: 'So.' }],
    call: (hall) => library.say(hall, { threadId: 'open', author: 'Ada', seat: 'nope', content: 'So.' }),
  },
  'a seat that looks something up': {
    ...{ code: 'not-found', says: 'This debate has no seat "nope".' },
    cli: ['read', 'reads', '--seat', 'nope', 'list_files'],
    page: (tab) => tab.get('/api/debates/open/seats/nope'),
  },
  'a seat that is asked': {
    ...{ code: 'not-found', says: 'This debate has no seat "nope".', cli: ['ask', 'done', '--seat', 'nope', 'Why?'] },
    tool: ['debate_ask', { thread_id: 'done', question: 'Why?', seats: ['nope'] }],
  },
  'text that is not a seat': {
    ...{ code: 'bad-input', cli: ['run', '--seat', 'wind=:x', TOPIC], tool: auto({ seats: { wind: ':x' } }) },
    ...{ call: open({ panel: { wind: { agent: '' } } }), page: start({ seats: { wind: ':x' } }) },
  },
  'text that is not an agent': {
    ...{
      code: 'bad-input',
      says: 'This is not a valid seat: its agent must be',
      cli: ['ask', '--agent', ':x', 'Why?'],
    },
    tool: ['run_agent', { agent: ':x', prompt: 'Why?' }],
  },
  'a point of view': {
    ...{ code: 'not-found', says: 'There is no perspective "nope".', cli: ['run', '--seat', 'wind=quick+nope', TOPIC] },
    tool: auto({ seats: { wind: 'quick+nope' } }),
    call: open({ panel: { wind: { ...QUICK, perspective: 'nope' } } }),
    page: start({ seats: { wind: 'quick+nope' } }),
  },
  'a model of a person': {
    ...{ code: 'config-invalid', says: 'The agent "human" cannot be used: model: unknown key.' },
    cli: ['run', '--seat', 'wind=human:x', TOPIC],
    tool: auto({ seats: { wind: 'human:x' } }),
    call: open({ panel: { wind: { agent: 'human', model: 'x' } } }),
    page: start({ seats: { wind: 'human:x' } }),
  },
  'a kind of answer': {
    ...{ code: 'bad-input', cli: ['run', '--answer', 'nope', TOPIC], tool: auto({ answer: 'nope' }) },
    ...{ call: open({ question: { answer: 'nope' } }), page: start({ answer: 'nope' }) },
  },
  'an outcome to list': {
    ...{ code: 'bad-input', cli: ['list', '--outcome', 'nope'] },
    call: (hall) => library.listDebates(hall, { outcome: 'nope' as never }),
    page: (tab) => tab.get('/api/debates?outcome=nope'),
  },
  'one option': {
    ...{ code: 'bad-input', says: 'A question needs 2 to 20 options; there is 1.' },
    cli: ['run', '--options', 'A', TOPIC],
    ...{
      tool: auto({ options: ['A'] }),
      call: open({ question: { options: ['A'] } }),
      page: start({ options: ['A'] }),
    },
  },
  'a limit of nothing': {
    ...{ code: 'bad-input', cli: ['run', '--max-tokens', '0', TOPIC], tool: auto({ limits: { tokens: 0 } }) },
    page: start({ limits: { tokens: 0 } }),
  },
  'a setting out of range': {
    ...{
      code: 'bad-input',
      cli: ['run', '--max-turns', '999999999', TOPIC],
      tool: auto({ limits: { turns: 999_999_999 } }),
    },
    page: start({ limits: { turns: 999_999_999 } }),
  },
  'a tag': {
    ...{ code: 'bad-input', says: '"a b!" is not a tag.', cli: ['run', '--tag', 'a b!', TOPIC] },
    ...{ tool: auto({ tags: ['a b!'] }), call: open({ tags: ['a b!'] }), page: start({ tags: ['a b!'] }) },
  },
  'a debate': {
    ...{ code: 'not-found', says: 'There is no debate "nope".', cli: ['show', 'nope'] },
    tool: ['get_debate', { thread_id: 'nope' }],
    call: (hall) => library.showDebate(hall, 'nope'),
    page: (tab) => tab.get('/api/debates/nope'),
  },
  'an ID': {
    ...{ code: 'bad-input', says: '"a b" is not a valid debate ID', cli: ['run', '--id', 'a b', TOPIC] },
    ...{ tool: auto({ thread_id: 'a b' }), call: open({ threadId: 'a b' }) },
    page: (tab) => tab.get('/api/debates/a%20b'),
  },
  'an event': {
    ...{ code: 'not-found', says: 'There is no event 999.', cli: ['fork', 'done', '--at', '999'] },
    tool: ['fork_debate', { thread_id: 'done', at: 999 }],
    call: (hall) => library.planFork(hall, { threadId: 'done', at: 999 }),
  },
  'a text that is redacted': {
    ...{ code: 'not-found', cli: ['redact', 'done', '--event', '999', '--reason', 'private'] },
    tool: ['tombstone_turn', { thread_id: 'done', turn_index: 999, reason: 'private' }],
    call: (hall) => library.redact(hall, { threadId: 'done', event: 999, reason: 'private', author: 'Ada' }),
  },
  'an export format': {
    ...{ code: 'not-found', says: 'There is no export format "nope".', cli: ['export', 'done', '--format', 'nope'] },
    tool: ['export_debate', { thread_id: 'done', format: 'nope' }],
    call: (hall) => library.exportDebate(hall, 'done', 'nope'),
  },
  'no debate': { code: 'bad-input', cli: ['show'], tool: ['get_debate', {}] },
  'no seat': {
    ...{ code: 'bad-input', cli: ['say', 'open', 'So.'] },
    tool: ['add_turn', { thread_id: 'open', content: 'So.' }],
    call: (hall) => library.say(hall, { threadId: 'open', author: 'Ada', content: 'So.' } as never),
  },
  'a day': {
    ...{ code: 'bad-input', cli: ['list', '--since', 'soon'] },
    call: (hall) => library.listDebates(hall, { since: new Date('soon') }),
  },
  'a ledger that has no place': {
    ...{ code: 'bad-input', says: 'The format sarif has no place for the ledger.' },
    cli: ['export', 'done', '--format', 'sarif', '--with-ledger'],
  },
  'a hash': {
    ...{ code: 'bad-input', cli: ['verify', 'done', '--head', 'zz'] },
    tool: ['verify_debate', { thread_id: 'done', head: 'zz' }],
  },
  'a repository': {
    ...{ code: 'bad-input', says: 'That is not a GitHub repository.' },
    cli: ['github', 'sync', 'done', '--repo', 'nope', '--issue', '1'],
    tool: ['github_sync_debate', { thread_id: 'done', repo: 'nope', target_id: '1', target_type: 'issue' }],
  },
};

describe.runIf(inCi)('what is not there, or malformed', () => {
  let project: Project;
  let client: Connected;
  let view: StartedView;
  let tab: Tab;
  beforeAll(async () => {
    project = createProject({
      agents: { quick: quickRehearsal },
      seats: { wind: 'quick', wall: 'quick', door: 'quick' },
    });
    await project.call(['run', '--id', 'done', '-q', TOPIC]);
    await project.call(['open', '--id', 'open', TOPIC]);
    await project.call(['open', '--id', 'reads', '--read', 'debate-hall.config.json', TOPIC]);
    const toolsets = 'core,review,memory,what-if,github';
    client = await connectHere(project.folder, { args: ['--toolsets', toolsets], env: project.env });
    view = await startView({ folder: project.folder, settings: [], options: { env: project.env } });
    tab = await view.openTab();
  });
  afterAll(async () => {
    await client.close();
    await view.close();
    project.dispose();
  });

  const refusal = async (work: Promise<unknown>) =>
    await work.then(
      () => 'nothing was refused',
      ({ refusal: { code, message } }) => ({ code, message }),
    );

  it.each(Object.entries(ROWS))('%s', async (_, { code, says = '', cli, tool, call, page }) => {
    const expected = { code, message: expect.stringContaining(says) };
    const ended = await project.call([...cli, ...(cli[0] === 'export' ? [] : ['--json'])]);
    if (cli[0] === 'export') expect(ended.stderr).toContain(`error: ${says}`);
    else expect(JSON.parse(ended.stdout)).toMatchObject({ error: expected });
    if (tool !== undefined) {
      const result: Loose = await client.client.callTool({ name: tool[0], arguments: { ...tool[1] } });
      expect(result.structuredContent).toMatchObject({ error: expected });
    }
    if (call !== undefined) await expect(call(view.hall)).rejects.toMatchObject(expected);
    if (page !== undefined) expect(await refusal(page(tab))).toEqual(expected);
  });
});
