// One more question to a debate that is over, as a person asks it: every case of who and what can be asked, and what becomes of it.
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, linesOf, type Project, quickRehearsal, type SeatBehaviour } from '../support/project.ts';

let project: Project;
beforeEach(() => {
  project = createProject({ agents: { quick: quickRehearsal }, seats: SEATS, recipe: 'quick', agentRetries: 0 });
});
afterEach(() => project.dispose());

const SEATS = { wind: 'quick', wall: 'quick', door: 'quick' };
const QUESTION = 'What would change your mind?';

/** Seats of test/fakes; `wall` behaves as told. */
function configureFakes(wall: SeatBehaviour = {}) {
  project.configure({
    agents: { wind: project.seat('wind'), wall: project.seat('wall', wall), door: project.seat('door') },
    seats: { wind: 'wind', wall: 'wall', door: 'door' },
    agentRetries: 0,
    formats: { 'wind-wall-door': { openings: false } },
  });
}

const hold = async (...more: string[]) => await project.call(['run', '-q', '--id', 'd', 'Should we move?', ...more]);

interface Answers {
  readonly run: string;
  readonly answers: readonly { seat: string; text: string | null; problem?: string }[];
}

async function ask(...args: string[]) {
  const { code, stdout, stderr } = await project.call(['ask', 'd', '--json', ...args]);
  return { code, stderr, ...((stdout === '' ? {} : JSON.parse(stdout)) as Partial<Answers> & { error?: object }) };
}

const late = () => project.events('d').filter(({ type }) => type.startsWith('follow-up'));

describe('a question to a debate', () => {
  it('is answered by every seat, in the context of all that was said, and recorded after the end', async () => {
    configureFakes({ say: { speak: 'Only figures would.' } });
    await hold();
    const before = await project.shown('d');
    expect(await ask(QUESTION)).toMatchObject({
      code: 0,
      run: 'closed',
      answers: [{ seat: 'wind' }, { seat: 'wall', text: 'Only figures would.' }, { seat: 'door' }],
    });
    const heard = project.calls().findLast(({ as }) => as === 'wall')?.heard ?? '';
    for (const part of ['Should we move?', 'wind holds:', 'Decision of door', QUESTION]) expect(heard).toContain(part);
    const after = await project.shown('d');
    for (const key of ['outcome', 'decision', 'authority', 'dissent', 'result', 'status', 'endedAt'] as const) {
      expect([key, after[key]]).toEqual([key, before[key]]);
    }
    expect(after.calls).toBe(before.calls + 3);
    expect(await project.call(['verify', 'd'])).toMatchObject({ code: 0 });
  });

  it('knows earlier questions and their answers, but none to the same question', async () => {
    configureFakes({ say: { speak: 'CANARY-ONE' } });
    await hold();
    await ask('First?');
    configureFakes({ say: { speak: 'CANARY-TWO' } });
    await ask('Second?');
    const [wind] = project.calls().filter(({ as, heard }) => as === 'wind' && heard.includes('Second?'));
    expect(wind?.heard).toContain('CANARY-ONE');
    expect(project.calls().filter(({ heard }) => heard.includes('CANARY-TWO'))).toEqual([]);
  });

  it('reaches only the seats that are named', async () => {
    await hold();
    expect(await ask('--seat', 'Wall', '--seat', 'door', '--author', 'Wind', QUESTION)).toMatchObject({
      answers: [{ seat: 'wall' }, { seat: 'door' }],
    });
    expect((await project.call(['show', 'd'])).stdout).toContain('Follow-up question by Wind, from outside the seats');
  });

  it.runIf(inCampaign)('is read from standard input, in any script', async () => {
    await hold();
    const words = 'なぜですか？ لماذا؟';
    const { code } = await project.run(['ask', 'd', '--json', '--seat', 'wall'], { stdin: words });
    expect(code).toBe(0);
    expect(late()[0]).toMatchObject({ data: { content: { text: words } } });
  });

  it.each([
    ['empty', ['  \n\u200b'], /The question is empty/],
    ['too long', ['x'.repeat(20_001)], /the limit is 20000/],
    ['with a secret', [`Is ghp_${'a1B2'.repeat(9)} ours?`], /looks like it contains/],
    ['to a seat that is not there', ['--seat', 'judge', QUESTION], /has no seat/],
  ])('that is %s is refused, and nothing is recorded', async (_, args, message) => {
    await hold();
    const { code, error } = await ask(...args);
    expect([code, JSON.stringify(error)]).toEqual([2, expect.stringMatching(message)]);
    expect(late()).toEqual([]);
  });

  it('says who would be asked and what it would take, and records nothing', async () => {
    configureFakes();
    await hold();
    const { code, stdout } = await project.call(['ask', 'd', '--dry-run', QUESTION]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/Wall: wall[\s\S]*3 calls[\s\S]*Estimate: /)]);
    expect(late()).toEqual([]);
  });
});

