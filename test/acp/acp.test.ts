import fs, { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type PromptResponse, RequestError, type SessionUpdate } from '@agentclientprotocol/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { PICTURES, withSegment } from '../support/pictures.ts';
import { createProject, MAIN, type Project, recordIn } from '../support/project.ts';
import { type Editor, type EditorOptions, openEditor, openEditorHere, textOf } from './support.ts';

const AGENTS = {
  fast: { kind: 'rehearsal', wordsPerSecond: 0, vote: 'approve' },
  silent: { kind: 'rehearsal', misbehave: 'hangs', limits: { firstOutputMs: 600_000, totalMs: 600_000 } },
};
const FAST = { wind: 'fast', wall: 'fast', door: 'fast' };
/** Of the formats whose seats are numbered. */
const EQUALS = Object.fromEntries(
  ['seat', 'planner'].flatMap((seat) => [1, 2, 3].map((n) => [`${seat}-${n}`, 'fast'])),
);

let project: Project;
let editors: Editor[];

beforeEach(() => {
  project = createProject({ agents: AGENTS, seats: { ...FAST, ...EQUALS }, recipe: 'quick', agentRetries: 0 });
  editors = [];
});

afterEach(async () => {
  for (const editor of editors) await editor.leave();
  project.dispose();
});

async function edit(options: EditorOptions = {}): Promise<Editor> {
  const editor = await openEditorHere(project, options);
  editors.push(editor);
  return editor;
}

/** With a process of its own, for what is about the process. */
async function start(options: EditorOptions = {}): Promise<Editor> {
  const editor = await openEditor(project, options);
  editors.push(editor);
  return editor;
}

type Plan = Extract<SessionUpdate, { sessionUpdate: 'plan' }>;
const plans = ({ updates }: Editor) => updates.filter((update): update is Plan => update.sessionUpdate === 'plan');

interface Told {
  readonly 'debate-hall': { readonly threadId: string };
}

function threadOf({ _meta }: { _meta?: Record<string, unknown> | null }): string {
  return (_meta as unknown as Told)['debate-hall'].threadId;
}

function debates(): readonly string[] {
  return project.ledgers.ids();
}

async function says(editor: Editor, text: string): Promise<void> {
  await expect.poll(() => editor.said()).toContain(text);
}

/** A debate in which Wall never answers, once Wind has spoken. */
async function standstill(editor: Editor) {
  project.configure({
    agents: AGENTS,
    seats: { ...FAST, wall: 'silent' },
    agentRetries: 0,
    formats: { 'wind-wall-door': { openings: false } },
  });
  const session = await editor.open();
  const running = editor.prompt(session, 'Should we use Rust?');
  await expect.poll(() => plans(editor).length).toBeGreaterThan(0);
  await says(editor, 'Wind speaks');
  await expect.poll(() => debates().length).toBe(1);
  return { session, running };
}

