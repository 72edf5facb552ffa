// What is read out of questions and answers is said back at every door, and stands beside the words in the record.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { openEditorHere } from '../acp/support.ts';
import { connectHere, hallFolder } from '../mcp/support.ts';
import { createProject, everySeat, type Project, quickRehearsal } from '../support/project.ts';
import { openView } from '../web/support.ts';

const UNCLEAR = 'Rust for the new service?';
const NOTE = 'Read as a question in words; ';

let project: Project;
beforeAll(() => {
  project = createProject({ agents: { quick: quickRehearsal }, seats: everySeat('quick') });
});
afterAll(() => project.dispose());

const say = async (id: string, seat: string, words: string, ...more: string[]) =>
  await project.call(['say', id, '--seat', seat, ...more, words]);

describe('the command line', () => {
  it('says that a question was read as one in words, and not of one that is known to be', async () => {
    for (const command of [
      ['open', '-o', 'openings=true'],
      ['run', '--rehearse'],
    ]) {
      const { stderr } = await project.call([...command, UNCLEAR]);
      expect(stderr).toContain(`${NOTE}--answer yes-no has it voted on, and so does --options "A,B".\n`);
    }
    expect((await project.call(['run', '--dry-run', UNCLEAR])).stdout).toContain(`! ${NOTE}--answer yes-no`);
    for (const topic of ['Why does it fail?', 'Soll das Team auf Redis wechseln?', 'Migrate to Postgres']) {
      expect((await project.call(['open', '-o', 'openings=true', topic])).stderr).not.toContain(NOTE);
    }
  });

  it('asks nobody to leave out a unit: how much of a time or a size has to be said with one', async () => {
    const topic = 'How much time will the migration take?';
    const hint = 'a unit, such as --unit days, has numbers compared.\n';
    const started = await project.call(['open', '--id', 'much', '-o', 'openings=true', topic]);
    expect(started.stderr).toContain(`${NOTE}${hint}`);
    expect((await say('much', 'wind', '3 weeks, 80%\nx')).code).toBe(0);
    const bare = await project.call(['open', '--id', 'bare', '--answer', 'number', topic]);
    expect(bare.stderr).toContain(`The topic does not say what is counted; ${hint}`);
    const refused = await say('bare', 'wind', '3 weeks, 80%\nx');
    expect(refused.stderr).toContain('If the question itself says what it counts, write how many of these');
    expect(refused.stderr).not.toContain('without a unit');
    expect((await project.call(['open', '--unit', 'days', topic])).stderr).not.toContain(hint);
  });

  it('says back what it read, and keeps the words beside it', async () => {
    await project.call(['open', '--id', 'ja', '-o', 'openings=true', 'Sollen wir den Dienst umbauen?']);
    expect((await say('ja', 'wind', 'Ja, 80%\nEs geht.')).stderr).toContain('Read as: Yes, 80% sure.\n');
    expect((await say('ja', 'wall', 'Answer: nein\nEs geht nicht.')).stderr).toContain('Read as: No.\n');
    expect((await say('ja', 'door', 'Yes\nIt works.')).stderr).toContain('Read as: Yes.\n');
    const { result, entries } = await project.shown('ja');
    const seats = [
      { answer: 'Yes', said: 'Ja', confidence: 80 },
      { answer: 'No', said: 'nein' },
      { answer: 'Yes', said: 'Yes' },
    ];
    expect(result?.data['openings']).toMatchObject({ seats });
    expect(result?.markdown).toContain('| Wind | Yes (“Ja”), 80% |');
    expect(result?.markdown).toContain('| Door | Yes |');
    expect(JSON.stringify(entries)).toContain('**Yes** (“Ja”), 80% sure');
    const octave = await project.call(['export', 'ja', '--format', 'octave']);
    expect(octave.stdout).toContain('SAID::"Ja"');
  });

  it('holds a number to its unit, in every seat', async () => {
    await project.call(['open', '--id', 'unit', '--unit', 'days', 'When can it be done?']);
    const refused = await say('unit', 'wind', '2 weeks, 80%\nx');
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('"2 weeks" is not a number of days; write the number in days');
    expect(refused.stderr).toContain('a number in digits, in days, with the range');
    expect((await say('unit', 'wind', '14 days (10 to 20), 80%\nx')).stderr).toContain(
      'Read as: 14 days (10 to 20), 80% sure.',
    );
    expect((await project.shown('unit')).question).toEqual({ answer: 'number', unit: 'days' });
    const compared = await project.call(['run', '--rehearse', '--dry-run', '--unit', 'days', 'When can it be done?']);
    expect(compared.stdout).toContain('Question: number of days.');
  });

  it.each([
    ['10-20', 'is a range without the number that you expect'],
    ['1.500', 'can be 1500 or 1.5'],
    ['7 8', 'more than one number'],
    ['10 people', 'is not a number of engineers'],
  ])('sends %j back with what is wrong', async (words, issue) => {
    const id = `n${words.replace(/\W/g, '')}`;
    await project.call(['open', '--id', id, '-o', 'openings=true', 'How many engineers does the team need?']);
    const { code, stderr } = await say(id, 'wind', words);
    expect(code).not.toBe(0);
    expect(stderr).toContain(issue);
  });

  it.each([
    ['我们应该使用单体仓库吗？', /^\d{4}-\d\d-\d\d-wo-men-ying-gai-shi-yong-dan-ti-cang-ku/],
    ['Redis に移行すべきですか？', /-redis-ni-yi-xing-/],
    ['هل ننتقل إلى Redis؟', /-hl-nntql-.*redis$/],
    ['Über-große Café?', /-uber-grosse-cafe$/],
    ['Стоит ли перейти на Redis?', /-stoit-li-pereyti-na-redis$/],
  ])('names the debate about %j so that people can read it', async (topic, name) => {
    expect((await project.call(['open', topic])).stdout.trim()).toMatch(name);
  });
});

