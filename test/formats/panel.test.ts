import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RuleData } from '../../src/domain/event-parts.ts';
import { drawNames } from '../../src/formats/common/seats.ts';
import { format } from '../../src/formats/panel/index.ts';
import { inCi, times } from '../support/campaign.ts';
import { openRequest } from '../support/hall.ts';
import { sealWords } from '../support/seal-words.ts';
import { PlayOf } from './play.ts';

const YES_NO = { answer: 'yes-no' };
const WORDS = { answer: 'text' };
const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
type Panel = ReturnType<typeof open>;

const opening = (answer: string, claims = [`${answer} holds`]) =>
  JSON.stringify({ answer, confidence: 70, claims, change_mind: 'A measurement' });
const ballot = (answer: string, more: object = {}) =>
  JSON.stringify({ answer, confidence: 70, moved_by: null, reason: 'It holds', ...more });
const reply = (moves: Readonly<Record<string, string>>, newClaims: readonly string[] = []) =>
  JSON.stringify({
    replies: Object.entries(moves).map(([claim, move]) => ({
      claim,
      move,
      reason: `${claim}: because`,
      evidence: null,
      refined: move === 'refine' ? `${claim}, narrower` : null,
    })),
    new_claims: newClaims,
  });

function open(options: RuleData = {}, question: object = YES_NO) {
  const play = new PlayOf(format, options);
  const request = openRequest('d', play.state.options as never, format);
  play.add('debate-opened', {
    ...{ ...request, seed: 'a seed', topic: { sha256: '0'.repeat(64) }, context: [], question },
  } as never);
  return play;
}

/** A debate whose openings are in, one claim each. */
function opened(answers: readonly string[], options: RuleData = {}, question: object = YES_NO): Panel {
  const play = open({ seats: answers.length, ...options }, question);
  for (const [index, answer] of answers.entries()) play.say(LETTERS[index] as string, opening(answer));
  return play;
}

/** Everybody says the same of every claim that it is asked about. */
function round(play: Panel, moveOf: (seat: string, claim: string) => string): void {
  for (const { seat, values } of play.steps) {
    const claims = (values['claims'] ?? '').split(', ');
    play.say(seat, reply(Object.fromEntries(claims.map((claim) => [claim, moveOf(seat, claim)]))));
  }
}

const claimsFor = (play: Panel, seat: string) => play.steps.find((step) => step.seat === seat)?.values['claims'];
const vote = (play: Panel, answers: readonly string[], more: object = {}) => {
  for (const [index, answer] of answers.entries()) play.say(LETTERS[index] as string, ballot(answer, more));
};
const outcomeOf = ({ next }: Panel) => (next.kind === 'close' ? next.close.outcome : next.kind);
const resultOf = (play: Panel) => format.result?.(play.log, play.state);
const DECISION = (answer: string) => `ANSWER: ${answer}\n1. **Decision.** So be it.`;

