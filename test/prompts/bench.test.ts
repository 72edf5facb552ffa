// The measurement of texts: what it counts as right, and that one question goes through the program to a score.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { comparePaired } from '../../bench/prompts/paired.ts';
import { isRight, QUESTIONS, type Question } from '../../bench/prompts/questions.ts';
import { runQuestion, scoreRun } from '../../bench/prompts/side.ts';
import { inCampaign } from '../support/campaign.ts';

const find = (id: string) => QUESTIONS.find((each) => each.id === id) as Question;

describe('questions with known answers', () => {
  it('are thirty, of every kind, each with a source and an answer that it allows', () => {
    expect(QUESTIONS).toHaveLength(30);
    expect(new Set(QUESTIONS.map(({ topic }) => topic)).size).toBe(30);
    expect(new Set(QUESTIONS.map(({ answer }) => answer))).toEqual(
      new Set(['yes-no', 'choice', 'number', 'probability']),
    );
    for (const question of QUESTIONS) {
      if (question.answer === 'choice') expect(question.options).toContain(question.truth);
    }
  });

  it.each([
    ['leap-1900', 'No', true],
    ['leap-1900', 'Yes', false],
    ['leap-1900', null, false],
    ['leap-1900', 'not enough to say', false],
    ['redirect', '308', true],
    ['redirect', '301', false],
    ['gregorian-year', '31,556,952 (31000000 to 32000000)', true],
    ['gregorian-year', '31556926', false],
    ['birthdays', '70%', true],
    ['birthdays', '50%', false],
    ['birthdays', 'none of these', false],
  ])('%s: %j is right: %s', (id, answer, right) => {
    expect(isRight(find(id), answer)).toBe(right);
  });
});

describe('a score', () => {
  it('tells the debate, its openings, its ballot and what confidences were worth apart', () => {
    const seat = (answer: string, confidence: number) => ({ answer, confidence });
    const openings = { seats: [seat('No', 90), seat('Yes', 80)] };
    const ballot = { seats: [seat('No', 90), seat('No', 60)] };
    const run = scoreRun(find('leap-1900'), { result: { data: { answer: 'No', openings, ballot } } });
    expect(run).toEqual({ verdict: 1, openings: 0.5, ballot: 1, brier: expect.closeTo(0.325), failed: false });
    expect(scoreRun(find('leap-1900'), {})).toMatchObject({ verdict: 0, failed: true, ballot: null });
  });

  it('has an interval from the differences of the same questions', () => {
    expect(comparePaired([])).toBeUndefined();
    const same = Array.from({ length: 30 }, (_, index) => [index % 2, index % 2] as const);
    expect(comparePaired(same)).toMatchObject({ difference: 0, interval: [0, 0] });
    const better = same.map(([before]) => [before, 1] as const);
    const { difference, interval } = comparePaired(better) as NonNullable<ReturnType<typeof comparePaired>>;
    expect(difference).toBe(0.5);
    expect(interval[0]).toBeGreaterThan(0.25);
    expect(interval[1]).toBeLessThan(0.75);
  });

  it.runIf(inCampaign)('comes of a debate of the program', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'hall-bench-'));
    const folder = resolve('bench/prompts');
    const argv = [process.execPath, join(folder, 'speaker.mjs'), 'third'];
    const agent = { kind: 'command', argv, prompt: 'stdin', output: { format: 'text' }, visible: [folder] };
    writeFileSync(join(cwd, 'speakers.json'), JSON.stringify({ agents: { third: agent } }));
    const more = ['--config', 'speakers.json', '--format', 'check', '--recipe', 'quick', '--agents', 'third,third'];
    const run = await runQuestion(resolve('dist/cli/start.cjs'), cwd, find('densest'), more);
    rmSync(cwd, { recursive: true });
    expect(run).toMatchObject({ verdict: 1, openings: 1, ballot: null, failed: false });
  });
});
