// Seats that answer each other, and the one that sums up, know each other as speakers; people read who is who.
import { describe, expect, it } from 'vitest';
import type { RuleData } from '../../src/domain/event-parts.ts';
import type { LedgerEvent } from '../../src/domain/events.ts';
import { format } from '../../src/formats/asymmetric/index.ts';
import { nameSpeaker } from '../../src/formats/asymmetric/speakers.ts';
import { applyEvent, createSnapshot } from '../../src/ledger/engine/snapshot.ts';
import { loadPrompts } from '../../src/material/prompts/load.ts';
import { buildPrompt, listExtraTexts } from '../../src/runner/build-prompt.ts';
import { AsymmetricPlay, issuesOf, points } from './asymmetric-play.ts';

const texts = await loadPrompts({ format: 'asymmetric', names: [...format.prompts, ...listExtraTexts({ seats: [] })] });

/** What a seat is asked and shown of others, without its own role and documents. */
function promptOf({ log, steps }: AsymmetricPlay, seat: string): string {
  const [opening, ...rest] = log as [LedgerEvent, ...LedgerEvent[]];
  const past: LedgerEvent[] = [opening];
  const snapshot = rest.reduce(
    (before, event) => {
      past.push(event);
      return applyEvent(before, event);
    },
    createSnapshot(opening, format, past),
  );
  const step = steps.find((each) => each.seat === seat);
  if (step === undefined) throw new Error(`Nothing is due from ${seat}.`);
  const { user } = buildPrompt(snapshot, step, texts);
  return user.slice(user.indexOf('# What was said so far'));
}

const AUTHORITY = /experienced|fresh|deep|documents|newcomer|only the question|productive disagreement|irreducible/i;

const positioned = (options: RuleData = {}, seed?: string) =>
  new AsymmetricPlay({ synthesis: true, ...options }, ['A.'], seed).positions(() => 'We should.');

describe('neutral names', () => {
  it.each([{}, { deepN: 2, freshN: 2 }, { freshN: 2, freshRole: 'semi-fresh', delivery: 'passive' }])(
    'hide from whoever answers or sums up who knew what: %j',
    (options) => {
      const play = positioned(options);
      for (const { seat } of play.steps) expect(promptOf(play, seat)).not.toMatch(AUTHORITY);
      for (const { seat } of play.steps) play.say(seat, points('challenge', 'agree'));
      const synthesis = promptOf(play, 'convergence');
      expect(synthesis).toContain('Challenges, Speaker 1');
      expect(synthesis).not.toMatch(AUTHORITY);
    },
  );

  it('are drawn by the seed, so that no side is always the first', () => {
    const first = (seed: string) => nameSpeaker(new AsymmetricPlay({}, [], seed).state, 'experienced');
    expect(new Set(Array.from({ length: 20 }, (_, index) => first(String(index))))).toEqual(
      new Set(['Speaker 1', 'Speaker 2']),
    );
  });

  it('name whom a seat can answer: everyone with a claim that it is shown, also who left before its position', () => {
    const play = new AsymmetricPlay({ deepN: 2, freshN: 2, openings: true, gate: 'off' });
    const opening = { answer: 'It does', confidence: 70, claims: ['It holds'], change_mind: 'A measurement' };
    for (const seat of ['experienced', 'experienced-2', 'fresh', 'fresh-2']) play.say(seat, JSON.stringify(opening));
    play.leave('experienced-2');
    play.positions(() => '1. We should.');
    for (const { seat, values } of play.steps) {
      const shown = [...(values['open_claims'] ?? '').matchAll(/(C\d+)(?:, C\d+)* \(Speaker (\d)\)/g)];
      expect(shown).toHaveLength(3);
      const answered = shown.map(([, claim, number]) => ({
        ...{ claim, target: `speaker-${number}`, move: 'rebut' },
        ...{ point: 'It does not.', reason: 'because', resolution: null },
      }));
      expect(play.say(seat, JSON.stringify({ points: answered }))).toMatchObject({ ok: true, warnings: [] });
    }
  });

  it('name the target of a point, and so do the real ones; an agent that names another is told only neutral ones', () => {
    const play = positioned();
    const other = nameSpeaker(play.state, 'fresh').toLowerCase().replace(' ', '-');
    const refused = play.say('experienced', points('agree speaker-9'));
    expect(refused).toMatchObject({
      ok: false,
      problem: { issues: [expect.stringContaining(`it can answer ${other}.`)] },
    });
    expect(play.say('experienced', points(`agree ${other}`))).toMatchObject({
      data: { points: [{ action: 'agree', target: 'fresh' }] },
    });
    expect(play.say('fresh', points('agree experienced'))).toMatchObject({
      data: { points: [{ action: 'agree', target: 'experienced' }] },
    });
  });

  it('stand beside the real ones in the record', () => {
    const play = positioned();
    for (const { seat } of play.steps) play.say(seat, points('agree'));
    const titles = format.transcript(play.log).map(({ title }) => title);
    const name = (seat: string) => nameSpeaker(play.state, seat);
    expect(titles).toContain(`Position, Experienced (${name('experienced')})`);
    expect(titles).toContain('Challenges, Fresh');
    expect(play.result?.details).toContain(`**Fresh (${name('fresh')})**`);
  });
});