describe('a round', () => {
  it('asks every seat at the same time about every claim, its own among them', () => {
    const play = opened(['Yes', 'No', 'Yes']);
    expect(play.due).toEqual(['a reply', 'b reply', 'c reply']);
    for (const seat of ['a', 'b', 'c']) expect(claimsFor(play, seat)).toBe('C1, C2, C3');
    expect(play.steps.every(({ alone }) => alone === true)).toBe(true);
  });

  it('is blind: what a seat says changes nothing for those who have not spoken', () => {
    const play = opened(['Yes', 'No', 'Yes']);
    const before = play.steps.find(({ seat }) => seat === 'c')?.values;
    const begin = play.log.length + 1;
    play.say('a', reply({ C1: 'rebut', C2: 'refine', C3: 'concede' }, ['A new one']));
    expect(play.due).toEqual(['b reply', 'c reply']);
    expect(play.steps.find(({ seat }) => seat === 'c')?.values).toEqual(before);
    expect(format.blindSince?.(play.state)).toBe(begin);
    const seen = format.view(play.log, { seat: 'c', act: 'reply', data: { round: 1 } });
    expect(seen.map(({ title }) => title)).toEqual(['Opening, Speaker 1', 'Opening, Speaker 2', 'Opening, Speaker 3']);
  });

  it('lets a seat withdraw its own claim without knowing that it is its own', () => {
    const play = opened(['Yes', 'No', 'Yes']);
    round(play, (seat, claim) => (claim === 'C1' && seat === 'a' ? 'rebut' : 'concede'));
    expect(resultOf(play)?.data['claims']).toMatchObject([
      { id: 'C1', fate: 'withdrawn', replies: [{ seat: 'a', move: 'withdraw' }, { seat: 'b' }, { seat: 'c' }] },
      { id: 'C2', fate: 'conceded' },
      { id: 'C3', fate: 'conceded' },
    ]);
  });

  it('asks again only where somebody has since said otherwise, and about claims that are new', () => {
    const play = opened(['Yes', 'No', 'Yes'], { rounds: 3 });
    for (const seat of ['a', 'b', 'c']) {
      const moves = { C1: seat === 'b' ? 'rebut' : 'concede', C2: 'concede', C3: 'concede' };
      play.say(seat, reply(moves, seat === 'c' ? ['Nobody pays for it'] : []));
    }
    for (const seat of ['a', 'b', 'c']) expect(claimsFor(play, seat)).toBe('C1, C4');
  });

  it.each([
    ['the claims of the last round', 1, 'C4, C5', '5 claims, 0 disputed in the end; 2 answered by nobody'],
    ['none, where they were asked about in another', 2, undefined, '5 claims, 0 disputed in the end'],
  ])('names what nobody answered: %s', (_, rounds, names, headline) => {
    const play = opened(['Yes', 'No', 'Yes'], { rounds });
    for (const seat of ['a', 'b', 'c']) {
      const own = { a: ['Nobody pays for it'], b: ['Nobody asked for it'] }[seat] ?? [];
      play.say(seat, reply({ C1: 'concede', C2: 'concede', C3: 'concede' }, own));
    }
    if (rounds > 1) round(play, () => 'concede');
    const result = resultOf(play);
    expect(`${result?.headline};`).toContain(`${headline};`);
    expect(/Answered by nobody: (.*)\./.exec(result?.details ?? '')?.[1]).toBe(names);
  });

  it('says of an open debate what is disputed so far, and of no claim that nobody answers it', () => {
    const play = opened(['Yes', 'No', 'Yes'], { rounds: 2 });
    for (const seat of ['a', 'b', 'c']) {
      play.say(
        seat,
        reply(
          { C1: seat === 'b' ? 'rebut' : 'concede', C2: 'concede', C3: 'concede' },
          seat === 'a' ? ['Nobody pays for it'] : [],
        ),
      );
    }
    const result = resultOf(play);
    expect(result?.headline).toContain('4 claims, 1 disputed so far');
    expect(result?.details).toContain('in 1 of at most 2 rounds. Disputed so far: C1.');
    expect(`${result?.headline} ${result?.details}`).not.toMatch(/in the end|by nobody/i);
  });

  it('puts a refined claim beside the one that it refines, and closes one that its own seat refines', () => {
    const play = opened(['Yes', 'No', 'Yes'], { rounds: 3 });
    round(play, (seat, claim) => (claim === 'C1' && seat !== 'c' ? 'refine' : 'concede'));
    expect(claimsFor(play, 'c')).toBe('C4, C5');
    expect(resultOf(play)?.data['claims']).toMatchObject([
      { id: 'C1', fate: 'refined', replies: [{ refinedTo: 'C4' }, { refinedTo: 'C5' }, {}] },
      ...[{}, {}],
      { id: 'C4', seat: 'a', round: 1, text: 'C1, narrower' },
      { id: 'C5', seat: 'b' },
    ]);
  });

  it('is asked again for claims that it leaves out, once, and never takes one that is not there', () => {
    const play = opened(['Yes', 'No', 'Yes']);
    play.say('a', reply({ C1: 'concede', C9: 'rebut' }));
    expect(play.steps[0]?.corrections).toEqual(['There is no open claim "C9".', 'No answer to C2, C3.']);
    expect(play.say('a', reply({ C1: 'concede', C9: 'rebut' }))).toMatchObject({
      ok: true,
      data: { claims: [], holds: [1] },
      warnings: ['There is no open claim "C9".', 'No answer to C2, C3.'],
    });
  });

  it.each<[string, string, object | undefined]>([
    ['C2', 'Rebutted.', { claim: 2, move: 'rebut' }],
    ['2', 'rebuttal', { claim: 2, move: 'rebut' }],
    ['C2 (like the last one)', '**concede**', { claim: 2, move: 'concede' }],
    ['C2: No holds', 'conceded', { claim: 2, move: 'concede' }],
    ['C2, C3', 'concede', undefined],
    ['C2 and C3', 'concede', undefined],
    ['C2', 'concede / rebut', undefined],
    ['C2', 'concede, but only on Mondays', undefined],
    ['C2', 'rebut or refine', undefined],
    ['C2', 'concede partially', undefined],
  ])('reads from an answer on %j that says %j the move %j', (claim, move, entry) => {
    const play = opened(['Yes', 'No', 'Yes']);
    const said = JSON.stringify({
      replies: [
        { claim: 'C1', move: 'concede', reason: 'x', evidence: null, refined: null },
        { claim, move, reason: 'x', evidence: null, refined: 'x' },
      ],
    });
    const first = play.say('a', said);
    const answered = first.ok ? first : play.say('a', said);
    const claims = answered.ok ? (answered.data['claims'] as readonly object[]) : [];
    expect(claims).toEqual(entry === undefined ? [] : [entry]);
  });

  it.each([
    [0, 'no new claim: leave the list empty', false],
    [1, 'at most one new claim, only if it could change', true],
    [2, 'at most 2 new claims, only if they could change', true],
  ])('asks for %i new claims', (newClaims, words, isAsked) => {
    const [step] = opened(['Yes', 'No', 'Yes'], { newClaims }).steps;
    expect(step?.values?.['new_claims']).toMatch(words);
    expect(step?.plainForm?.includes('"Claim: …"')).toBe(isAsked);
  });

  it('takes no more new claims than the rules allow', () => {
    const play = opened(['Yes', 'No', 'Yes'], { newClaims: 1 });
    const said = reply({ C1: 'concede', C2: 'concede', C3: 'concede' }, ['One', 'Two', 'Three']);
    play.say('a', said);
    expect(play.say('a', said)).toMatchObject({ ok: true, data: { claims: [{}, {}, { as: 4 }] } });
  });

  it('reads plain lines of a person, who knows which claims are their own', () => {
    const play = opened(['Yes', 'No', 'Yes']);
    const text = 'C2 rebut: the licence ends\nC3 concede: it does\nC1 withdraw: I was wrong\nClaim: nobody pays';
    expect(play.say('a', text, { byHand: true, data: {} })).toMatchObject({
      ok: true,
      data: {
        claims: [{ claim: 2, move: 'rebut' }, { claim: 3, move: 'concede' }, { claim: 1, move: 'withdraw' }, { as: 4 }],
      },
    });
    expect(play.say('b', 'I have nothing to say.', { byHand: true, data: {} })).toMatchObject({ ok: false });
    // "concede" says that a claim holds, also of one's own.
    const holding = play.say('b', 'C2 concede: I measured it\nC1 rebut: no\nC3 rebut: no', { byHand: true, data: {} });
    expect(holding).toMatchObject({ ok: true, data: { claims: [{ claim: 1 }, { claim: 3 }], holds: [2] } });
  });
});

