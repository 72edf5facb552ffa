// What a seat thinks by itself, from the command line: asked before and after, kept as data, and never shown early.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/domain/failures/exit-codes.ts';
import { inCi } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.dispose());

async function ok(...args: string[]) {
  const done = await project.call(args);
  expect([args.join(' '), done.code, done.stderr]).toEqual([args.join(' '), 0, expect.not.stringContaining('error:')]);
  return done;
}

const say = async (seat: string, ...words: string[]) => await ok('say', 'd', '--seat', seat, '--', ...words);
const point = (text: string) =>
  JSON.stringify({
    points: [{ point: text, target: null, action: 'agree', reason: 'it holds', resolution: null }],
  });

describe('two sides that convince each other and change places', () => {
  const exchange = async () => {
    await say('experienced', '1. Yes: migrate this year.');
    await say('fresh', '1. No: do not migrate this year.');
    await say('experienced', point('Nobody has measured the load: right, I now say no.'));
    await say('fresh', point('The licence ends in December: right, I now say yes.'));
  };

  it('do not agree: their final answers differ', async () => {
    const options = ['-o', 'ballot=true', '-o', 'openings=true'];
    await ok('open', '--id', 'd', '--format', 'asymmetric', ...options, 'Should we migrate to Postgres this year?');
    await say('experienced', 'Yes, 80%\n- The licence ends in December');
    await say('fresh', 'No, 70%\n- Nobody has measured the load');
    await exchange();
    await say('experienced', 'No, 60%\nMoved by: C2');
    await say('fresh', 'Yes, 60%\nMoved by: C1');
    expect((await project.call(['resume', 'd'])).code).toBe(EXIT.disagreement);
    const { outcome, result } = await project.shown('d');
    expect(outcome).toBe('not-settled');
    expect(result?.data).toMatchObject({
      answer: null,
      moved: [
        { seat: 'experienced', from: 'Yes', to: 'No', cited: true },
        { seat: 'fresh', from: 'No', to: 'Yes', cited: true },
      ],
    });
  });

  it('are not said to agree where nobody asks for their final answers', async () => {
    await ok('open', '--id', 'd', '--format', 'asymmetric', 'Should we migrate to Postgres this year?');
    await exchange();
    expect((await project.call(['resume', 'd'])).code).toBe(EXIT.disagreement);
    const { outcome, outcomeMeaning } = await project.shown('d');
    expect(outcome).toBe('not-settled');
    expect(outcomeMeaning).toContain('no side was asked for its final answer');
    await ok('verify', 'd');
  });
});

it('a rejection stays a vote when a person closes over it, about whose decision nobody was asked', async () => {
  await ok('open', '--id', 'd', '-o', 'consensus=true', '-o', 'rounds=1', 'Tea or coffee for the office?');
  await say('wind', '- **Tea**: bet\n- **Coffee**: else\n\nWhich is it?');
  await say('wall', '[VERDICT] SOUND - Tea holds.\n\n1. [EVIDENCE] given.');
  await say('door', '1. **Decision.** Coffee.\n2. The tension is x.');
  await say('wind', 'VOTE: APPROVE\n\n- ok');
  await say('wall', 'VOTE: REJECT\n\n- Coffee breaks the constraint.');
  await ok('close', 'd', 'We take coffee.');
  expect(await project.shown('d')).toMatchObject({
    outcome: 'closed-manually',
    endedBy: expect.any(String),
    dissent: [],
  });
  const shown = (await ok('show', 'd')).stdout;
  expect(shown).toContain('Coffee breaks the constraint.');
  expect(shown).not.toContain('without a vote');
  expect((await ok('export', 'd', '--format', 'octave')).stdout).toMatch(/Coffee breaks[\s\S]*DISSENT::\[\]/);
});

