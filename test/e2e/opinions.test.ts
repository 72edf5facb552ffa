// Openings, ballots and answers as people meet them: given in plain lines, and shown in every view.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inCi } from '../support/campaign.ts';
import { createProject, type Project, quickRehearsal } from '../support/project.ts';

let project: Project;
beforeAll(() => {
  project = createProject();
  project.configure({
    agents: { quick: quickRehearsal, strict: { ...quickRehearsal, vote: 'reject' } },
    seats: { wind: 'quick', wall: 'quick', door: 'quick' },
  });
});
afterAll(() => project.dispose());

const say = async (id: string, seat: string, ...words: string[]) =>
  await project.call(['say', id, '--seat', seat, '--author', `Whoever has ${seat}`, ...words]);
const printed = async (...words: string[]) => (await project.call(words)).stdout;

describe('an opening in plain lines', () => {
  beforeAll(async () => {
    await project.call(['open', '--id', 'lines', '--recipe', 'standard', 'Which is better: Rust, Go or Zig?']);
  });

  it('is refused with the answers and the lines that are wanted', async () => {
    const { stderr, code } = await say('lines', 'wind', 'Whichever');
    expect(code).not.toBe(0);
    expect(stderr).toContain(
      '"Whichever" is not one of the answers 1 (Rust), 2 (Go), 3 (Zig), "none of these", "not enough to say".\n',
    );
    expect(stderr).toContain('Your own answer: 1 Rust, 2 Go, 3 Zig; or "none of these"');
    expect(stderr).toContain('first your answer and how sure you are, "<your answer>, <0-100>%"');
    expect(stderr).not.toContain('opening.md');
  });

  it('is read with its confidence, its claims and what would change it', async () => {
    await say('lines', 'wind', 'Go (85% sure)\n- It is {small}.\n2. We know it.\nChange my mind: a slow parser');
    await say('lines', 'wall', '{"answer": "2", "confidence": 60, "claims": ["It is fast."], "change_mind": ""}');
    await say('lines', 'door', 'none of these, 40%');
    const { result, question } = await project.shown('lines');
    expect(question).toEqual({ answer: 'choice', options: ['Rust', 'Go', 'Zig'], byForm: true });
    expect(result?.headline).toBe('openings 2 of 3 Go, 1 of 3 None of these');
    expect(result?.data['openings']).toMatchObject({
      seats: [
        {
          seat: 'wind',
          answer: 'Go',
          confidence: 85,
          claims: [
            { id: 'C1', claim: 'It is {small}.' },
            { id: 'C2', claim: 'We know it.' },
          ],
          changeMind: 'a slow parser',
        },
        { seat: 'wall', answer: 'Go', confidence: 60, claims: [{ id: 'C3', claim: 'It is fast.' }] },
        { seat: 'door', answer: 'None of these', confidence: 40, claims: [] },
      ],
    });
  });

  it.runIf(inCi).each([
    ['choice', '--options=Rust,Go', 'Answer: Go, 85%', 'Go'],
    ['yes-no', '--answer=yes-no', '**Answer:** Yes, 85%', 'Yes'],
    ['number', '--answer=number', 'ANSWER: -2.5 (-4 to 1), 85%', '-2.5'],
    ['probability', '--answer=probability', 'Final answer: 85%', '85%'],
    ['text', '--answer=text', 'Answer: Keep `my_code`, 85%', 'Keep `my_code`'],
  ])('may label its first line, where the answer is a %s', async (kind, asked, line, answer) => {
    await project.call(['open', '--id', kind, '--recipe', 'standard', asked, 'What do we take?']);
    const answered = await say(kind, 'wind', `${line}\n- It is small.`);
    expect(answered).toMatchObject({ code: 0, stderr: expect.not.stringContaining('warning:') });
    // As forms write it.
    const form = { answer: line.replace(', 85%', ''), confidence: 85, claims: ['It is small.'] };
    expect(await say(kind, 'wall', JSON.stringify(form))).toMatchObject({ code: 0 });
    await say(kind, 'door', 'not enough to say');
    const { result } = await project.shown(kind);
    const confidence = kind === 'probability' ? null : 85;
    expect(result?.data['openings']).toMatchObject({
      seats: [
        { seat: 'wind', answer: expect.stringContaining(answer), confidence },
        { seat: 'wall', answer: expect.stringContaining(answer), confidence: 85 },
        { seat: 'door' },
      ],
    });
    expect(JSON.stringify(result)).not.toContain('nswer: ');
  });

  it('is followed by a ballot whose vote may be set by an option', async () => {
    await say('lines', 'wind', '1. Go.\n2. Rust.\nWhich?');
    await say('lines', 'wall', '[VERDICT] Go. [EVIDENCE] It is fast.');
    await say('lines', 'door', 'ANSWER: Go\n\n1. Go; the tension is speed.');
    expect((await say('lines', 'wall', 'Go, 70%\nStill fast.')).stderr).toContain(
      '"Vote: own", "Vote: accept" or "Vote: reject"',
    );
    expect(
      (await say('lines', 'wall', '--vote', 'own', 'Go, 70%\nVote: reject\nObjection: No date.')).stderr,
    ).toContain('The vote is set to "own", but the text says "reject".');
    await say('lines', 'wall', '--vote', 'own', 'Go, 70%\nStill fast.');
    await say('lines', 'wind', 'Go, 70%\nYes.\nVote: accept');
    await say('lines', 'door', 'Go, 90%\nMoved by: C1\nSmall indeed.\nVote: own');
    const { result } = await project.shown('lines');
    expect(result?.data['ballot']).toMatchObject({
      seats: [
        { seat: 'wind', vote: 'accept' },
        { seat: 'wall', vote: 'own', reason: 'Still fast.' },
        { seat: 'door', vote: 'own', movedBy: { seat: 'wind', claim: 'C1' } },
      ],
    });
  });
});