describe('the end of the rounds', () => {
  it('comes when nobody moves, which is not called agreement', () => {
    const play = opened(['Yes', 'No', 'Yes'], { rounds: 5 });
    const stubborn = (seat: string, claim: string) => (claim === 'C2' && seat !== 'b' ? 'rebut' : 'concede');
    round(play, stubborn);
    expect(play.due).toEqual(['a reply', 'b reply', 'c reply']);
    round(play, stubborn);
    expect(play.due).toEqual(['a ballot', 'b ballot', 'c ballot']);
    expect(resultOf(play)).toMatchObject({
      data: { rounds: [{ moved: true }, { moved: false }], disputed: ['C2'] },
      details: expect.stringContaining('In round 2 nobody moved, which is not agreement. Disputed in the end: C2.'),
    });
  });

  it('comes at once when nothing is disputed', () => {
    const play = opened(['Yes', 'No', 'Yes'], { rounds: 5 });
    round(play, () => 'concede');
    expect(play.due).toEqual(['a ballot', 'b ballot', 'c ballot']);
    expect(resultOf(play)?.data).toMatchObject({ disputed: [] });
  });

  it('comes after as many rounds as the rules give, whoever moves', () => {
    fc.assert(
      fc.property(
        // More seats that refine every claim in more rounds take minutes and show nothing else.
        fc.integer({ min: 2, max: 5 }),
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.constantFrom('concede', 'rebut', 'refine'), { minLength: 1, maxLength: 40 }),
        (seats, rounds, moves) => {
          const answers = LETTERS.slice(0, seats).map((_, index) => (index % 2 === 0 ? 'Yes' : 'No'));
          const play = opened(answers, { rounds });
          let at = 0;
          let held = 0;
          while (play.due[0]?.endsWith('reply') === true) {
            held += 1;
            round(play, () => moves[at++ % moves.length] as string);
          }
          expect(held).toBeGreaterThan(0);
          expect(held).toBeLessThanOrEqual(rounds);
          expect(play.due).toEqual(LETTERS.slice(0, seats).map((seat) => `${seat} ballot`));
          const claims = resultOf(play)?.data['claims'] as { id: string }[];
          expect(claims.map(({ id }) => id)).toEqual(claims.map((_, index) => `C${index + 1}`));
        },
      ),
      { numRuns: times(60, 4) },
    );
  });

  it.runIf(inCi)('lists exactly the claims that nobody answered', () => {
    fc.assert(
      fc.property(fc.subarray([1, 2, 3]), (dropped) => {
        const play = opened(['Yes', 'No', 'Yes'], { rounds: 1 });
        const answered = [1, 2, 3].filter((number) => !dropped.includes(number));
        for (const seat of ['a', 'b', 'c']) {
          // Whoever made a claim stands by it, which answers nothing.
          const own = { a: 1, b: 2, c: 3 }[seat];
          const moves = Object.fromEntries([own, ...answered].map((number) => [`C${number}`, 'concede']));
          play.say(seat, reply(moves));
          play.say(seat, reply(moves));
        }
        vote(play, ['Yes', 'No', 'Yes']);
        play.say('writer', DECISION('Yes'));
        play.say('b', 'I hold No.');
        play.add('debate-closed', { outcome: 'majority', decision: null, warnings: [], by: 'rules' });
        const claims = resultOf(play)?.data['claims'] as { id: string; fate: string }[];
        expect(claims.filter(({ fate }) => fate === 'dropped').map(({ id }) => id)).toEqual(
          dropped.map((number) => `C${number}`),
        );
      }),
    );
  });
});