describe('a debate', () => {
  it('that is open is asked nothing', async () => {
    await project.call(['open', '--id', 'd', 'Should we?']);
    const { code, error } = await ask(QUESTION);
    expect([code, JSON.stringify(error)]).toEqual([2, expect.stringContaining('the debate is not over')]);
  });

  it('that a limit has stopped is asked nothing until it is closed', async () => {
    configureFakes();
    await project.call(['run', '-q', '--id', 'd', '--max-tokens', '1', 'Should we?']);
    expect(await ask(QUESTION)).toMatchObject({ code: 2, error: { code: 'not-active' } });
    await project.call(['close', 'd', 'We go.']);
    expect(await ask(QUESTION)).toMatchObject({ code: 5, error: { code: 'limit-reached' } });
    expect(await ask('--max-tokens', '100000', QUESTION)).toMatchObject({ code: 0 });
  });

  it('that was ended by force can be asked', async () => {
    configureFakes();
    await project.call(['run', '-q', '--id', 'd', '--max-tokens', '1', 'Should we?']);
    await project.call(['kill', 'd', 'enough']);
    expect(await ask('--max-tokens', '100000', QUESTION)).toMatchObject({ code: 0, run: 'closed' });
    expect(await project.shown('d')).toMatchObject({ status: 'force-closed', outcome: 'force-closed' });
  });

  it('whose seats are people has nobody to ask', async () => {
    await project.call(['open', '--id', 'd', 'Should we?']);
    await project.call(['close', 'd', 'We go.']);
    expect(await ask(QUESTION)).toMatchObject({ code: 4, error: { code: 'no-agents' } });
    expect(await ask('--seat', 'wall', QUESTION)).toMatchObject({ code: 4, error: { code: 'no-agents' } });
  });

  it.runIf(inCampaign)('of any format can be asked', async () => {
    const held = [
      ['check', '--rehearse', '-q', '--id', 'c', 'Should we?'],
      ['run', '--rehearse', '-q', '-F', 'oxford', '--id', 'o', 'Cats are better.'],
      ['run', '--rehearse', '-q', '-F', 'panel', '--id', 'p', 'Should we?'],
      ['run', '--rehearse', '-q', '-F', 'asymmetric', '--id', 'a', 'Should we?'],
      ['plan', '--rehearse', '-q', '--id', 'l', 'Move to Go'],
    ];
    for (const args of held) {
      await project.call(args);
      const { code, stdout } = await project.call(['ask', args.at(-2) ?? '', '--json', QUESTION]);
      const { answers } = JSON.parse(stdout) as Answers;
      expect([args[0], code, answers.length > 1, answers.every(({ text }) => text !== null)]).toEqual([
        ...[args[0], 0, true, true],
      ]);
      expect(await project.call(['verify', args.at(-2) ?? ''])).toMatchObject({ code: 0 });
    }
  });

  it.runIf(inCampaign)('loses the question and the answers to a redaction, and every copy of them', async () => {
    configureFakes();
    await hold();
    await ask('QUESTIONCANARY?');
    for (const { seq } of late()) await project.call(['redact', 'd', '--event', `${seq}`, '--reason', 'private']);
    const documents = ['octave', 'markdown', 'html', 'json'].map(
      async (format) => (await project.call(['export', 'd', '--format', format])).stdout,
    );
    expect([project.ledgers.text('d'), ...(await Promise.all(documents))].join('\n')).not.toMatch(/CANARY/);
    expect(await project.call(['verify', 'd'])).toMatchObject({ code: 0 });
    const { entries } = await project.shown('d');
    expect(entries.filter(({ kind }) => kind.startsWith('follow-up'))).toMatchObject(
      Array(4).fill({ text: null, redaction: 'private' }),
    );
  });

  it('can be forked and continued all the same, and no seat of either learns what was asked', async () => {
    configureFakes();
    await hold();
    await ask('FORKCANARY?');
    expect(await project.call(['fork', 'd', '--id', 'f', '-q'])).toMatchObject({ code: 0 });
    expect(project.events('f').some(({ type }) => type.startsWith('follow-up'))).toBe(false);
  });
});