describe('a prompt', () => {
  it('opens a debate: seats speak under their titles, the plan shows the rounds, and the end says what came out', async () => {
    const editor = await start();
    const session = await editor.open();
    const response = await editor.prompt(session, 'Should we use Rust?');
    expect(response).toMatchObject({ stopReason: 'end_turn', _meta: { 'debate-hall': { run: 'closed' } } });
    const said = editor.said();
    expect(said).toMatch(
      /### Wind speaks, round 1\n\n[\s\S]+### Wall speaks, round 1\n\n[\s\S]+### Door decides, round 1\n\n/,
    );
    expect(said).toMatch(/## Outcome\n\n[\s\S]*\*\*Authority\*\*: full panel, REHEARSAL in Wind, Wall, Door/);
    const entries = plans(editor).at(-1)?.entries ?? [];
    expect(entries.map(({ content, status }) => [content, status])).toContainEqual(['Round 1 of 1', 'completed']);
    expect(entries.every(({ status }) => status === 'completed')).toBe(true);
    expect(editor.updates).toContainEqual({ sessionUpdate: 'session_info_update', title: 'Should we use Rust?' });
    const record = await project.shown(threadOf(response));
    expect(record).toMatchObject({ topic: 'Should we use Rust?', status: 'closed' });
    for (const entry of record.entries) if (entry.kind === 'turn') expect(said).toContain(entry.text?.trim());
    expect((await project.call(['verify', record.threadId])).code).toBe(0);
  });

  it.runIf(inCampaign)('shows nothing of a blind phase before it has ended', async () => {
    const editor = await start({ args: ['--recipe', 'standard'] });
    const response = await editor.prompt(await editor.open(), 'Should we use Rust?');
    const { entries } = await project.shown(threadOf(response));
    const openings = entries.flatMap((entry) => (entry.kind === 'turn' && entry.act === 'opening' ? [entry] : []));
    expect(openings).toHaveLength(3);
    const before = editor.said().split('> Openings ')[0] ?? '';
    const whileBlind = before.slice(0, before.indexOf('sure'));
    // The last opening ends the phase: the two before it were recorded while it was blind.
    expect(whileBlind.match(/_Withheld until the phase ends\._/g)).toHaveLength(2);
    for (const { text } of openings) expect(whileBlind).not.toContain(text?.split('\n')[0]);
  });

  it.runIf(inCampaign)('gives files as material, which the rules for context hold for', async () => {
    project.write('notes.md', 'The build takes 40 minutes.');
    const editor = await edit();
    const sessionId = await editor.open();
    const response = await editor.agent.request('session/prompt', {
      sessionId,
      prompt: [
        { type: 'text', text: 'Should we change ' },
        { type: 'resource_link', name: 'notes.md', uri: `file://${project.path('notes.md')}` },
        { type: 'text', text: '?' },
        { type: 'resource', resource: { uri: 'untitled:1', text: 'A draft.' } },
      ],
    });
    const { topic, context } = await project.shown(threadOf(response));
    expect(topic).toBe('Should we change notes.md?');
    expect(context.map(({ source }) => source)).toEqual(['untitled:1', 'notes.md']);
    const secret = { uri: 'untitled:2', text: `token ghp_${'a1'.repeat(18)}` };
    const prompt = [
      { type: 'text' as const, text: '/new Is this safe?' },
      { type: 'resource' as const, resource: secret },
    ];
    await expect(editor.agent.request('session/prompt', { sessionId, prompt })).rejects.toThrow('looks like a secret');
  });

  it.runIf(inCi).each(['.env', 'sub/.env.production', 'id_rsa', '%2Eenv', 'key.pem?x=1#y'])(
    'is refused where the editor sends the text of %s',
    async (name) => {
      const editor = await edit();
      const sessionId = await editor.open();
      for (const uri of [`file://${project.path(name)}`, name, `zed:///agent/file/${name}`]) {
        const resource = { uri, text: 'STRIPE=hunter2\n' };
        const prompt = [
          { type: 'text' as const, text: 'Is this safe?' },
          { type: 'resource' as const, resource },
        ];
        await expect(editor.agent.request('session/prompt', { sessionId, prompt })).rejects.toMatchObject({
          code: -32602,
          message: expect.stringContaining('usually holds secrets'),
        });
      }
      expect(debates()).toEqual([]);
    },
  );

  const TOKEN = `ghp_${'a1'.repeat(18)}`;
  it
    .runIf(inCi)
    .each([
      [
        `https://intern.example/page?access_token=${TOKEN}&id=7#part`,
        'https://intern.example/page?access_token=hidden&id=7#part',
      ],
      [`https://intern.example/${TOKEN}`, 'https://intern.example/hidden'],
      ['vault://notes?password=hunter2', 'vault://notes?password=hidden'],
      ['vault://notes#pass%77ord=hunter2&line=3', 'vault://notes#pass%77ord=hidden&line=3'],
      ['https://ada:hunter2secret@intern.example:80/page', 'https://intern.example:80/page'],
      ['vault://ada:hunter2/sec?ret@intern/page', 'vault://intern/page'],
      ['https://ada:hunter2secret@', 'https://'],
      [`https://${TOKEN}@intern.example/`, 'https://intern.example/'],
      [`untitled:${TOKEN}`, 'untitled:hidden'],
      [
        `notes/${TOKEN}.md`,
        { refused: 'The name of item 1 of the context (in "notes") looks like it contains a GitHub token' },
      ],
      ...[
        ...['ssh://git@host/x', 'git+ssh://git@github.com/x/y', 'http://[', 'rust-analyzher://x y', 'TODO: fix'],
        ...['plan:über.md', 'https://intern.example/a.ts#L1', 'http://intern.example:8080/@scope/x'],
      ].map((uri): [string, string] => [uri, uri]),
    ])('neither sends nor records the secret in the address of a text: %s', async (uri, result) => {
    const editor = await edit();
    const sessionId = await editor.open();
    const text = { type: 'text' as const, text: 'Is this safe?' };
    const prompt = [text, { type: 'resource' as const, resource: { uri, text: 'A page.' } }];
    const answer = editor.agent.request('session/prompt', { sessionId, prompt });
    if (typeof result === 'string') {
      const { context } = await project.shown(threadOf((await answer) as PromptResponse));
      expect(context.map(({ source }) => source)).toEqual([result]);
      return;
    }
    const error = await answer.then(String, (thrown: Error) => thrown.message);
    expect(error).toContain(result.refused);
    expect(error).not.toMatch(/hunter2|ghp_/);
    expect(debates()).toEqual([]);
  });

  it('names the address of what it cannot read without the secret in it', async () => {
    const editor = await edit();
    const sessionId = await editor.open();
    const read = async (uri: string) => {
      const prompt = [{ type: 'resource_link' as const, name: 'a page', uri }];
      return await editor.agent.request('session/prompt', { sessionId, prompt }).then(String, ({ message }) => message);
    };
    expect(await read('https://intern.example/?token=hunter2')).toMatch(/^A debate cannot read "\S+token=hidden"\./);
    expect(await read('https://ada:hunter2@intern.example/')).toMatch(
      /^A debate cannot read "https:\/\/intern\.example\/"\./,
    );
  });

  it('is refused where the editor sends the text of a file that leads to one with secrets', async () => {
    const editor = await edit();
    const sessionId = await editor.open();
    fs.symlinkSync(project.write('.env', 'STRIPE=hunter2\n'), project.path('plain.txt'));
    for (const uri of ['plain.txt', pathToFileURL(project.path('plain.txt')).href]) {
      const resource = { uri, text: 'STRIPE=hunter2\n' };
      const prompt = [
        { type: 'text' as const, text: 'Is this safe?' },
        { type: 'resource' as const, resource },
      ];
      await expect(editor.agent.request('session/prompt', { sessionId, prompt })).rejects.toThrow(
        'plain.txt is a file that usually holds secrets.',
      );
    }
    expect(debates()).toEqual([]);
  });

  it.each([
    ['/reviw the last commit', 'There is no command /reviw. Did you mean /review?'],
    ['/reviw', 'Did you mean /review?'],
    ['/frobnicate now', 'There are /new, /check, /review, /plan, /ask, /resume.'],
  ])('is refused where it is no command: %s', async (text, words) => {
    const editor = await edit();
    const refused = editor.prompt(await editor.open(), text);
    await expect(refused).rejects.toMatchObject({ code: -32602, message: expect.stringContaining(words) });
    expect(debates()).toEqual([]);
  });

  it.runIf(inCampaign)('is one sentence of its blocks, and may begin with a path', async () => {
    project.write('passwd', 'nobody');
    const editor = await edit();
    const sessionId = await editor.open();
    const link = { type: 'resource_link' as const, name: 'passwd', uri: `file://${project.path('passwd')}` };
    const said = (text: string) => ({ type: 'text' as const, text });
    for (const [prompt, topic] of [
      [[said('Should we keep this file?'), link], 'Should we keep this file? passwd'],
      [[said('Should'), link, said(', of all, stay?')], 'Should passwd, of all, stay?'],
      [[said('/etc/hosts or'), said('DNS?')], '/etc/hosts or DNS?'],
    ] as const) {
      const response = await editor.agent.request('session/prompt', { sessionId, prompt: [...prompt] } as never);
      expect((await project.shown(threadOf(response as { _meta: Record<string, unknown> }))).topic).toBe(topic);
    }
  });

  it('has a session only in a folder that is there', async () => {
    const editor = await edit();
    await editor.open();
    const gone = project.path('none', 'a', 'b');
    for (const cwd of [gone, 'relative', '.', '', project.write('file', ''), `${project.folder}\0`]) {
      for (const [method, more] of [
        ['session/new', {}],
        ['session/load', { sessionId: 'x' }],
        ['session/resume', { sessionId: 'x' }],
      ] as const) {
        const request = editor.agent.request(method, { cwd, mcpServers: [], ...more } as never);
        await expect(request).rejects.toMatchObject({
          code: -32602,
          message: expect.stringContaining('absolute path'),
        });
      }
    }
    expect(existsSync(project.path('none'))).toBe(false);
  });

  it.runIf(inCi)('is refused in a sentence where a debate cannot use it', async () => {
    const editor = await edit();
    const sessionId = await editor.open();
    const sound = { type: 'audio' as const, data: '', mimeType: 'audio/wav' };
    await expect(editor.agent.request('session/prompt', { sessionId, prompt: [sound] })).rejects.toThrow(
      'A debate can read text and pictures only. Attach no sound.',
    );
    const blob = { type: 'resource' as const, resource: { uri: 'spec.pdf', blob: 'JVBERi0=' } };
    await expect(editor.agent.request('session/prompt', { sessionId, prompt: [blob] })).rejects.toThrow(
      'A debate can read text and pictures only. Attach the file itself, not its bytes.',
    );
    const text = { type: 'text' as const, text: 'Keep it?' };
    for (const [data, why] of [
      ['', 'What is attached as "picture 1" is no PNG, JPEG, WebP or GIF.'],
      [
        PICTURES.png.subarray(0, 40).toString('base64'),
        'What is attached as "picture 1" is a picture that is cut off.',
      ],
    ] as const) {
      const prompt = [text, { type: 'image' as const, data, mimeType: 'image/png' }];
      await expect(editor.agent.request('session/prompt', { sessionId, prompt })).rejects.toThrow(why);
    }
    await expect(editor.prompt(sessionId, '')).rejects.toThrow('The question is empty.');
    await expect(editor.prompt(sessionId, '/resume')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('No debate of this session is paused.'),
    });
    await expect(editor.prompt('elsewhere', 'Should we?')).rejects.toMatchObject({ code: -32002 });
    expect(debates()).toEqual([]);
  });

  it('brings its pictures along', async () => {
    const editor = await edit();
    const sessionId = await editor.open();
    const png = { type: 'image' as const, data: PICTURES.png.toString('base64'), mimeType: 'image/png' };
    const jpeg = { type: 'image' as const, data: withSegment(0xfe, 'words').toString('base64'), mimeType: 'image/png' };
    const uri = pathToFileURL(project.path('shots', 'b.jpg')).href;
    const prompt = [{ type: 'text' as const, text: 'Keep it?' }, png, { ...jpeg, uri }];
    const reply = await editor.agent.request('session/prompt', { sessionId, prompt });
    const { pictures, authority } = await project.shown(threadOf(reply as PromptResponse));
    expect(pictures?.map(({ source, mediaType, bytes }) => [source, mediaType, bytes])).toEqual([
      ['picture 1', 'image/png', PICTURES.png.length],
      [path.join('shots', 'b.jpg').split(path.sep).join('/'), 'image/jpeg', PICTURES.jpeg.length],
    ]);
    expect([authority.full, authority.pictures?.length]).toEqual([true, 2]);
  });

  it('brings pictures by no other address than that of a file', async () => {
    const editor = await edit();
    const sessionId = await editor.open();
    const data = PICTURES.png.toString('base64');
    const image = (uri: string) => ({ type: 'image' as const, data, mimeType: 'image/png', uri });
    const prompt = [{ type: 'text' as const, text: 'Keep it?' }, image(`data:image/png;base64,${data}`)];
    const reply = await editor.agent.request('session/prompt', { sessionId, prompt });
    const threadId = threadOf(reply as PromptResponse);
    expect((await project.shown(threadId)).pictures).toMatchObject([{ source: 'picture 1' }]);
    // Nothing on the disk has this name, so a recheck gives it again.
    const again = await project.record(['recheck', threadId, '--json']);
    expect(again).toMatchObject({ pictures: [{ source: 'picture 1' }], contextLeftOut: [] });
  });

  it('brings no more pictures than a debate may have, however they are attached', async () => {
    const editor = await edit();
    const sessionId = await editor.open();
    const data = PICTURES.png.toString('base64');
    const images = Array.from({ length: 5 }, () => ({ type: 'image' as const, data, mimeType: 'image/png' }));
    const links = Array.from({ length: 4 }, (_, index) => {
      const file = project.path(`${index}.png`);
      fs.writeFileSync(file, PICTURES.png);
      return { type: 'resource_link' as const, name: `${index}.png`, uri: pathToFileURL(file).href };
    });
    const prompt = [{ type: 'text' as const, text: 'Keep it?' }, ...images, ...links];
    await expect(editor.agent.request('session/prompt', { sessionId, prompt })).rejects.toThrow(
      '"3.png" is one picture too many: a debate may have 8.',
    );
    expect(debates()).toEqual([]);
  });

  it.runIf(inCampaign)(
    'asks for another kind of debate with a command, also where a seat of the command line is none of its own',
    async () => {
      const editor = await edit({ seats: { wall: 'fast' } });
      const session = await editor.open();
      const checked = await editor.prompt(session, '/check Is it safe to drop the column?');
      expect(await project.shown(threadOf(checked))).toMatchObject({
        format: 'check',
        topic: 'Is it safe to drop the column?',
      });
      const planned = await editor.prompt(session, '/plan Move the build to another service');
      expect(await project.shown(threadOf(planned))).toMatchObject({ format: 'plan' });
      expect(editor.said().split('This debate has no seat "wall", so its --seat is left out.')).toHaveLength(2);
      const commands = editor.updates.find(({ sessionUpdate }) => sessionUpdate === 'available_commands_update');
      expect(commands).toMatchObject({
        availableCommands: ['new', 'check', 'review', 'plan', 'ask', 'resume'].map((name) => ({ name })),
      });
    },
  );
});