describe('the decision', () => {
  const voted = (openings: readonly string[], final: readonly string[], more: object = {}) => {
    const play = opened(openings, { rounds: 1 });
    round(play, () => 'concede');
    vote(play, final, more);
    return play;
  };

  it('is written by the writer after the ballot, for the answer that the ballot has decided', () => {
    const play = voted(['Yes', 'No', 'Yes'], ['Yes', 'No', 'Yes']);
    expect(play.due).toEqual(['writer decision']);
    expect(play.steps[0]).toMatchObject({ task: 'write', values: { answer: 'Yes' } });
    expect(play.say('writer', DECISION('No'))).toMatchObject({
      ok: false,
      problem: { issues: ['The answer that stands is "Yes", but the decision says "No".'] },
    });
    expect(play.steps[0]?.corrections).toEqual(['The answer that stands is "Yes", but the decision says "No".']);
    expect(play.say('writer', 'We do it.')).toMatchObject({ ok: false });
    expect(play.say('writer', DECISION('Yes'))).toMatchObject({ ok: true });
  });

  it('names no answer where none stands', () => {
    const play = voted(['Yes', 'Yes', 'No'], ['No', 'No', 'No']);
    expect(play.steps[0]).toMatchObject({ task: 'write-open' });
    expect(play.say('writer', DECISION('No'))).toMatchObject({ ok: false });
    play.say('writer', '1. **No decision.** The openings say Yes, the ballot says No.');
    expect(outcomeOf(play)).toBe('not-settled');
  });

  it('is followed by a report of each seat in the minority, which is the dissent', () => {
    const play = voted(['Yes', 'No', 'Yes'], ['Yes', 'No', 'Yes']);
    play.say('writer', DECISION('Yes'));
    expect(play.due).toEqual(['b minority-report']);
    play.say('b', 'I hold No, and here is why.');
    expect(outcomeOf(play)).toBe('majority');
    const report = play.log.at(-1)?.seq;
    play.add('debate-closed', { outcome: 'majority', decision: null, warnings: [], by: 'rules' });
    expect(format.dissent?.(play.log, play.state)).toEqual([report]);
    expect(resultOf(play)?.data['minority']).toEqual([{ seat: 'b', report }]);
  });

  it.each([
    ['yes-no', ['Yes', 'Yes', 'No'], 'for **Yes**, and your last answer, **No**, is not the same.'],
    ['number', ['100', '100', '98'], 'for **100**, and your last answer, **98**, is not the same.'],
  ] as const)('tells a seat in the minority on a %s question how it was passed over', (answer, answers, words) => {
    const play = opened(answers, { rounds: 1 }, { answer });
    round(play, () => 'concede');
    vote(play, answers);
    play.say('writer', DECISION(answers[0]));
    expect(play.steps).toMatchObject([{ seat: 'c', values: { passed_over: `The panel has decided ${words}` } }]);
  });

  it('is agreed where all leave the first majority for a claim that they name', () => {
    const play = opened(['Yes', 'Yes', 'No'], { rounds: 1 });
    round(play, () => 'concede');
    play.say('a', ballot('No', { moved_by: 'C3' }));
    play.say('b', ballot('No', { moved_by: 'C3' }));
    play.say('c', ballot('No'));
    play.say('writer', DECISION('No'));
    expect(outcomeOf(play)).toBe('agreed');
  });

  it('is only accepted where a seat joins the majority, even for a reason', () => {
    const play = opened(['Yes', 'Yes', 'No'], { rounds: 1 });
    round(play, () => 'concede');
    vote(play, ['Yes', 'Yes']);
    play.say('c', ballot('Yes', { moved_by: 'C1' }));
    play.say('writer', DECISION('Yes'));
    expect(outcomeOf(play)).toBe('accepted');
  });

  it('is not settled by seats that agree that there is not enough to say', () => {
    const play = opened(['Yes', 'No', 'unsure'], { rounds: 1 });
    round(play, () => 'concede');
    for (const seat of ['a', 'b', 'c']) play.say(seat, ballot('unsure', { moved_by: seat === 'c' ? null : 'C3' }));
    play.say('writer', 'We know too little.');
    expect(outcomeOf(play)).toBe('not-settled');
  });

  it('may cite a claim that was made in a round', () => {
    const play = opened(['Yes', 'No', 'Yes'], { rounds: 1 });
    const moves = { C1: 'concede', C2: 'concede', C3: 'concede' };
    for (const seat of ['a', 'b', 'c']) play.say(seat, reply(moves, seat === 'c' ? ['It is free'] : []));
    play.say('b', ballot('Yes', { moved_by: 'C4' }));
    expect(play.log.at(-1)?.data).toMatchObject({ data: { movedBy: { seat: 'c', claim: 4 } } });
  });
});