describe('a debate of a closed question', () => {
  const STANDARD = ['--recipe', 'standard', '--options', 'Rust,Go'];

  beforeEach(async () => {
    await ok('open', '--id', 'd', ...STANDARD, 'Which language for the new service?');
  });

  async function debate(decision = 'Rust') {
    await say('wind', 'Rust, 70%\n- It is safe');
    await say('wall', 'Go, 60%\n- We know it');
    await say('door', 'Rust, 55%\n- It is fast');
    await say('wind', '- **Rust**: bet\n- **Go**: else\n\nWhich is it?');
    await say('wall', '[VERDICT] SOUND - Rust holds.\n\n1. [EVIDENCE] given.');
    await say('door', `ANSWER: ${decision}\n\n1. **Decision.** ${decision}.\n2. The tension is x.`);
  }

  it('is not settled where most end with another answer than most began with, and name no claim', async () => {
    await debate();
    await say('wind', 'Go, 60%\nVote: accept');
    await say('wall', 'Go, 70%\nVote: accept');
    await say('door', 'Rust, 60%\nVote: own');
    expect((await project.call(['resume', 'd'])).code).toBe(EXIT.disagreement);
    expect(await project.shown('d')).toMatchObject({
      outcome: 'not-settled',
      outcomeMeaning: expect.stringContaining('2 of 3 Go, 1 of 3 Rust'),
      result: { data: { answer: null, openings: { majority: 'Rust' }, ballot: { majority: 'Go' } } },
    });
  });

  it('says at every door that the text gives another answer than the one that stands, and shows it as no decision', async () => {
    await debate('Go');
    for (const [seat, answer] of [
      ['wind', 'Rust'],
      ['wall', 'Go'],
      ['door', 'Rust'],
    ])
      await say(seat as string, `${answer}, 60%\nVote: accept`);
    await say('door', '1. **Decision.** Use Go anyway.\n\nANSWER: Go');
    expect((await project.call(['resume', 'd'])).code).toBe(EXIT.ok);
    const words = 'There is no decision in words for Rust: the last text of Door (event 10) gives Go.';
    const record = await project.shown('d');
    expect(record).toMatchObject({ outcome: 'majority', decision: null, result: { data: { answer: 'Rust' } } });
    expect(record.outcomeMeaning).toContain(words);
    for (const [command, ...flags] of [
      ['show'],
      ...['markdown', 'octave', 'json', 'adr', 'html'].map((each) => ['export', '--format', each]),
    ]) {
      const { stdout } = await ok(command as string, 'd', ...flags);
      expect([command, ...flags, stdout.replace(/\s+/g, ' ').includes(words)]).toEqual([command, ...flags, true]);
    }
    await ok('verify', 'd');
  });

  it('has each answer before and after as data, with who moved and by which claim', async () => {
    await debate();
    await say('wind', 'Rust, 80%\nVote: own');
    await say('wall', 'Rust, 60%\nMoved by: C1\nVote: accept');
    await say('door', 'Rust, 60%\nVote: own');
    expect((await project.call(['resume', 'd'])).code).toBe(EXIT.ok);
    const { outcome, result, question } = await project.shown('d');
    expect({ outcome, question }).toEqual({
      outcome: 'accepted',
      question: { answer: 'choice', options: ['Rust', 'Go'] },
    });
    expect(result?.data).toMatchObject({
      answer: 'Rust',
      reason: 'same-in-the-end',
      openings: {
        counts: [
          { answer: 'Rust', votes: 2 },
          { answer: 'Go', votes: 1 },
        ],
      },
      ballot: { unanimous: true },
      moved: [{ seat: 'wall', from: 'Go', to: 'Rust', cited: true }],
    });
    await ok('verify', 'd');
  });

  it('shows no opening at any door before all are there', async () => {
    await say('wind', 'Rust, 71%\n- SECRET claim');
    for (const door of [
      ['show', 'd'],
      ['show', 'd', '--json'],
      ['list', '--json'],
      ['stats', 'd', '--json'],
      ['search', 'SECRET'],
      ['export', 'd', '--format', 'markdown'],
      ['export', 'd', '--format', 'octave'],
      ['export', 'd', '--format', 'json'],
    ]) {
      const { stdout, stderr } = await project.call(door);
      const all = `${stdout}${stderr}`.replace('search SECRET', '');
      expect([door.join(' '), all.includes('SECRET claim'), /71 ?%|:71\b/.test(all)]).toEqual([
        door.join(' '),
        false,
        false,
      ]);
    }
  });

  const openAs = async (...people: readonly string[]) => {
    for (const [index, seat] of ['wind', 'wall', 'door'].entries())
      await ok('say', 'd', '--seat', seat, '--author', people[index] ?? '', '--', 'Go, 90%\n- We know it');
    expect((await project.call(['resume', 'd'])).code).toBe(EXIT.ok);
    return await project.shown('d');
  };

  it('ends after the openings where they agree', async () => {
    const { authority, ...record } = await openAs('Ada', 'Bob', 'Cy');
    expect(record).toMatchObject({ outcome: 'agreed', decision: null, calls: 0, result: { data: { answer: 'Go' } } });
    expect(authority).not.toHaveProperty('oneSpeaker');
    expect((await ok('show', 'd')).stdout).toContain(
      'Wind open (manual turns: Ada) · Wall open (manual turns: Bob) · Door open (manual turns: Cy)',
    );
  });

  it.runIf(inCi).each([
    [['Ada', 'Ada', 'Ada'], 'Ada spoke for Wind, Wall and Door'],
    [['Ada', 'Bob', ' ADA'], 'Ada spoke for Wind and Door'],
    [['Ada', 'Bob', 'Bob'], 'Bob spoke for Wall and Door'],
  ])(
    'is not agreed where one person gives the answers of several seats, which each door says: %j',
    async (people, who) => {
      const { outcome, outcomeMeaning, authority, result } = await openAs(...people);
      const seats = who.replace(/^\w+ spoke/, 'One author spoke');
      expect([outcome, outcomeMeaning, result?.headline]).toEqual([
        'accepted',
        `All three seats answer Go. ${seats}, so these are not independent.`,
        'Go: openings 3 to 0',
      ]);
      expect(authority).toMatchObject({ full: true, oneSpeaker: [{ speaker: who.split(' ')[0] }] });
      const note = `${who}, which are not independent opinions`;
      expect((await ok('show', 'd')).stdout).toContain(`full panel, ${note}`);
      for (const format of ['markdown', 'adr', 'octave', 'html'])
        expect((await ok('export', 'd', '--format', format)).stdout).toContain(note);
    },
  );

  it('refuses an answer that is none of the options, with the form that is wanted', async () => {
    const { code, stderr } = await project.call(['say', 'd', '--seat', 'wind', '--', 'Java']);
    expect([code, stderr]).toEqual([EXIT.usage, expect.stringContaining('1 (Rust), 2 (Go)')]);
  });
});