it('an answer that ends in a full stop is followed by one mark, in every view', async () => {
  await project.call(['open', '--id', 'stop', '--format', 'panel', '-o', 'seats=2', 'How do we start?']);
  for (const seat of ['a', 'b']) await say('stop', seat, 'Measure it first., 80%\n- It is cheap.');
  for (const seat of ['a', 'b']) await say('stop', seat, 'C1 concede: it is.\nC2 concede: it is.');
  const views = [await printed('show', 'stop')];
  for (const format of ['markdown', 'adr']) views.push(await printed('export', 'stop', '--format', format));
  for (const view of views) {
    expect(view).toContain('Measure it first');
    expect(view).not.toMatch(/Measure it first\.(?:[,.]|\*\*,|[”"]\.)/);
  }
});

it('a ballot that asks for no vote says so where one is set', async () => {
  await project.call([
    'open',
    '--id',
    'equals',
    '--format',
    'panel',
    '-o',
    'seats=2',
    '--options',
    'Rust,Go',
    'Which?',
  ]);
  await say('equals', 'a', 'Rust, 80%\n- It is fast.');
  await say('equals', 'b', 'Go, 60%\n- It is small.');
  for (const seat of ['a', 'b']) await say('equals', seat, 'C1 concede: it is.\nC2 concede: it is.');
  const { stderr } = await say('equals', 'a', '--vote', 'own', 'Rust, 80%');
  expect(stderr).toContain('This ballot asks for no vote, so leave it out.');
  expect((await say('equals', 'a', 'Rust, 80%')).code).toBe(0);
});

it.runIf(inCi)('openings that agree are the decision: answer and claims stand in every view', async () => {
  await project.call(['open', '--id', 'gate', '--recipe', 'standard', 'Should we use Postgres?']);
  for (const seat of ['wind', 'wall', 'door']) await say('gate', seat, `Yes, 90%\n- The claim of ${seat}.`);
  await project.call(['close', 'gate']);
  expect(await project.shown('gate')).toMatchObject({ outcome: 'agreed', decision: null });
  for (const view of [
    await printed('show', 'gate'),
    await printed('export', 'gate', '--format', 'markdown'),
    await printed('export', 'gate', '--format', 'adr'),
    await printed('export', 'gate', '--format', 'octave'),
  ]) {
    for (const seat of ['wind', 'wall', 'door']) expect(view).toContain(`The claim of ${seat}.`);
  }
  expect(await printed('export', 'gate', '--format', 'adr')).toContain('**Status:** Accepted, once this is merged');
  const octave = await printed('export', 'gate', '--format', 'octave');
  expect(octave).toContain('  QUESTION::yes-no\n');
  expect(octave).toContain('  ANSWER::"Yes"\n  REASON::same-from-the-start\n  SEATED::3\n');
  expect(octave).toContain(
    '  O2::[SEAT::wall,ANSWER::"Yes",CONFIDENCE::90,CLAIMS::[C2::"The claim of wall."],CHANGE_MIND::null],\n',
  );
  expect(octave).toContain('  V1::[PHASE::openings,ANSWER::"Yes",VOTES::3,SEATS::[wind,wall,door]],\n');
  expect(await printed('list')).toMatch(/^gate .*agreed: Yes/m);
});

describe('a rehearsed debate whose Wall rejects the decision', () => {
  const run = async () =>
    await project.call(['run', '--id', 'rejected', '--wall', 'strict', '--log', 'Should we use Redis?']);
  let ended: Awaited<ReturnType<typeof run>>;
  beforeAll(async () => {
    ended = await run();
  });

  it('says what openings and ballots came to while it runs', () => {
    expect(ended.stderr).toContain('» Openings differ: 2 of 3 Yes, 1 of 3 No; the debate begins.');
    expect(ended.stderr).toMatch(/» Final answers are in\.$/m);
    expect(ended.stderr).not.toContain('the answer cannot be used');
  });

  it('prints the answers, the decision, and the dissent with its words', async () => {
    const label = 'Yes, by majority. Openings 2 to 1, final ballot 3 to 0, one seat moved.';
    expect(ended.stdout).toMatch(new RegExp(`^> ${label} Full panel, REHEARSAL in .*\\n\\n1\\. \\*\\*Decision`));
    // Tables, claims and the lines that only the rules read stand in `show`.
    expect(ended.stdout).not.toMatch(/^\||ANSWER:|refined to/m);
    expect(ended.stderr).toContain(`Outcome   ${label}\n`);
    expect(ended.stderr).toContain(
      'Why       All three seats end with Yes. It is not called agreed: Wall had said No and rejects the decision.\n',
    );
    expect(ended.stderr).toMatch(
      /^Dissent {3}Wall \(#\d+\): Yes, 70% sure · Decision \(event 7\): rejected · Objection: It starts before/m,
    );
    const summary = await printed('show', 'rejected', '--summary');
    expect(summary).toContain(`Outcome   ${label}\n`);
    expect(summary).not.toMatch(/^Decision$/m);
    const shown = await printed('show', 'rejected');
    expect(shown.startsWith(summary)).toBe(true);
    expect(shown.match(/^│ 1\. \*\*Decision/gm)).toHaveLength(1);
    expect(shown.match(/^│ Objection: /gm)).toHaveLength(1);
    expect(shown).toContain('| Wall | No, 65% | Yes, 70% | rejects | Door, C4 |');
    expect(await printed('export', 'rejected', '--format', 'markdown')).toContain('**Wall** dissents:\n');
    expect(await printed('export', 'rejected', '--format', 'adr')).toContain('## Answers of the seats\n');
  });
});