describe('an answer in words', () => {
  const drafted = (options: RuleData = {}) => {
    const play = opened(['Buy', 'Build', 'Wait'], { rounds: 1, ...options }, WORDS);
    round(play, () => 'concede');
    play.say('writer', '1. **Decision.** We wait.');
    return play;
  };
  const votes = (play: Panel, all: readonly string[]) => {
    for (const [index, vote] of all.entries()) {
      const objection = vote === 'reject' ? 'It costs too much' : null;
      play.say(LETTERS[index] as string, ballot('Wait', { vote, objection }));
    }
  };

  it('is put to the vote as the writer drafts it', () => {
    const play = opened(['Buy', 'Build', 'Wait'], { rounds: 1 }, WORDS);
    round(play, () => 'concede');
    expect(play.steps[0]).toMatchObject({ seat: 'writer', task: 'draft' });
    const voting = drafted();
    expect(voting.steps[0]).toMatchObject({ task: 'ballot-and-vote' });
    votes(voting, ['own', 'own', 'own']);
    expect(outcomeOf(voting)).toBe('agreed');
  });

  it('goes back to the writer once where it is rejected, then those who still reject it report', () => {
    const play = drafted({ maxRefinements: 1 });
    votes(play, ['own', 'reject', 'accept']);
    expect(play.steps[0]).toMatchObject({ seat: 'writer', task: 'revise' });
    play.say('writer', '1. **Decision.** We wait until March.');
    expect(play.due).toEqual(['a ballot', 'b ballot', 'c ballot']);
    votes(play, ['reject', 'own', 'own']);
    expect(play.due).toEqual(['a minority-report']);
    expect(play.steps[0]?.values['passed_over']).toBe('The panel has decided, and you reject its decision.');
    play.say('a', 'Buy it.');
    expect(outcomeOf(play)).toBe('majority');
  });

  it('is agreed by nobody who has left before the new text', () => {
    const play = drafted({ maxRefinements: 1 });
    votes(play, ['own', 'reject', 'own']);
    play.say('writer', '1. **Decision.** We wait until March.');
    expect(format.expendable?.(play.state).map(({ seat }) => seat)).toEqual(['a', 'b', 'c']);
    play.add('seat-left', { seat: 'a', reason: sealWords('It failed.') });
    for (const seat of ['b', 'c']) play.say(seat, ballot('Wait', { vote: 'own' }));
    expect(outcomeOf(play)).toBe('majority');
    expect(resultOf(play)?.headline).toContain('2 of 3 seats hold the text of event 12 as their own answer');
    play.add('debate-closed', { outcome: 'majority', decision: null, warnings: [], by: 'rules' });
    expect(resultOf(play)?.headline).toContain('2 of 3 seats hold the decision as their own answer');
  });

  it('keeps the objection of a seat that left before the new text among what stands against it', () => {
    const play = drafted({ maxRefinements: 1 });
    votes(play, ['own', 'reject', 'own']);
    const [, rejection] = play.log.filter(({ data }) => 'act' in data && data.act === 'ballot');
    play.say('writer', '1. **Decision.** We wait until March.');
    play.add('seat-left', { seat: 'b', reason: sealWords('It failed.') });
    for (const seat of ['a', 'c']) play.say(seat, ballot('Wait', { vote: 'own' }));
    play.add('debate-closed', { outcome: 'majority', decision: null, warnings: [], by: 'rules' });
    expect(format.dissent?.(play.log, play.state)).toEqual([rejection?.seq]);
  });

  it('is not settled where half of the seats reject it', () => {
    const play = opened(['Buy', 'Build'], { rounds: 1, maxRefinements: 0 }, WORDS);
    round(play, () => 'concede');
    play.say('writer', '1. **Decision.** We wait.');
    votes(play, ['own', 'reject']);
    play.say('b', 'Build it.');
    expect(outcomeOf(play)).toBe('not-settled');
  });
});

