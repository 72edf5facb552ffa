// `debate-hall check` and the kinds of questions from outside: independent answers, what they come to, and the exit code.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProject, type Held, type Project } from '../support/project.ts';

const QUESTION = 'Should we?';
const SPLIT = 6;

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.dispose());

/** Fills seat-1, seat-2 … with agents that hold these answers. */
function hold(...held: readonly (string | Held)[]): void {
  const agents = held.map((each, index) => {
    const name = `agent-${'abcdefg'[index]}`;
    return [name, project.holder(name, typeof each === 'string' ? { answer: each } : each)] as const;
  });
  project.configure({
    agents: Object.fromEntries(agents),
    seats: Object.fromEntries(agents.map(([name], index) => [`seat-${index + 1}`, name])),
    agentRetries: 0,
  });
}

const check = (...args: string[]) => project.call(['check', '--id', 'c', ...args]);

describe('a check', () => {
  it('exits with 0 when all answers are the same, and asks each seat once', async () => {
    hold('Yes', 'yes', 'Yes.');
    const { code, stdout, stderr } = await check(QUESTION);
    expect(code).toBe(0);
    expect(stdout).toContain('> Yes, agreed from the start. Openings 3 to 0.');
    expect(stderr).toMatch(/Outcome +Yes, agreed from the start\. Openings 3 to 0\./);
    expect(project.calls().map(({ act }) => act)).toEqual(['opening', 'opening', 'opening']);
    expect(await project.shown('c')).toMatchObject({ format: 'check', outcome: 'agreed', decision: null });
    expect((await project.call(['verify', 'c'])).code).toBe(0);
  });

  it('exits with 6 when one differs, and shows answer, confidence and claims of each seat', async () => {
    hold({ answer: 'Yes', confidence: 55 }, { answer: 'No', confidence: 90 }, 'Yes');
    const { code, stdout } = await check(QUESTION);
    expect(code).toBe(SPLIT);
    expect(stdout).toContain('> Yes, by majority. Openings 2 to 1.');
    expect(stdout).toContain('| Seat 1 | Yes, 55% |');
    expect(stdout).toContain('| Seat 2 | No, 90% |');
    expect(stdout).toContain('- C2, Seat 2: agent-b counted');
    const record = await project.shown('c');
    expect(record).toMatchObject({ outcome: 'majority', result: { data: { answer: 'Yes' } } });
    expect(record.outcomeMeaning).toContain('Two of three seats answer Yes; Seat 2 answers No.');
  });

  it('says with -q that it is by majority, also where each answer is close to the one that stands', async () => {
    hold('55%', '45%', '50%');
    const { code, stdout } = await check('-q', '--answer', 'probability', 'How likely is it?');
    expect([code, stdout]).toEqual([SPLIT, expect.stringMatching(/^> 50%, by majority\./)]);
  });

  it('has no majority when all differ, or when the most frequent answer has half', async () => {
    hold('Rust', 'Go', 'none of these');
    expect((await check('--options', 'Rust,Go', 'Which?')).code).toBe(SPLIT);
    expect(await project.shown('c')).toMatchObject({
      outcome: 'not-settled',
      outcomeMeaning: expect.stringContaining('1 of 3 Rust, 1 of 3 Go, 1 of 3 None of these'),
      result: { data: { answer: null } },
    });
    hold('Rust', 'Rust', 'Go', 'none of these');
    const four = await project.call(['check', '--id', 'four', '--seats', '4', '--options', 'Rust,Go', 'Which?']);
    expect(four.code).toBe(SPLIT);
    expect((await project.shown('four')).outcome).toBe('not-settled');
  });

  it('settles nothing when the seats cannot say, or answer in words', async () => {
    hold('not enough to say', 'not enough to say', 'not enough to say');
    expect((await check(QUESTION)).code).toBe(SPLIT);
    const unsure = await project.shown('c');
    expect(unsure).toMatchObject({
      outcome: 'not-settled',
      outcomeMeaning: expect.stringContaining('3 of 3 Not enough to say'),
    });
    hold('Do it slowly', 'Do it slowly', 'Do it slowly');
    const words = await project.call(['check', '--id', 'words', 'What now?']);
    expect(words.code).toBe(SPLIT);
    expect(words.stdout).toContain('3 answers in words, which no rule compares');
    expect(words.stdout).toContain('- **Seat 2**, 70%: Do it slowly');
    expect((await project.shown('words')).outcome).toBe('not-settled');
  });

  it('compares numbers by their ranges and probabilities by ten points', async () => {
    hold('10 (8 to 12)', '11 (9 to 13)', '9 (8 to 12)');
    expect((await check('How many servers do we need?')).code).toBe(0);
    hold('40', '45', '70');
    const far = await project.call(['check', '--id', 'far', 'How likely is it?']);
    expect(far.code).toBe(SPLIT);
  });

  const one = { answer: 'Yes', confidence: 95 };
  const other = { answer: 'No', confidence: 30 };
  const order = (answer: string, confidence: number) => ({ answer, confidence });
  it.each<[string, readonly Held[], readonly string[], heads: string, weighed: string]>([
    [
      'one sure seat',
      [one, other, other],
      [QUESTION],
      'No, by majority. Openings 2 to 1.',
      'Yes, by majority. Openings by weight 95 to 60.',
    ],
    [
      'a tie by weight',
      [order('Yes', 60), other, other],
      [QUESTION],
      'No, by majority. Openings 2 to 1.',
      'Not settled. No answer has a majority: openings by weight 60 of 120 Yes, 60 of 120 No.',
    ],
    [
      'one answer',
      [one, one, one],
      [QUESTION],
      'Yes, agreed from the start. Openings 3 to 0.',
      'Yes, agreed from the start. Openings by weight 285 to 0.',
    ],
    [
      'rankings',
      [order('Go > C', 90), order('C > Go', 30), order('C > Go', 30)],
      ['--answer', 'ranking', '--options', 'Go,C', 'Order?'],
      "C > Go, by majority. Openings 2 to 1, by Borda's count C > Go.",
      "Go > C, by majority. Openings by weight 90 to 60, by Borda's weighted count Go > C.",
    ],
    [
      'numbers',
      [order('3', 90), order('5', 30), order('7', 30)],
      ['How many days?'],
      'Not settled. No answer has a majority: openings 3, 5, 7; median 5, from 3 to 7.',
      '3, by majority. Openings 3, 5, 7, weighted median 3, from 3 to 7.',
    ],
  ])('counts by confidence only where that is asked for, and says so: %s', async (_, held, args, heads, weighed) => {
    hold(...held);
    await check(...args);
    const { stdout } = await project.call(['check', '--id', 'weighed', '--weigh', 'confidence', ...args]);
    expect.soft((await project.call(['show', 'c'])).stdout).toContain(heads);
    expect.soft(stdout).toContain(weighed);
    expect.soft((await project.shown('weighed')).outcomeMeaning).toContain('weighted by confidence');
    expect.soft((await project.call(['export', 'weighed', '-F', 'octave'])).stdout).toMatch(/VOTES::\d,WEIGHT::\d\d+,/);
    expect.soft((await project.call(['export', 'c', '-F', 'octave'])).stdout).not.toContain('WEIGHT::');
  });

  it('lets no seat hear another', async () => {
    hold('Yes', 'No', 'Yes');
    await check(QUESTION);
    for (const { as, heard } of project.calls())
      for (const other of ['agent-a', 'agent-b', 'agent-c']) if (other !== as) expect(heard).not.toContain(other);
  });

  it('has 1 to 12 seats, as many as agents are listed', async () => {
    hold('Yes', 'Yes', 'Yes');
    expect((await check('--agents', 'agent-a,agent-b', QUESTION)).code).toBe(0);
    expect((await project.shown('c')).seats.map(({ agent }) => agent.agent)).toEqual(['agent-a', 'agent-b']);
    for (const seats of ['0', '13']) {
      const refused = await project.call(['check', '--seats', seats, QUESTION]);
      expect(refused).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr).toContain('seats');
    }
  });
});

