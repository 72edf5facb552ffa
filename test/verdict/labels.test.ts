// What an outcome is called, from the command line: a label promises what the votes and judgments show, and no more.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/domain/failures/exit-codes.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
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

/** Each seat has a person of its own. */
const say = async (seat: string, answer: object, author = `${seat}'s`) =>
  await ok('say', 'd', '--seat', seat, '--author', author, '--', JSON.stringify(answer));

describe('a review in which one of three says why a finding is invalid', () => {
  const BUG = {
    ...{ severity: 'P0', title: 'The last item is never counted', file: 'cart.js', line: 1, detail: 'One too few.' },
    ...{ fix: 'Drop `- 1`.', evidence: 'items.length - 1' },
  };
  const judged = (verdict: string, reason: string) => ({
    judgments: [{ id: 'F1', verdict, reason, severity: null }],
    missed: [],
  });

  beforeEach(async () => {
    const git = (...args: string[]) => execFileSync('git', ['-C', project.folder, ...args]);
    project.write('cart.js', 'export const total = (items) => items.length;\n');
    git('init', '-q');
    git('add', '.');
    git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '-q', '-m', 'Begin');
    project.write('cart.js', 'export const total = (items) => items.length - 1;\n');
    const options = ['-o', 'reviewers=3', '-o', 'rounds=1', '--context', 'git:HEAD'];
    await ok('open', '--id', 'd', '--format', 'review', ...options, 'Is it safe to merge?');
    await say('reviewer-1', { findings: [BUG] });
    for (const seat of ['reviewer-2', 'reviewer-3']) await say(seat, { findings: [] });
    await say('reviewer-2', judged('valid', 'It does.'));
    await say('reviewer-3', judged('invalid', 'The caller adds one.'));
  });

  it('holds a round about it, and keeps the reason as dissent where it is not withdrawn', async () => {
    expect((await ok('show', 'd')).stdout).toContain('Reviewer 3 argues about disputed findings');
    for (const seat of ['reviewer-1', 'reviewer-2']) await say(seat, judged('valid', 'Nobody adds one.'));
    await say('reviewer-3', judged('invalid', 'The caller in cart.js adds one.'));
    await say('reviewer-1', { findings: [{ ids: ['F1'], title: null, detail: null, fix: null }], dropped: [] });
    await say('reviewer-2', { votes: [{ id: 'F1', vote: 'approve', reason: 'It stands.' }] });
    await say('reviewer-3', { votes: [{ id: 'F1', vote: 'reject', reason: 'The caller still adds one.' }] });
    expect((await project.call(['resume', 'd'])).code).toBe(0);

    const record = await project.shown('d');
    const text = 'F1 is invalid: The caller still adds one.';
    expect(record).toMatchObject({ outcome: 'majority', dissent: [{ seat: 'reviewer-3', text }] });
    expect(record.result?.headline).toBe('1 finding (1 P0) by 3 of 3 reviewers; 1 with dissent; overlap 73%.');
    expect((await ok('show', 'd')).stdout).toMatch(
      /Outcome +Not ready to merge: 1 P0\. Majority: 1 finding[\s\S]*Dissent +Reviewer 3(?: \(#\d+\))?: F1 is invalid: The caller/,
    );
    expect((await ok('export', 'd', '--format', 'markdown')).stdout).toContain('The caller still adds one.');
    expect((await ok('export', 'd', '--format', 'octave')).stdout).toMatch(
      /DISSENT::\[[\s\S]*The caller still adds one/,
    );
    const sarif = JSON.parse((await ok('export', 'd', '--format', 'sarif')).stdout);
    expect(sarif.runs[0]).toMatchObject({
      results: [{ properties: { dissent: [{ seat: 'reviewer-3', reason: 'The caller still adds one.' }] } }],
      properties: { overlap: 73 },
    });
    const annotated = await ok('export', 'd', '--format', 'github-annotations');
    expect(annotated.stdout).toContain('Dissent: Reviewer 3 holds it invalid: The caller still adds one.');
    await ok('verify', 'd');
  });

  it.runIf(inCampaign)('is agreed once everyone holds the finding valid by their own last word', async () => {
    for (const seat of ['reviewer-1', 'reviewer-2', 'reviewer-3']) await say(seat, judged('valid', 'Nobody adds one.'));
    await say('reviewer-1', { findings: [{ ids: ['F1'], title: null, detail: null, fix: null }], dropped: [] });
    const approval = { votes: [{ id: 'F1', vote: 'approve', reason: null }] };
    expect((await project.call(['fork', 'd', '--id', 'f'])).code).toBe(EXIT.agent);
    for (const seat of ['reviewer-2', 'reviewer-3']) await say(seat, approval);
    await project.call(['resume', 'd']);
    expect(await project.shown('d')).toMatchObject({ outcome: 'agreed', dissent: [] });
    // A fork keeps who spoke, and the last vote is by somebody who has spoken for another seat.
    for (const seat of ['reviewer-2', 'reviewer-3'])
      await ok('say', 'f', '--seat', seat, '--author', "Reviewer-2's", '--', JSON.stringify(approval));
    await project.call(['resume', 'f']);
    expect(await project.shown('f')).toMatchObject({
      ...{ outcome: 'accepted', dissent: [], authority: { oneSpeaker: [{ seats: ['reviewer-2', 'reviewer-3'] }] } },
      outcomeMeaning:
        'Every reviewer holds each finding of the report valid, and nobody holds one that was voted out. One author spoke for Reviewer 2 and Reviewer 3, so these are not independent.',
    });
  });
});

describe('an Oxford debate', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
  const given = (claim: string) => ({
    ...{ title: 'A title', claim, warrant: 'A warrant.', backing: null, qualifier: null, attacks: null, defends: null },
    grounds: [{ source: 'A source', content: 'A content.', relevance: 'It matters.' }],
  });
  const marks = (of: (side: string) => number) => ({
    scores: ['prop', 'opp'].flatMap((side) =>
      ['a', 'b', 'c'].map((letter) => {
        const mark = of(side);
        const all = { soundness: mark, evidence: mark, responsiveness: mark, clarity: mark };
        return { argument_id: `${side}_000${letter}`, ...all, reasoning: 'So it is.' };
      }),
    ),
    rescores: [],
  });

  /** The proposition's mark in each of the two orders; the opposition's is 5. */
  async function judge(first: number, swapped: number): Promise<void> {
    await ok('open', '--id', 'd', '--format', 'oxford', '-o', 'rounds=1', 'Milk goes in first');
    await say('proposition', { arguments: [given(words(40)), given('A claim.'), given('A claim.')] });
    await say('opposition', { arguments: [given('A claim.'), given('A claim.'), given('A claim.')] });
    for (const mark of [first, swapped])
      await say(
        'judge',
        marks((side) => (side === 'prop' ? mark : 5)),
      );
  }

  it('names no winner whom its own second look contradicts', async () => {
    await judge(8, 3);
    expect((await project.call(['resume', 'd'])).code).toBe(EXIT.disagreement);
    const { outcome, outcomeMeaning, result } = await project.shown('d');
    expect([outcome, outcomeMeaning]).toEqual(['not-settled', 'The judging cannot tell which side is better.']);
    expect(result).toMatchObject({
      headline:
        'No winner after the opening: Proposition is ahead by 0.150 (each argument scores from -1 to 1), but with the sides swapped the judging does not favour it',
      data: { winner: null, leader: 'proposition', reliability: { doubt: 'orders-differ' } },
    });
    expect((await ok('show', 'd')).stdout).toMatch(/Outcome +Not settled\. No winner/);
    await ok('verify', 'd');
  });

  it('names one who is ahead in both orders by more than these differ, and sets length against score', async () => {
    await judge(8, 7);
    expect((await project.call(['resume', 'd'])).code).toBe(0);
    const { outcome, result } = await project.shown('d');
    expect(outcome).toBe('judged');
    expect(result).toMatchObject({
      headline: 'Proposition wins by 0.750 after the opening (each argument scores from -1 to 1)',
      data: {
        winner: 'proposition',
        lengths: [{ proposition: { written: 74, judged: 59 }, opposition: { written: 36, judged: 36 } }],
      },
    });
    expect(result?.details).toContain('| opening | 59 of 74 | 36 | +0.375 |');
    expect((await ok('show', 'd')).stdout).toMatch(/Outcome +Judged\. Proposition wins by 0\.750/);
  });
});

describe('a ledger of the first rules', () => {
  const old: [string, string][] = [
    ['review', 'agreed'],
    ['plan', 'agreed'],
    ['oxford', 'decided'],
    ['wind-wall-door', 'accepted'],
    ['asymmetric', 'accepted'],
  ];

  it.runIf(inCi).each(old)('verifies by its chain and keeps its outcome: %s', async (name, outcome) => {
    project.ledgers.put(name, fs.readFileSync(path.join(import.meta.dirname, 'ledgers', `${name}.jsonl`), 'utf8'));
    const { stdout, stderr } = await ok('verify', name);
    expect(`${stdout}${stderr}`).toContain('opened under older rules');
    expect((await ok('verify', '--all')).stdout).toMatch(new RegExp(`^${name} +ok .*, rules not checked$`, 'm'));
    expect(await project.shown(name)).toMatchObject({
      outcome,
      outcomeMeaning: expect.stringContaining('recorded by older rules'),
    });
    for (const format of ['markdown', 'octave', 'json']) await ok('export', name, '--format', format);
  });
});