describe('what seats read', () => {
  it('names no seat and stands in the order of the speakers, whoever spoke first', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(['a', 'b', 'c', 'd'], { minLength: 4 }), (order) => {
        const play = open({ seats: 4, rounds: 2 });
        for (const [index, seat] of order.entries()) play.say(seat, opening(index % 2 === 0 ? 'Yes' : 'No'));
        const moves = { C1: 'rebut', C2: 'concede', C3: 'concede', C4: 'concede' };
        for (const seat of order) play.say(seat, reply(moves));
        const seen = format.view(play.log, { seat: 'b', act: 'reply', data: { round: 2 } });
        const text = JSON.stringify(seen.map(({ title, text }) => ({ title, text })));
        expect(text).not.toMatch(/Seat [A-G]|own claim|withdraw/);
        expect(seen.map(({ title }) => title)).toEqual(
          ['Opening', 'Round 1'].flatMap((phase) => [1, 2, 3, 4].map((number) => `${phase}, Speaker ${number}`)),
        );
        const names = drawNames('a seed', ['a', 'b', 'c', 'd']);
        expect(seen.slice(0, 4).map(({ seat }) => `Opening, ${names.get(seat ?? '')}`)).toEqual(
          seen.slice(0, 4).map(({ title }) => title),
        );
      }),
      { numRuns: times(30, 3) },
    );
  });

  it('tells people who is who', () => {
    const play = opened(['Yes', 'No', 'Yes'], { rounds: 1 });
    round(play, (seat, claim) => (claim === 'C1' && seat === 'a' ? 'rebut' : 'concede'));
    const titles = format.transcript(play.log).map(({ title }) => title);
    expect(titles.at(-1)).toMatch(/^Round 1, Seat C \(Speaker [123]\)$/);
    expect(format.transcript(play.log)[3]?.text).toContain('- C1: **withdraws its own claim**. C1: because');
  });
});