describe('the kind of a question', () => {
  const planned = async (...args: string[]) => {
    const { stdout } = await project.call(['run', '--rehearse', '--dry-run', '--json', ...args]);
    return JSON.parse(stdout).question;
  };

  it('is what flags say, else what the form of the topic says', async () => {
    expect(await planned(QUESTION)).toEqual({ answer: 'yes-no', byForm: true });
    expect(await planned('What now?')).toEqual({ answer: 'text', byForm: true });
    expect(await planned('--answer', 'probability', 'What now?')).toEqual({ answer: 'probability' });
    const choice = { answer: 'choice', options: ['Rust', 'Go', 'neither'] };
    expect(await planned('--options', 'Rust, Go,neither', QUESTION)).toEqual(choice);
    expect(await planned('--recipe', 'quick', QUESTION)).toBeUndefined();
    const { stdout } = await project.call(['run', '--rehearse', '--dry-run', '--options', 'Rust,Go', QUESTION]);
    expect(stdout).toContain('Question: choice of Rust, Go.\n');
  });

  it.each([
    [['--options', 'Rust', QUESTION], 'needs 2 to 20 options'],
    [['--options', 'Rust,Rust', QUESTION], 'given twice'],
    [['--options', 'Rust,rust', QUESTION], 'differ only in case, accents or punctuation'],
    [['--options', 'Rust.,Rust', QUESTION], 'differ only in case, accents or punctuation'],
    [['--options', 'Café,Cafe,Tea', QUESTION], 'differ only in case, accents or punctuation'],
    [['--options', '10-20,10–20', QUESTION], 'differ only in case, accents or punctuation'],
    [['--options', '(A),A', QUESTION], 'differ only in case, accents or punctuation'],
    [['--options', '4 GB,4GB', QUESTION], 'differ only in case, accents or punctuation'],
    [['--options', 'カ,ｶ', QUESTION], 'differ only in case, accents or punctuation'],
    [['--options', 'Rust,***', QUESTION], 'has no word'],
    [['--answer', 'ranking', '--options', 'A > B,C', QUESTION], 'contains ">"'],
    [['--answer', 'yes-no', '--unit', 'days', QUESTION], 'Only a number has a unit'],
    [['--unit', 'million', QUESTION], 'is a part of a number'],
    [['--unit', '5 days', QUESTION], 'cannot be a unit'],
    [['--options', 'Rust,,Go', QUESTION], 'is empty'],
    [['--answer', 'ranking', QUESTION], 'needs options'],
    [['--answer', 'number', '--options', 'Rust,Go', QUESTION], 'takes no options'],
    [['--recipe', 'quick', '--answer', 'number', QUESTION], 'asks no seat for its own answer'],
    [['--recipe', 'quick', '--gate', 'on', QUESTION], 'The gate compares openings'],
    [['--answer', 'maybe', QUESTION], 'Choose from'],
  ])('is refused with what to do: %j', async (args, words) => {
    const { code, stderr } = await project.call(['run', '--rehearse', ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
    expect((await project.call(['list', '--json'])).stdout.trim()).toBe('[]');
  });

  it('and the gate can come from configuration', async () => {
    project.configure({ formats: { 'wind-wall-door': { gate: 'challenge', weigh: 'confidence' } } });
    const { stdout } = await project.call(['run', '--rehearse', '--dry-run', '--json', QUESTION]);
    expect(JSON.parse(stdout).options).toMatchObject({ gate: 'challenge', weigh: 'confidence' });
    const off = await project.call(['run', '--rehearse', '--dry-run', '--json', '--gate', 'off', QUESTION]);
    expect(JSON.parse(off.stdout).options).toMatchObject({ gate: 'off', weigh: 'confidence' });
    // It is for debates that have openings.
    const quick = await project.call(['run', '--rehearse', '--dry-run', '--json', '--recipe', 'quick', QUESTION]);
    expect(JSON.parse(quick.stdout).options).toMatchObject({ openings: false, gate: 'off' });
  });
});

describe('a debate with manual turns', () => {
  const due = async (...args: string[]) => {
    const { stdout } = await project.call(['open', '--json', ...args, QUESTION]);
    const { threadId, options } = JSON.parse(stdout);
    return { options, shown: (await project.call(['show', threadId])).stdout };
  };

  it('keeps its course, also where the configuration names a recipe with openings', async () => {
    expect((await due()).shown).toContain('Next: Wind speaks.');
    project.configure({ recipe: 'standard' });
    const { options, shown } = await due();
    expect(shown).toContain('Next: Wind speaks.');
    expect(options).toMatchObject({ openings: false, gate: 'off', ballot: false, consensus: true });
  });

  it('begins with openings where somebody asks for them', async () => {
    const first = 'Next: Wind gives an opening';
    expect((await due('--options', 'Rust,Go')).shown).toContain(first);
    expect((await due('--answer', 'yes-no')).shown).toContain(first);
    expect((await due('--gate', 'on')).shown).toContain(first);
    expect((await due('--recipe', 'standard')).shown).toContain(first);
  });
});