it('what a seat is asked for in a blind phase says nothing of the claims of others in it', () => {
  const play = new AsymmetricPlay({ openings: true });
  const opening = (answer: string) =>
    JSON.stringify({ answer, confidence: 70, claims: ['One.', 'Two.'], change_mind: 'A test.' });
  for (const [seat, answer] of [
    ['experienced', 'Yes'],
    ['fresh', 'No'],
  ] as const) {
    play.say(seat, opening(answer));
  }
  for (const seat of ['experienced', 'fresh']) play.say(seat, '1. So it is.');
  const asked = () => play.steps.find(({ seat }) => seat === 'fresh');
  const before = asked();
  expect(before?.values['open_claims']).toMatch(/^C1, C2, C5 \(Speaker \d\)$/);
  const reply = { point: 'x', claim: 'C3', target: null, action: 'agree', reason: 'y', resolution: null };
  play.say('experienced', JSON.stringify({ points: [reply] }));
  expect(JSON.stringify(asked())).toBe(JSON.stringify(before));
  // A number that it cannot know is none, and is sent back like any other.
  const unknown = JSON.stringify({ points: [{ ...reply, claim: 'C7' }] });
  const issue = 'Point 1: its "claim" must be the name of one claim of another seat, such as C1, or null.';
  expect(issuesOf(play.say('fresh', unknown))).toEqual([issue]);
  play.say('fresh', unknown);
  expect(play.log.at(-1)?.data).toMatchObject({ data: { points: [{ action: 'agree', target: null, as: 8 }] } });
});

it.each<[string, number]>([
  ['1. So.\n2. And.', 2],
  ['**1.** So.\n\nMore on it.\n\n**2.** And.', 2],
  ['### 1. So\n\nMore on it.\n\n### 2. And', 2],
  ['1. So:\n   1. first\n   2. second\n2. And.', 2],
  ['  1. So.\n  2. And.', 2],
  ['1. So.\n\n```\n1. quoted\n```', 1],
  ['> 1. quoted\n\n1. So.', 1],
  ['- So.', 0],
])('of a position such as %j there are %i points', (text, count) => {
  const play = new AsymmetricPlay({ openings: true });
  const opening = JSON.stringify({ answer: 'Yes', confidence: 70, claims: ['One.'], change_mind: 'A test.' });
  for (const seat of ['experienced', 'fresh']) play.say(seat, opening);
  const said = play.say('experienced', text);
  expect(said.ok ? (said.data['claims'] ?? []) : undefined).toHaveLength(count);
});