describe('a seat that leaves', () => {
  it('ends the round that waited only for it, and its claims stay', () => {
    const play = opened(['Yes', 'No', 'Yes'], { rounds: 1 });
    for (const seat of ['a', 'b']) play.say(seat, reply({ C1: 'concede', C2: 'concede', C3: 'rebut' }));
    expect(format.expendable?.(play.state).map(({ seat }) => seat)).toEqual(['c']);
    play.add('seat-left', { seat: 'c', reason: sealWords('It failed.') });
    expect(play.due).toEqual(['a ballot', 'b ballot']);
    expect(resultOf(play)?.data).toMatchObject({ disputed: ['C3'] });
    expect(format.expendable?.(play.state)).toEqual([]);
  });

  it.each(['rebut', 'refine', 'concede'] as const)('has said what it said: %s, before and after', (said) => {
    const play = opened(['Yes', 'Yes', 'No'], { rounds: 1 });
    round(play, (seat, claim) => (seat === 'c' && claim !== 'C3' ? said : 'concede'));
    const disputed = () => resultOf(play)?.data['disputed'];
    const expected = said === 'concede' ? [] : ['C1', 'C2'];
    expect(disputed()).toEqual(expected);
    play.add('seat-left', { seat: 'c', reason: sealWords('It failed.') });
    expect(disputed()).toEqual(expected);
  });

  // Where it was the only one against the others, it is the minority, as its last answer counts in the tally.
  it.each([
    ['Yes Yes Yes No No', 'e', 'final ballot 3 to 2', '2 of 5 in the minority', ['d'], ['d', 'e']],
    ['Yes Yes Yes No No', 'd', 'final ballot 3 to 2', '2 of 5 in the minority', ['e'], ['d', 'e']],
    ['Yes Yes No', 'c', 'final ballot 2 to 1', '1 of 3 in the minority', [], ['c']],
    ['Yes Yes Yes No', 'a', 'final ballot 3 to 1', '1 of 4 in the minority', ['d'], ['d']],
  ])(
    'after its opening is in the minority or not by its last answer: %s without %s',
    (said, gone, tally, words, asked, all) => {
      const answers = said.split(' ');
      const play = opened(answers, { rounds: 1 });
      round(play, () => 'concede');
      play.add('seat-left', { seat: gone, reason: sealWords('It failed.') });
      vote(play, answers);
      play.say('writer', DECISION('Yes'));
      expect(play.due).toEqual(asked.length === 0 ? ['close'] : asked.map((seat) => `${seat} minority-report`));
      for (const seat of asked) play.say(seat, 'I hold No.');
      play.add('debate-closed', { outcome: 'majority', decision: null, warnings: [], by: 'rules' });
      const { headline, data } = resultOf(play) ?? {};
      expect(headline).toContain(tally);
      expect(headline).toContain(words);
      expect(data).toMatchObject({ dissent: all, minority: all.map((seat) => ({ seat })) });
    },
  );

  it('is waited for once its ballot counts', () => {
    const play = opened(['Yes', 'No', 'Yes'], { rounds: 1 });
    round(play, () => 'concede');
    vote(play, ['Yes', 'No', 'Yes']);
    expect(format.expendable?.(play.state)).toEqual([]);
    play.say('writer', DECISION('Yes'));
    expect(play.due).toEqual(['b minority-report']);
    expect(format.expendable?.(play.state)).toEqual([]);
  });
});