describe('a follow-up', () => {
  it.runIf(inCi)('is the next question after a debate that has ended, and brings what came out of it', async () => {
    const editor = await edit();
    const session = await editor.open();
    const first = threadOf(await editor.prompt(session, 'Should we use Rust?'));
    await project.call(['outcome', first, 'wrong']);
    const id = threadOf(await editor.prompt(session, 'And what would that cost?'));
    const opened = JSON.stringify(project.events(id)[0]);
    expect(opened).toMatch(/Authority: full panel, REHEARSAL in Wind, Wall, Door.*Turned out wrong \(recorded /);
    const second = await project.shown(id);
    expect(second.topic).toBe('And what would that cost?');
    expect(second.context.map(({ source }) => source)).toEqual([`debate:${first}`]);
  });

  it('is an interjection while the debate runs, and returns at once', async () => {
    const editor = await edit();
    const { session, running } = await standstill(editor);
    expect(await editor.prompt(session, 'Mind the budget.')).toEqual({ stopReason: 'end_turn' });
    const [id = ''] = debates();
    const { entries } = await project.shown(id);
    expect(entries).toContainEqual(
      expect.objectContaining({ kind: 'interjection', text: 'Mind the budget.', author: 'user of test-editor' }),
    );
    // The editor shows these words already.
    expect(editor.said()).not.toContain('Mind the budget.');
    await expect(editor.prompt(session, '/new Should we?')).rejects.toThrow('A debate is running in this session.');
    await editor.agent.notify('session/cancel', { sessionId: session });
    expect(await running).toMatchObject({ stopReason: 'cancelled' });
  });

  it.runIf(inCi)('continues a debate that was cancelled, with an interjection or without', async () => {
    const editor = await edit();
    const { session, running } = await standstill(editor);
    await editor.agent.notify('session/cancel', { sessionId: session });
    const cancelled = await running;
    expect(cancelled).toMatchObject({ stopReason: 'cancelled', _meta: { 'debate-hall': { run: 'cancelled' } } });
    const [id = ''] = debates();
    expect(await project.shown(id)).toMatchObject({ status: 'open' });
    const again = editor.prompt(session, 'Mind the budget.');
    await expect.poll(() => project.events(id).map(({ type }) => type)).toContain('interjection-added');
    await editor.agent.notify('session/cancel', { sessionId: session });
    expect(await again).toMatchObject({ stopReason: 'cancelled' });
    await expect(editor.prompt(session, '/ask Why?')).rejects.toThrow(/ Finish it first: \/resume\.$/);
    project.configure({ agents: { ...AGENTS, silent: AGENTS.fast }, seats: FAST, agentRetries: 0 });
    const resumed = await editor.prompt(session, '/resume');
    expect(resumed).toMatchObject({
      stopReason: 'end_turn',
      _meta: { 'debate-hall': { threadId: id, run: 'closed' } },
    });
    expect(debates()).toEqual([id]);
  });

  it('tells a person whose answer is blind', async () => {
    project.configure({ agents: AGENTS, seats: { ...FAST, wall: 'human' }, recipe: 'standard' });
    const editor = await edit();
    await editor.prompt(await editor.open(), 'Should we use Rust?');
    expect(editor.said()).toMatch(/this is for you\.\*\* .* Blind: nobody sees the answer before all have answered\./);
  });

  it.runIf(inCi)('is a vote, whose form a person is shown', async () => {
    project.configure({
      agents: AGENTS,
      seats: { ...FAST, wall: 'human' },
      recipe: 'quick',
      formats: { 'wind-wall-door': { consensus: true } },
    });
    const editor = await edit();
    const session = await editor.open();
    await editor.prompt(session, 'Should we use Rust?');
    await editor.prompt(session, 'It is too dear, and nobody here knows it.');
    expect(editor.said()).toContain('then a line "VOTE: APPROVE" or "VOTE: REJECT".');
    const response = await editor.prompt(session, 'We can pay for it.\n\nVOTE: APPROVE');
    expect(response).toMatchObject({ _meta: { 'debate-hall': { run: 'closed' } } });
  });

  it.runIf(inCampaign)('is a turn of several parts, whose task and labels a person is shown', async () => {
    const seats = { proposition: 'human', opposition: 'human', judge: 'human' };
    project.configure({ agents: AGENTS, seats, format: 'oxford', recipe: 'quick' });
    const editor = await edit();
    const session = await editor.open();
    await editor.prompt(session, 'We should use Rust.');
    expect(editor.said()).toContain('Open the debate:');
    expect(editor.said()).toContain('```text\nArguments:\nTitle:\nClaim:\n');
  });

  it('is the turn of a person who is due', async () => {
    project.configure({
      agents: AGENTS,
      seats: { ...FAST, wall: 'human' },
      recipe: 'quick',
      formats: { 'wind-wall-door': { openings: false, ballot: false, gate: 'off', consensus: false } },
    });
    const editor = await edit();
    const session = await editor.open();
    const response = await editor.prompt(session, 'Should we use Rust?');
    expect(response).toMatchObject({ _meta: { 'debate-hall': { run: 'paused' } } });
    expect(editor.said()).toContain('this is for you.** Your next message is the answer of this seat.');
    expect(editor.said()).toContain('It is your turn as **Wall**.');
    await editor.prompt(session, 'It is too dear, and nobody here knows it.');
    const { entries, status } = await project.shown(threadOf(response));
    expect(status).toBe('closed');
    expect(entries).toContainEqual(
      expect.objectContaining({ kind: 'turn', seat: 'wall', text: 'It is too dear, and nobody here knows it.' }),
    );
  });
});

it('says of a limit of the rules that only a decision closes the debate', async () => {
  project.configure({ agents: AGENTS, seats: FAST, recipe: 'quick', formats: { 'wind-wall-door': { maxTurns: 1 } } });
  const editor = await edit();
  const response = await editor.prompt(await editor.open(), 'Should we use Rust?');
  expect(response).toMatchObject({ _meta: { 'debate-hall': { run: 'limit', outcome: 'stopped-by-limit' } } });
  const step = `Close it with a decision: debate-hall close ${threadOf(response)} …`;
  expect(editor.said()).toContain(`A limit was reached. In a terminal: ${step}`);
});

const PEOPLE = {
  agents: AGENTS,
  seats: { wind: 'human', wall: 'human', door: 'human' },
  recipe: 'quick',
  formats: { 'wind-wall-door': { openings: false, ballot: false, gate: 'off', consensus: false } },
} as const;

describe('a message to a debate that has moved on since its user was told', () => {
  it.each([
    ['the turn of another seat', ['say', '--seat', 'wind', 'Said elsewhere.'], '**Wall speaks: this is for you.**'],
    ['the question of a debate', ['close', 'Decided elsewhere.'], '## Outcome'],
  ] as const)('is not recorded as %s, and its user sees what is next', async (_, [command, ...rest], next) => {
    project.configure(PEOPLE);
    const editor = await edit();
    const session = await editor.open();
    const id = threadOf(await editor.prompt(session, 'Should we use Rust?'));
    const { code } = await project.call([command, id, ...rest]);
    expect(code).toBe(0);
    const before = await project.shown(id);
    expect(await editor.prompt(session, 'This is what Wind says.')).toEqual({ stopReason: 'end_turn' });
    expect(editor.said()).toContain(`> Your message was not recorded, since the debate has moved on.\n\n`);
    expect(editor.said().split('moved on.').at(-1)).toContain(next);
    expect((await project.shown(id)).entries).toEqual(before.entries);
    expect(debates()).toEqual([id]);
  });

  it('is recorded as what its user was told at last', async () => {
    project.configure(PEOPLE);
    const editor = await edit();
    const session = await editor.open();
    const id = threadOf(await editor.prompt(session, 'Should we use Rust?'));
    await project.call(['say', id, '--seat', 'wind', 'Said elsewhere.']);
    await editor.prompt(session, 'This is what Wind says.');
    await editor.prompt(session, 'This is what Wall says.');
    expect((await project.shown(id)).entries.filter(({ kind }) => kind === 'turn')).toMatchObject([
      { seat: 'wind', text: 'Said elsewhere.' },
      { seat: 'wall', text: 'This is what Wall says.' },
    ]);
  });
});

it.runIf(inCi)(
  'a message to a debate that runs in another process is an interjection, and nothing is refused',
  async () => {
    const first = await edit();
    const { running, session } = await standstill(first);
    const [id = ''] = debates();
    const second = await edit();
    const place = { cwd: project.folder, mcpServers: [] };
    await second.agent.request('session/load', { sessionId: session, ...place });
    expect(second.said()).toContain('This debate is already running.');
    expect(await second.prompt(session, 'Mind the budget.')).toEqual({ stopReason: 'end_turn' });
    const { entries } = await project.shown(id);
    expect(entries).toContainEqual(expect.objectContaining({ kind: 'interjection', text: 'Mind the budget.' }));
    const resumed = second.prompt(session, '/resume');
    await expect(resumed).rejects.toThrow(`In a terminal: Follow it with "debate-hall watch ${id}".`);
    await first.agent.notify('session/cancel', { sessionId: session });
    await running;
  },
);

describe('a session', () => {
  it.runIf(inCampaign)('loads again in another process, with everything that was said in it', async () => {
    const first = await edit();
    const sessionId = await first.open();
    const thread = threadOf(await first.prompt(sessionId, 'Should we use Rust?'));
    await first.prompt(sessionId, 'And what would that cost?');
    expect(await first.leave()).toBe(0);
    const second = await start();
    const place = { cwd: project.folder, mcpServers: [] };
    expect(await second.agent.request('session/load', { sessionId, ...place })).toMatchObject({
      modes: { currentModeId: 'wind-wall-door' },
    });
    expect(textOf(second.updates, 'user_message_chunk')).toBe('Should we use Rust?\n\nAnd what would that cost?\n\n');
    const { entries } = await project.shown(thread);
    const said = second.said();
    for (const entry of entries) if (entry.kind === 'turn') expect(said).toContain(`### ${entry.title}`);
    expect(said.match(/## Outcome/g)).toHaveLength(2);
    const third = await project.shown(threadOf(await second.prompt(sessionId, 'And who would do it?')));
    expect(third.context).toHaveLength(1);
  });

  it('can be any debate of the hall, also one from the command line', async () => {
    await project.call(['run', '--quiet', '--id', 'from-a-terminal', 'Should we?']);
    const editor = await edit();
    const { sessions } = await editor.agent.request('session/list', { cwd: project.folder });
    expect(sessions).toMatchObject([{ sessionId: 'from-a-terminal', cwd: project.folder, title: 'Should we?' }]);
    const place = { cwd: project.folder, mcpServers: [] };
    await editor.agent.request('session/load', { sessionId: 'from-a-terminal', ...place });
    expect(editor.said()).toContain('## Outcome');
    await expect(editor.agent.request('session/load', { sessionId: 'unknown', ...place })).rejects.toMatchObject({
      code: -32002,
    });
  });

  it.runIf(inCi)('is as it was after a load or resume that failed', async () => {
    const editor = await edit();
    const sessionId = await editor.open();
    const again = async (cwd = project.folder) => {
      const place = { sessionId, cwd, mcpServers: [] };
      for (const method of ['session/load', 'session/resume'] as const) await editor.agent.request(method, place);
    };
    await again();
    const first = threadOf(await editor.prompt(sessionId, 'Should we use Rust?'));
    await expect(again(project.path('none'))).rejects.toThrow('is not a folder');
    const config = fs.readFileSync(project.path('debate-hall.config.json'));
    project.write('debate-hall.config.json', '{');
    await expect(again()).rejects.toThrow('debate-hall.config.json');
    fs.writeFileSync(project.path('debate-hall.config.json'), config);
    const { context } = await project.shown(threadOf(await editor.prompt(sessionId, 'And what would that cost?')));
    expect(context.map(({ source }) => source)).toEqual([`debate:${first}`]);
    await editor.agent.request('session/close', { sessionId });
    await expect(editor.prompt(sessionId, 'Should we?')).rejects.toMatchObject({ code: -32002 });
  });

  it.runIf(inCi)('says of a debate that cannot be read that it is left out, and of one alone why', async () => {
    const editor = await edit();
    const sessionId = await editor.open();
    await editor.prompt(sessionId, 'Should we use Rust?');
    const damaged = threadOf(await editor.prompt(sessionId, 'And what would that cost?'));
    project.ledgers.put(damaged, `${project.ledgers.text(damaged)}no event\n`);
    const place = { cwd: project.folder, mcpServers: [] };
    for (const method of ['session/load', 'session/resume'] as const) {
      const before = editor.said().length;
      await editor.agent.request(method, { sessionId, ...place });
      await expect
        .poll(() => editor.said().slice(before))
        .toContain(`> Left out: 1 debate that cannot be read: ${damaged} (damaged).`);
      const alone = editor.agent.request(method, { sessionId: damaged, ...place });
      await expect(alone).rejects.toMatchObject({ code: -32603, data: { code: 'ledger-damaged' } });
    }
    const { sessions } = await editor.agent.request('session/list', { cwd: project.folder });
    expect(sessions).toContainEqual({ sessionId: damaged, cwd: project.folder, title: `${damaged} (damaged)` });
  });

  it.runIf(inCampaign).each([
    [
      'is gone',
      (id: string) => project.call(['delete', id, '--yes']),
      /^> There is no debate "\S+"\. This session forgets it\./,
    ],
    [
      'is damaged',
      (id: string) => project.ledgers.put(id, `${project.ledgers.text(id)}no event\n`),
      /^> .*damaged.* This session forgets it\./,
    ],
  ] as const)('forgets a debate that %s, and takes questions all the same', async (_, lose, words) => {
    const editor = await edit();
    for (const text of [
      'And what would that cost?',
      '/new Should we use Go?',
      '/check Is it safe?',
      '/ask Why?',
      '/resume',
    ]) {
      const session = await editor.open();
      await lose(threadOf(await editor.prompt(session, 'Should we use Rust?')));
      const before = editor.said().length;
      const answer = editor.prompt(session, text);
      if (text === '/ask Why?') await expect(answer).rejects.toThrow('This session has no debate yet.');
      else if (text === '/resume') await expect(answer).rejects.toThrow('No debate of this session is paused.');
      else expect((await project.shown(threadOf(await answer))).context).toEqual([]);
      expect(editor.said().slice(before)).toMatch(words);
    }
  });

  it('does not take what was meant for a debate that is gone as a question', async () => {
    project.configure(PEOPLE);
    const editor = await edit();
    const session = await editor.open();
    await project.call(['delete', threadOf(await editor.prompt(session, 'Should we use Rust?')), '--yes']);
    expect(await editor.prompt(session, 'This is what Wind says.')).toEqual({ stopReason: 'end_turn' });
    expect(editor.said()).toContain('Your message was not recorded, and the next one is a question.');
    expect(debates()).toEqual([]);
    const { topic } = await project.shown(threadOf(await editor.prompt(session, 'Should we use Go?')));
    expect(topic).toBe('Should we use Go?');
  });

  it.runIf(inCi)('names each look of its debates apart', async () => {
    const looks = { kind: 'rehearsal', wordsPerSecond: 0, vote: 'approve' };
    project.write('notes.md', 'The build takes 40 minutes.');
    project.configure({ agents: { fast: looks }, seats: FAST, recipe: 'quick', reading: { sources: ['.'] } });
    const editor = await edit();
    const session = await editor.open();
    for (const text of ['Should we use Rust?', 'And what would that cost?']) await editor.prompt(session, text);
    const ids = editor.updates.flatMap((update) => (update.sessionUpdate === 'tool_call' ? [update.toolCallId] : []));
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says what is left out of the context before a seat speaks', async () => {
    const big = project.write('big.md', 'word '.repeat(600_000));
    const editor = await edit();
    const prompt = [
      { type: 'text' as const, text: 'Should we keep this?' },
      { type: 'resource_link' as const, name: 'big.md', uri: pathToFileURL(big).href },
    ];
    await editor.agent.request('session/prompt', { sessionId: await editor.open(), prompt });
    expect(editor.said().split('###')[0]).toMatch(/^> Left out of the context: big\.md \(too large: .*\)\.$/m);
  });

  it.runIf(inCampaign)('offers formats, recipes and panels, and the next debate goes by what was chosen', async () => {
    const editor = await edit();
    const { sessionId, configOptions, modes } = await editor.agent.request('session/new', {
      cwd: project.folder,
      mcpServers: [],
    });
    expect(configOptions?.map(({ id, category, currentValue }) => [id, category, currentValue])).toEqual([
      ['format', 'mode', 'wind-wall-door'],
      ['recipe', 'thought_level', 'quick'],
      ['preset', 'model', 'configured'],
      ['perspectives', undefined, 'configured'],
    ]);
    expect(modes?.availableModes.map(({ id }) => id)).toContain('oxford');
    await editor.agent.request('session/set_mode', { sessionId, modeId: 'check' });
    const { configOptions: changed } = await editor.agent.request('session/set_config_option', {
      sessionId,
      configId: 'recipe',
      value: 'standard',
    });
    expect(changed.map(({ currentValue }) => currentValue)).toEqual(['check', 'standard', 'configured', 'configured']);
    const { format, recipe } = await project.shown(threadOf(await editor.prompt(sessionId, 'Is it safe?')));
    expect([format, recipe]).toEqual(['check', 'standard']);
    expect(editor.said()).toMatch(/- \*\*Dissent, Seat 2\*\*: \*\*No\*\*, 65% sure · C3: .* · Would change my mind: /);
    for (const [configId, name] of [
      ['format', 'Format'],
      ['perspectives', 'Points of view'],
    ] as const) {
      const wrong = { sessionId, configId, value: 'karaoke' };
      await expect(editor.agent.request('session/set_config_option', wrong)).rejects.toThrow(
        `"karaoke" is not a choice for ${name}.`,
      );
    }
  });

  it.runIf(inCampaign)(
    'gives seats the points of view that fit the question, where that was chosen, and says which and why',
    async () => {
      const editor = await edit();
      const session = await editor.open();
      const choose = (value: string) =>
        editor.agent.request('session/set_config_option', { sessionId: session, configId: 'perspectives', value });
      const viewsOf = async (ended: PromptResponse) =>
        (await project.shown(threadOf(ended))).seats.map(({ perspective }) => perspective);
      await choose('auto');
      const views = await viewsOf(await editor.prompt(session, '/check Should we cache passwords in Redis?'));
      expect(views).toContain('security');
      const told = editor.said().split('\n');
      expect(told.filter((line) => /^> .*security/.test(line))).toHaveLength(1);
      await choose('configured');
      expect(await viewsOf(await editor.prompt(session, '/check Should we cache tokens in Redis?'))).toEqual(
        views.map(() => undefined),
      );
    },
  );

  it.runIf(inCampaign)('pauses its debate when the editor goes away', async () => {
    const editor = await start();
    const { running } = await standstill(editor);
    running.catch(() => {});
    expect(await editor.leave()).toBe(0);
    const [id = ''] = debates();
    expect(await project.shown(id)).toMatchObject({ status: 'open' });
  });
});

describe('what a project asks for', () => {
  const untrusted = { env: { DEBATE_HALL_TRUST: '' } };

  it('is asked about before anything of it is used, and ignored without consent', async () => {
    project.configure({
      agents: { ...AGENTS, mine: { kind: 'command', argv: ['/bin/echo', 'hello'] } },
      seats: FAST,
      recipe: 'quick',
    });
    const editor = await edit({ ...untrusted, picks: 'ignore' });
    const session = await editor.open();
    await editor.prompt(session, 'Should we?');
    expect(editor.asked).toHaveLength(1);
    expect(editor.asked[0]?.options.map(({ kind }) => kind)).toEqual(['allow_once', 'reject_once']);
    expect(JSON.stringify(editor.asked[0]?.toolCall.content)).toContain('agents.mine');
    // Once in a session is enough.
    await editor.prompt(session, 'Should we not?');
    expect(editor.asked).toHaveLength(1);
    await editor.leave();
    // Nothing was remembered.
    expect((await project.call(['trust', 'list', '--json'], untrusted)).stdout).not.toContain(project.folder);
  });

  it.each(['cancel', 'close'] as const)('ends every message that waits when the user stops it: %s', async (how) => {
    const seat = project.seat('wind', { say: { '*': 'I say.' } });
    project.configure({ agents: { mine: seat }, seats: { wind: 'mine', wall: 'mine', door: 'mine' } });
    const editor = await edit({ ...untrusted, picks: null });
    const session = await editor.open();
    const messages = ['Should we?', 'Should we not?', 'Mind the budget.'].map((text) => editor.prompt(session, text));
    await expect.poll(() => editor.asked.length).toBe(1);
    if (how === 'cancel') await editor.agent.notify('session/cancel', { sessionId: session });
    else await editor.agent.request('session/close', { sessionId: session });
    expect(await Promise.all(messages)).toEqual(messages.map(() => ({ stopReason: 'cancelled' })));
    expect(editor.asked).toHaveLength(1);
    expect(project.calls()).toEqual([]);
    expect(debates()).toEqual([]);
  });

  it.each([
    ['has no such question', () => Promise.reject(RequestError.methodNotFound('session/request_permission'))],
    ['answers nothing', () => null],
    ['answers something else', () => ({ outcome: 'trust' })],
  ])('is refused with the next step where the client %s', async (_, answers) => {
    const seat = project.seat('wind', { say: { '*': 'I say.' } });
    project.configure({ agents: { mine: seat }, seats: { wind: 'mine', wall: 'mine', door: 'mine' } });
    const editor = await edit({ ...untrusted, answers });
    await expect(editor.prompt(await editor.open(), 'Should we?')).rejects.toMatchObject({
      code: -32602,
      data: { code: 'not-trusted' },
      message: expect.stringMatching(
        /^This client cannot ask what .*, and the project is not trusted\. .*debate-hall trust/,
      ),
    });
    expect(project.calls()).toEqual([]);
  });

  it.runIf(inCi)('leaves no error behind when the editor goes away before it is answered', async () => {
    const seat = project.seat('wind', { say: { '*': 'I say.' } });
    project.configure({ agents: { mine: seat }, seats: { wind: 'mine', wall: 'mine', door: 'mine' } });
    let said = '';
    const onStderr = (text: string) => {
      said += text;
    };
    const editor = await start({ ...untrusted, picks: null, onStderr });
    const session = await editor.open();
    const waiting = ['Should we?', 'Mind the budget.'].map((text) => editor.prompt(session, text));
    const ended = Promise.allSettled(waiting);
    await expect.poll(() => editor.asked.length).toBe(1);
    expect([await editor.leave(), said]).toEqual([0, '']);
    await ended;
  });

  it.runIf(inCi)('is used with consent, in this session only', async () => {
    const seat = project.seat('wind', { say: { '*': 'I say.' } });
    project.configure({ agents: { mine: seat }, seats: { wind: 'mine', wall: 'mine', door: 'mine' } });
    const refused = await edit({ ...untrusted });
    expect(await refused.prompt(await refused.open(), 'Should we?')).toEqual({ stopReason: 'cancelled' });
    expect(project.calls()).toEqual([]);
    const editor = await edit({ ...untrusted, picks: 'trust' });
    await editor.prompt(await editor.open(), 'Should we?');
    expect(project.calls().length).toBeGreaterThan(0);
    const other = await edit({ ...untrusted });
    await other.prompt(await other.open(), 'Should we?');
    expect(other.asked).toHaveLength(1);
  });
});

describe('a panel as a seat of a panel', () => {
  const panel = (...before: string[]) => ({
    kind: 'acp',
    argv: [...before, process.execPath, MAIN, 'acp'],
    sandbox: 'off',
  });

  it.runIf(inCampaign)('is refused', async () => {
    project.configure({
      agents: { ...AGENTS, panel: panel() },
      seats: { ...FAST, wind: 'panel' },
      recipe: 'quick',
      agentRetries: 0,
    });
    const { code, stdout } = await project.run(['run', '--json', 'Should we use Rust?']);
    expect(code).toBe(4);
    expect(stdout).toContain('A debate cannot be run from inside an agent of another debate.');
  });

  it.runIf(inCampaign)(
    'would speak the protocol of a seat: our own client understands it where the guard does not know of the outer debate',
    async () => {
      const outside = panel(
        '/usr/bin/env',
        '-u',
        'DEBATE_HALL_DEPTH',
        `HOME=${project.env.HOME}`,
        `DEBATE_HALL_CONFIG=${project.path('inner.json')}`,
      );
      project.write('inner.json', { agents: AGENTS, seats: FAST, recipe: 'quick', hall: project.path('inner') });
      project.configure({
        agents: { ...AGENTS, panel: outside },
        seats: { ...FAST, wind: 'panel' },
        recipe: 'quick',
        agentRetries: 0,
      });
      const { code, stdout } = await project.run(['run', '--json', 'Should we use Rust?']);
      expect(code).toBe(0);
      const { entries } = recordIn({ code, stdout, stderr: '' });
      const wind = entries.find((entry) => entry.kind === 'turn' && entry.seat === 'wind');
      expect(wind).toMatchObject({ text: expect.stringContaining('## Outcome') });
    },
  );
});