describe('a seat', () => {
  it.runIf(inCi)('that fails is shown as such, and the others are heard', async () => {
    configureFakes();
    await hold();
    configureFakes({ fail: 'It is broken.' });
    expect(await ask(QUESTION)).toMatchObject({
      code: 3,
      answers: [{ seat: 'wind' }, { seat: 'wall', text: null, problem: expect.any(String) }, { seat: 'door' }],
    });
    expect(await project.shown('d')).toMatchObject({ authority: { full: true, failed: [] } });
    const { stdout } = await project.call(['show', 'd']);
    expect(stdout).toMatch(/✗ Wall \(wall\)/);
    expect(await project.call(['resume', 'd'])).toMatchObject({ code: 0 });
    expect(late()).toHaveLength(4);
  });

  it('whose agent is not configured any more is a seat that failed', async () => {
    configureFakes();
    await hold();
    project.configure({ agents: { wind: project.seat('wind'), door: project.seat('door') }, agentRetries: 0 });
    expect(await ask(QUESTION)).toMatchObject({
      code: 3,
      answers: [{}, { problem: expect.stringContaining('no agent "wall" any more') }, {}],
    });
  });

  it('alone that fails gives exit code 4', async () => {
    configureFakes();
    await hold();
    configureFakes({ fail: 'It is broken.' });
    expect(await ask('--seat', 'wall', QUESTION)).toMatchObject({ code: 4 });
  });
});

