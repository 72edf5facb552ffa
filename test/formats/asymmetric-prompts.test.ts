// What agents are really sent: the shipped texts, filled and put together as a run does it.
import { describe, expect, it } from 'vitest';
import type { RuleData } from '../../src/domain/event-parts.ts';
import type { LedgerEvent } from '../../src/domain/events.ts';
import { format } from '../../src/formats/asymmetric/index.ts';
import { applyEvent, createSnapshot } from '../../src/ledger/engine/snapshot.ts';
import { loadPrompts } from '../../src/material/prompts/load.ts';
import { buildPrompt, listExtraTexts } from '../../src/runner/build-prompt.ts';
import { REHEARSAL } from '../support/rehearsal.ts';
import { AsymmetricPlay, points } from './asymmetric-play.ts';

const texts = await loadPrompts({ format: 'asymmetric', names: [...format.prompts, ...listExtraTexts({ seats: [] })] });

/** Plays to the end and gives the prompt of every step. */
function promptsOf(options: RuleData): { seat: string; act: string; text: string; user: string }[] {
  const play = new AsymmetricPlay(options, ['SECRET DOCUMENT.']);
  const prompts = [];
  for (let step = play.steps[0]; step !== undefined; step = play.steps[0]) {
    const [opening, ...rest] = play.log as [LedgerEvent, ...LedgerEvent[]];
    const log: LedgerEvent[] = [opening];
    const snapshot = rest.reduce(
      (before, event) => {
        log.push(event);
        return applyEvent(before, event);
      },
      createSnapshot(opening, format, log),
    );
    const { system, user } = buildPrompt(snapshot, step, texts);
    prompts.push({ seat: step.seat, act: step.act, text: `${system}\n\n${user}`, user });
    play.say(step.seat, step.act === 'challenge' ? points('agree') : (step.sample?.(REHEARSAL) ?? `${step.seat} says`));
  }
  expect(['accepted', 'not-settled']).toContain(play.outcome);
  return prompts;
}

const everything = { deepN: 2, freshN: 2, freshRole: 'semi-fresh', synthesis: true, pauseAt: 'challenge' } as const;

describe('prompts', () => {
  it.each(['passive', 'active', 'selective'])('hold the question and the language at every step: %s', (delivery) => {
    const prompts = promptsOf({ ...everything, delivery, language: 'ja' });
    expect(new Set(prompts.map(({ act }) => act))).toEqual(
      new Set(['position', 'summary', 'review', 'challenge', 'converge']),
    );
    for (const { text } of prompts) {
      expect(text.split('Should we?')).toHaveLength(2);
      expect(text).toContain('Japanese (日本語)');
      expect(text).not.toContain('{{');
    }
  });

  it.each(['raw', 'system_prompt', 'memory', 'skills', 'claude_md'])(
    'hold the documents once for experienced seats and never for others: %s',
    (injection) => {
      for (const { seat, text } of promptsOf({ ...everything, delivery: 'passive', injection })) {
        expect([seat, text.split('SECRET').length - 1]).toEqual([seat, seat.startsWith('experienced') ? 1 : 0]);
      }
    },
  );

  it('give a summary before the request, or after it where the seat is to analyse first', () => {
    for (const [delivery, isBefore] of [
      ['passive', true],
      ['active', false],
    ] as const) {
      const told = promptsOf({ freshRole: 'semi-fresh', delivery }).find(({ seat }) => seat === 'semi-fresh');
      const { user = '' } = told ?? {};
      expect(user.indexOf('In short:') < user.indexOf('# What is asked of you now')).toBe(isBefore);
      expect(user.includes('on your own first')).toBe(!isBefore);
    }
  });

  it('ask for shorter or longer answers by effort', () => {
    const words = (effort: string) => /At most (\d+) words/.exec(promptsOf({ effort })[0]?.user ?? '')?.[1];
    expect(['low', 'medium', 'high', 'max'].map(words)).toEqual(['150', '300', '600', '1200']);
  });
});

describe('prompts of openings and final answers', () => {
  const options = { openings: true, ballot: true, synthesis: true, language: 'ja' } as const;

  it('hold everything that was said, under neutral names, in the language of the debate', () => {
    const prompts = promptsOf(options);
    const of = (act: string) => prompts.filter((prompt) => prompt.act === act);
    expect(of('opening').map(({ seat }) => seat)).toEqual(['experienced', 'fresh']);
    for (const { act, text, user } of prompts) {
      expect([act, text.includes('Japanese (日本語)'), text.includes('{{')]).toEqual([act, true, false]);
      if (act !== 'opening')
        expect([act, /\b(?:Experienced|Fresh)\b(?! answers from)/.test(user)]).toEqual([act, false]);
    }
    for (const { user } of of('ballot')) {
      for (const title of ['Opening, Speaker 1', 'Position, Speaker 2', 'Challenges, Speaker 1'])
        expect(user).toContain(title);
    }
    for (const { user } of of('position')) expect(user.match(/Opening, Speaker/g)).toHaveLength(1);
  });
});