describe('MCP', () => {
  it('has both as fields of its results', async () => {
    const folder = hallFolder({});
    const server = await connectHere(folder);
    try {
      const opened = await server.call('init_debate', { topic: UNCLEAR, thread_id: 'u', gate: 'on' });
      expect(opened.question_note).toContain(`${NOTE}"answer": "yes-no" has it voted on`);
      const number = await server.call('init_debate', {
        topic: 'When?',
        thread_id: 'n',
        answer: 'number',
        unit: 'days',
      });
      expect(number).not.toHaveProperty('question_note');
      const turn = { thread_id: 'n', role: 'Wind' };
      await expect(server.call('add_turn', { ...turn, content: '10 to 20 days' })).rejects.toThrow('is a range');
      const { read_as } = await server.call('add_turn', { ...turn, content: '15 days (10 to 20), 70%\nx' });
      expect(read_as).toBe('Read as: 15 days (10 to 20), 70% sure.');
    } finally {
      await server.close();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('the page', () => {
  it('says both, before the start and after a turn', async (context) => {
    const { hall, openTab } = await openView(context);
    const { get, post } = await openTab();
    const { questionNote } = await post('/api/forecast', { topic: UNCLEAR, recipe: 'standard' });
    expect(questionNote).toContain(`${NOTE}to have it voted on, choose`);
    expect(
      await post('/api/forecast', { topic: 'When?', recipe: 'standard', answer: 'number', unit: 'days' }),
    ).not.toHaveProperty('questionNote');
    const question = { answer: 'number', unit: 'days' } as const;
    await openDebate(hall, { threadId: 'one', topic: 'When?', question, seating: 'by-hand' });
    const { turn, seen } = await get('/api/debates/one/seats/wind');
    expect(turn.fields[0]).toMatchObject({ name: 'answer', hint: expect.stringMatching(/^A number of days, /) });
    const form = { kind: 'opening', filled: { answer: '15 ± 5', confidence: '70', claims: 'x' } };
    const done = await post('/api/debates/one/say', {
      key: 'key-00000001',
      seat: 'wind',
      step: turn.step,
      seen,
      ...form,
    });
    expect(done.readAs).toBe('Read as: 15 days (10 to 20), 70% sure.');
  });
});

describe('an editor', () => {
  it('reads it in the chat', async () => {
    const editor = await openEditorHere(project);
    try {
      await editor.prompt(await editor.open(), UNCLEAR);
      await expect.poll(() => editor.said()).toContain(`> ${NOTE}to have it voted on, ask it as "Should we …?"`);
    } finally {
      await editor.leave();
    }
  });
});

it('the table of letters is loaded by topics that need it alone', () => {
  const bundled = fs.readdirSync(path.resolve('dist/chunks')).filter((name) => name.includes('any-ascii'));
  expect(bundled.some((name) => name.endsWith('.cjs'))).toBe(true);
});