describe('an answer', () => {
  it.runIf(inCi)('that would take more than is allowed is not asked for', async () => {
    configureFakes();
    await hold();
    const refused = await ask('--max-tokens', '10', QUESTION);
    expect(refused).toMatchObject({ code: 5, error: { code: 'limit-reached' } });
    expect(late()).toEqual([]);
    expect(await ask('--max-usd', '0.001', QUESTION)).toMatchObject({ code: 5 });
    expect(await ask('--max-usd', '1', QUESTION)).toMatchObject({ code: 0 });
  });

  it.runIf(inCampaign)('that a stopped program owes is asked for by resume, and no other one again', async () => {
    const until = project.path('go');
    configureFakes();
    await hold();
    configureFakes({ until });
    const asking = project.start(['ask', 'd', '--log', QUESTION]);
    await asking.says('stderr', 'Follow-up, Door: recorded');
    await asking.says('stderr', 'Follow-up, Wind: recorded');
    const watching = project.start(['watch', 'd', '--events']);
    await watching.says('stdout', 'Wall answers');
    asking.child.kill('SIGINT');
    const { code, stderr } = await asking.finished;
    expect([code, stderr]).toEqual([130, expect.stringContaining('debate-hall resume d')]);
    expect(stderr).toContain('the follow-up stopped: cancelled');
    expect(await watching.finished).toMatchObject({ code: 0, stdout: expect.stringContaining('"run-ended"') });
    const shown = await project.call(['show', 'd']);
    expect(shown.stdout).toContain('No answer from Wall.');
    fs.writeFileSync(until, '');
    expect(await project.call(['resume', 'd', '--log'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('the follow-up is over'),
    });
    expect(late().map(({ type }) => type)).toEqual(['follow-up-asked', ...Array(3).fill('follow-up-answered')]);
    expect(linesOf((await watching.finished).stdout).map(({ type }) => type)).toContain('seat-started');
  });

  it.runIf(inCampaign)('is ended from elsewhere without the decision', async () => {
    const until = project.path('go');
    configureFakes();
    await hold();
    await project.call(['outcome', 'd', 'right']);
    const before = await project.shown('d');
    configureFakes({ until });
    const asking = project.start(['ask', 'd', '--log', QUESTION]);
    await asking.says('stderr', 'Follow-up, Door: recorded');
    await asking.says('stderr', 'Follow-up, Wind: recorded');
    expect(await project.call(['kill', 'd', '--author', 'ann', 'It takes too long.'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^#\d+ follow-up-failed\n$/),
      stderr: expect.stringContaining('Only the question after the end was ended; the debate stays as it was.'),
    });
    const { code, stdout, stderr } = await asking.finished;
    expect([code, stderr]).toEqual([3, expect.not.stringContaining('debate-hall resume d')]);
    expect(stdout).toContain('ann ended the question: It takes too long.');
    const { status, outcome, hindsight } = before;
    expect(await project.shown('d')).toMatchObject({ status, outcome, hindsight });
    expect(late().map(({ type }) => type)).toEqual([
      ...['follow-up-asked', 'follow-up-answered', 'follow-up-answered', 'follow-up-failed'],
    ]);
    expect(await project.call(['kill', 'd', 'enough'])).toMatchObject({
      stdout: expect.stringContaining('force-closed'),
    });
  });

  it.runIf(inCampaign)('that a killed program owes is asked for by resume', async () => {
    const until = project.path('go');
    configureFakes();
    await hold();
    configureFakes({ until });
    const asking = project.start(['ask', 'd', '--log', '--seat', 'wall', QUESTION]);
    await asking.says('stderr', 'Wall answers');
    asking.child.kill('SIGKILL');
    await asking.finished;
    fs.writeFileSync(until, '');
    // In a database the claim of a program that was killed lasts a little longer than the program.
    const resume = async () => (await project.run(['resume', 'd', '-q'])).code;
    await expect.poll(resume, { timeout: 60_000 }).toBe(0);
    expect(late()).toHaveLength(2);
  });

  it.runIf(inCampaign)('nobody owes any more once something else was asked', async () => {
    const until = project.path('go');
    configureFakes();
    await hold();
    configureFakes({ until });
    const asking = project.start(['ask', 'd', '--log', '--seat', 'wall', 'First?']);
    await asking.says('stderr', 'Wall answers');
    expect(await ask('Second?')).toMatchObject({ code: 2, error: { code: 'already-running' } });
    asking.child.kill('SIGINT');
    await asking.finished;
    configureFakes();
    expect(await ask('--seat', 'wind', 'Second?')).toMatchObject({ code: 0 });
    expect(await project.call(['resume', 'd', '-q'])).toMatchObject({ code: 0 });
    expect(late()).toHaveLength(3);
  });
});

describe('one agent in passing', () => {
  // Of several lines, as code and lists are.
  const ANSWER = 'It takes 40 minutes.\n\n- Build: 30\n- Tests: 10';
  const ONE = { as: 'one', say: { speak: ANSWER } };

  const QUESTION = 'How long does a build take?';
  const ask = async (...more: string[]) => await project.call(['ask', '--agent', 'one', ...more, QUESTION]);

  beforeEach(() => {
    project.configure({ agents: { one: project.seat('one', ONE) }, seats: { wind: 'one', wall: 'one', door: 'one' } });
    project.write('notes.md', 'NOTECANARY');
  });

  it.each([
    ['with a record', [], 1],
    ['without one', ['--no-record'], 0],
  ])('answers with the material that it was given, %s', async (_, flags, records) => {
    const { code, stdout } = await ask('--context', 'notes.md', ...flags);
    expect([code, stdout]).toEqual([0, `${ANSWER}\n`]);
    const [call] = project.calls();
    expect(call?.heard).toMatch(/<<<\w{16} document notes\.md>>>\nNOTECANARY\n<<<end/);
    expect(project.ledgers.ids()).toHaveLength(records);
    const json = JSON.parse((await ask('--json', ...flags)).stdout);
    expect(json).toMatchObject({ agent: { agent: 'one' }, answer: ANSWER, contextLeftOut: [] });
    expect(typeof json.threadId).toBe(records === 1 ? 'string' : 'undefined');
    expect(project.ledgers.ids()).toHaveLength(2 * records);
  });

  it.runIf(inCampaign)(
    'is a debate of its own kind, which every command knows, and never a past decision',
    async () => {
      const { threadId } = JSON.parse((await ask('--context', 'notes.md', '--json')).stdout);
      const call = async (...args: string[]) => (await project.call(args)).stdout;
      expect(JSON.parse(await call('list', '--json'))).toMatchObject([{ threadId, format: 'ask', outcome: 'decided' }]);
      expect(await call('show', threadId)).toContain('It takes 40 minutes.');
      expect(await call('search', 'minutes')).toContain(threadId);
      expect(await call('verify', threadId)).toMatch(/^ok /);
      for (const format of ['markdown', 'html', 'json', 'octave']) {
        expect(await call('export', threadId, '--format', format)).toContain('It takes 40 minutes.');
      }
      expect(JSON.parse(await call('recall', '--json', QUESTION))).toEqual([]);
      await project.call(['run', '-q', '--id', 'd', '--recall', QUESTION]);
      expect((await project.shown('d')).context.map(({ source }) => source)).toEqual([]);
      // Another question goes to the same agent, with what was said before.
      expect(await call('ask', threadId, 'Why?')).toContain('It takes 40 minutes.');
      expect(project.calls().at(-1)?.heard).toContain(QUESTION);
      const turn = project.events(threadId).find(({ type }) => type === 'turn-recorded');
      const redacting = await project.call(['redact', threadId, '--event', `${turn?.seq}`, '--reason', 'a name']);
      expect(redacting.code, redacting.stderr).toBe(0);
      expect(await call('show', threadId, '--json')).toMatch(/"redaction": ?"a name"/);
      expect((await project.call(['delete', threadId, '--yes'])).code).toBe(0);
      expect(project.ledgers.ids()).toEqual(['d']);
    },
  );

  it.each([[['--dry-run']], [['--dry-run', '--no-record']]])('is only planned with %j', async (flags) => {
    const { code, stdout } = await ask(...flags);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Would open \S+ \(ask, standard\) and make 1 call\./)]);
    expect(project.calls()).toEqual([]);
    expect(project.ledgers.ids()).toEqual([]);
  });

  it.each([
    ['a debate and an agent', ['--agent', 'quick', 'd', 'Why?']],
    ['a seat and an agent', ['--agent', 'quick', '--seat', 'wall', 'Why?']],
    ['context for a debate', ['d', '--context', 'notes.md', 'Why?']],
    ['nobody', []],
    ['events that nobody records', ['--agent', 'quick', '--no-record', '--events', 'Why?']],
    ['limits that nobody counts', ['--agent', 'quick', '--no-record', '--max-tokens', '5', 'Why?']],
    ['an author of no record', ['--agent', 'quick', '--author', 'Ada', 'Why?']],
    ['no record of a question to a debate', ['--no-record', 'd', 'Why?']],
    ['a person', ['--agent', 'human', 'Why?']],
    ['a secret', ['--agent', 'quick', `Is ghp_${'a1B2'.repeat(9)} ours?`]],
    ['an empty question', ['--agent', 'quick', ' ']],
    ['an agent that is not there', ['--agent', 'nobody', 'Why?']],
    ['a file that is not there', ['--agent', 'quick', '--context', 'none.md', 'Why?']],
  ])('is not asked with %s', async (_, args) => {
    project.configure({ agents: { quick: quickRehearsal } });
    const { code, stdout, stderr } = await project.call(['ask', ...args]);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/error: [\s\S]*next: /)]);
  });

  it('that fails gives exit code 4, and is asked again by resume', async () => {
    project.configure({ agents: { one: project.seat('one', { fail: 'It is broken.' }) }, agentRetries: 0 });
    expect(await ask('--no-record')).toMatchObject({ code: 4, stdout: '' });
    const { code, stdout, stderr } = await ask();
    expect([code, stdout]).toEqual([4, '']);
    expect(stderr).toMatch(/next: {2}Resume to ask again, [^.]+\. Resume it with "debate-hall resume /);
    const [, id = ''] = /debate-hall resume ([\w-]+)/.exec(stderr) ?? [];
    project.configure({ agents: { one: project.seat('one', ONE) } });
    expect(await project.call(['resume', id, '-q'])).toMatchObject({ code: 0 });
    expect((await project.call(['show', id])).stdout).toContain('It takes 40 minutes.');
  });
});
