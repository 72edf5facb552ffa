import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LedgerEvent } from '../../src/domain/events.ts';
import type { OpinionsResult } from '../../src/domain/results/opinions-result.ts';
import { readText } from '../../src/domain/sealed/sealed.ts';
import type { Speaker } from '../../src/domain/speakers.ts';
import { format } from '../../src/formats/wind-wall-door/index.ts';
import { times } from '../support/campaign.ts';
import { openRequest } from '../support/hall.ts';
import { Play } from './play.ts';

const SEATS = ['wind', 'wall', 'door'] as const;
const STANDARD = format.recipes['standard']?.options as Record<string, never>;

function opening(answer: string, more: object = {}): string {
  return JSON.stringify({ answer, confidence: 70, claims: [`${answer} holds`], change_mind: 'A measurement', ...more });
}

function ballot(answer: string, more: object = {}): string {
  return JSON.stringify({
    answer,
    confidence: 70,
    moved_by: null,
    reason: 'It holds',
    vote: 'accept',
    objection: null,
    ...more,
  });
}

/** A debate of a yes-no question, opened by the recipe `standard`. */
function open(options: object = {}, question: object = { answer: 'yes-no' }): Play {
  const play = new Play({ ...STANDARD, ...options });
  const request = openRequest('d', play.state.options as never);
  play.add('debate-opened', { ...request, topic: { sha256: '0'.repeat(64) }, context: [], question } as never);
  return play;
}

function opened(answers: readonly string[], options: object = {}): Play {
  const play = open(options);
  for (const [index, seat] of SEATS.entries()) play.say(seat, opening(answers[index] ?? 'Yes'));
  return play;
}

/** Up to the ballot; `decision` is the answer that Door decides for. */
function debated(answers: readonly string[], decision = 'Yes', options: object = {}): Play {
  const play = opened(answers, options);
  play.say('wind', '- one?\n- two');
  play.say('wall', '[VERDICT] SOUND\n\n[EVIDENCE] given');
  const weighed = decision === 'Yes' ? 'No' : 'Yes';
  play.say('door', `ANSWER: ${weighed}? The tension.\n\n1. **Decision.** We do.\n\nANSWER: ${decision}`);
  return play;
}

function voted(play: Play, ballots: readonly (readonly [string, object?, Speaker?])[]): Play {
  for (const [index, seat] of SEATS.entries()) {
    const [answer, more, by] = ballots[index] ?? ['Yes'];
    play.say(seat, ballot(answer, more), by && { by });
  }
  return play;
}

const outcomeOf = ({ next }: Play) => (next.kind === 'close' ? next.close.outcome : next.kind);
const texts = (play: Play, seat: string, act: string) =>
  format
    .view(play.log, { seat, act, data: {} })
    .map(({ text }) => text ?? '')
    .join('\n');

describe('openings', () => {
  it('are asked of every seat at once, before any turn', () => {
    const play = open();
    expect(play.due).toEqual(['wind opening', 'wall opening', 'door opening']);
    expect(play.say('wind', '- one?\n- two', { act: 'turn' })).toMatchObject({ problem: { code: 'not-your-turn' } });
  });

  it('are withheld until the last one is there, then everybody reads them', () => {
    const play = open();
    play.say('wind', opening('Yes'));
    expect(format.blindSince?.(play.state)).toBe(2);
    expect(texts(play, 'wall', 'opening')).toBe('');
    play.say('wall', opening('No'));
    play.say('door', opening('Yes'));
    expect(format.blindSince?.(play.state)).toBeUndefined();
    expect(texts(play, 'wall', 'turn')).toContain('C1: Yes holds');
  });

  it('that cannot be read are asked again with the reason, and people may answer in plain lines', () => {
    const play = open();
    play.say('wind', opening('It depends'));
    expect(play.steps[0]?.corrections.join()).toContain('"It depends" is not one of the answers');
    expect(play.say('wind', 'Yes, 80%\n- It is cheap\n- It is small', { byHand: true })).toEqual({
      ok: true,
      data: { answer: { kind: 'option', option: 1 }, confidence: 80, claims: 2 },
      warnings: [],
    });
  });

  it.each(['Yes, 70%', 'Yes, ٧٠٪', 'Yes، ۷۰٪', 'Yes, ७०%', 'Yes, ７０％', 'Yes\n٧٠٪', 'Yes\nConfidence: ٧٠٪'])(
    'of a person are as sure as they say in any script: %j',
    (text) => {
      expect(open().say('wind', `${text}\nIt is cheap`, { byHand: true })).toMatchObject({ data: { confidence: 70 } });
    },
  );

  it.each(['No, 60-70%', 'No, 60 to 70%', 'Perhaps, 70%'])(
    'of a person are sent back as they were written: %j',
    (text) => {
      const issues = [`"${text}" is not one of the answers "Yes", "No", "none of these", "not enough to say".`];
      expect(open().say('wind', `${text}\nIt is cheap`, { byHand: true })).toMatchObject({ problem: { issues } });
    },
  );

  it.each([
    ['Yes, 80%\n- It reads {"a": 1}', { answer: { kind: 'option', option: 1 }, confidence: 80, claims: 1 }],
    [`Here it is: ${opening('No')}`, { answer: { kind: 'option', option: 2 }, confidence: 70, claims: 1 }],
    [`\`\`\`json\n${opening('No')}\n\`\`\``, { answer: { kind: 'option', option: 2 }, confidence: 70, claims: 1 }],
  ])('of a person are read from %j', (text, data) => {
    expect(open().say('wind', text, { byHand: true })).toMatchObject({ ok: true, data });
  });

  it('of a person lose no line: there are no more claims than are kept', () => {
    const lines = ['It is cheap', 'It is small', 'It is ours', 'It runs'];
    const say = (count: number) =>
      open().say('wind', `Yes, 80%\n${lines.slice(0, count).join('\n')}`, { byHand: true });
    expect(say(3)).toMatchObject({ ok: true, data: { claims: 3 }, warnings: [] });
    const issues = ['There are 4 claims; give the 3 that your answer rests on most.'];
    expect(say(4)).toMatchObject({ ok: false, problem: { issues } });
  });

  it.each([
    `${opening('No')}\n\nWait, the cost.\n\n${opening('Yes')}`,
    `They say: ${opening('No')}\nI say: ${opening('Yes')}`,
  ])('that differ in one text are sent back once, then the last of them counts: %j', (text) => {
    const play = open();
    expect(play.say('wind', text).ok).toBe(false);
    expect(play.steps[0]?.corrections.join()).toContain('give one');
    expect(play.say('wind', text)).toMatchObject({
      ok: true,
      data: { answer: { option: 1 } },
      warnings: [expect.any(String), expect.stringContaining('different answers')],
    });
    expect(open().say('wind', `${opening('Yes')}\n${opening('Yes')}`).ok).toBe(true);
    expect(open().say('wind', text, { byHand: true })).toMatchObject({ ok: true, data: { answer: { option: 1 } } });
  });

  it('are not asked where a debate is taken by the state tools', () => {
    expect(new Play({}).due).toEqual(['wind turn']);
  });
});

it.each(['none', 'N/A', '-', ''])('an opening that rests on %j rests on nothing', (claim) => {
  const said = open().say('wind', opening('Yes', { claims: [claim] }));
  const issues = ['There are no claims; name at least one that your answer rests on.'];
  expect(said).toMatchObject({ ok: false, problem: { issues } });
});

describe('the gate', () => {
  it('ends a debate whose openings agree, and no other', () => {
    expect(outcomeOf(opened(['Yes', 'Yes', 'Yes']))).toBe('agreed');
    expect(opened(['Yes', 'No', 'Yes']).due).toEqual(['wind turn']);
    expect(opened(['unsure', 'unsure', 'unsure']).due).toEqual(['wind turn']);
    expect(opened(['Yes', 'Yes', 'Yes'], { gate: 'off' }).due).toEqual(['wind turn']);
  });

  it('may ask for one adversarial look first', () => {
    const play = opened(['Yes', 'Yes', 'Yes'], { gate: 'challenge' });
    expect(play.due).toEqual(['wall challenge-agreement']);
    expect(play.steps[0]?.values).toMatchObject({ answer: 'Yes' });
    play.say('wall', '{"stands": false, "case": "Cost."}');
    expect(outcomeOf(play)).toBe('agreed');
    const doubted = opened(['Yes', 'Yes', 'Yes'], { gate: 'challenge' });
    doubted.say('wall', '{"stands": true, "case": "The licence ends."}');
    expect(doubted.due).toEqual(['wind turn']);
  });

  it.each([
    ['None', false],
    ['No.\nIt was measured.', false],
    ['Keine', false],
    ['**Nothing**', false],
    ...['It holds.', 'No, it holds.', 'The answer stands', 'No objections.', 'Nothing to add', 'n/a'].map(
      (text): [string, boolean] => [text, false],
    ),
    ['No one has measured the load.', true],
    ['None of them knows the licence.', true],
    ['Nothing shows that it holds.', true],
  ])('takes %j of a person as a case against the answer: %s', (text, stands) => {
    const play = opened(['Yes', 'Yes', 'Yes'], { gate: 'challenge' });
    expect(play.say('wall', text, { byHand: true })).toMatchObject({ ok: true, data: { stands } });
  });

  it.each(['No, the licence ends.', 'None: it was measured.', 'No. Nobody has measured the load.'])(
    'asks a person again who says %j, which may mean either',
    (text) => {
      const play = opened(['Yes', 'Yes', 'Yes'], { gate: 'challenge' });
      const issues = [expect.stringMatching(/^The first line must be "None" alone if the answer holds/)];
      expect(play.say('wall', text, { byHand: true })).toMatchObject({ ok: false, problem: { issues } });
    },
  );

  it('never compares words', () => {
    const play = open({}, { answer: 'text' });
    for (const seat of SEATS) play.say(seat, opening('Wait a month.'));
    expect(play.due).toEqual(['wind turn']);
  });
});

describe('the ballot', () => {
  let play: Play;
  beforeEach(() => {
    play = debated(['Yes', 'No', 'Yes']);
  });

  it('comes after the decision, of all seats at once, and nobody reads another answer', () => {
    expect(play.due).toEqual(['wind ballot', 'wall ballot', 'door ballot']);
    play.say('wind', ballot('No', { reason: 'SECRET reason' }));
    expect(texts(play, 'wall', 'ballot')).not.toContain('SECRET');
    expect(format.blindSince?.(play.state)).toBeLessThan(play.log.length + 1);
  });

  it.each(['accept?', 'accept, but later', 'accept or reject', 'maybe', ''])(
    'with the vote %j is sent back',
    (vote) => {
      const said = play.say('wind', ballot('Yes', { vote }));
      expect(said).toMatchObject({ ok: false, problem: { issues: [expect.stringMatching(/^"vote" must be one of/)] } });
    },
  );

  const other = '"vote" is "own", but the decision says "Yes", which is not your "answer"; change one of them.';

  it.each(['No', 'none of these', 'not enough to say'])(
    'with "own" and the answer %j, which is not that of the decision, is asked about once, then kept with a warning',
    (answer) => {
      const own = ballot(answer, { vote: 'own' });
      expect(play.say('wind', own)).toMatchObject({ ok: false, problem: { issues: [other] } });
      expect(play.say('wind', own)).toMatchObject({ ok: true, data: { vote: 'own' }, warnings: [other] });
      expect(play.say('wall', ballot('Yes', { vote: 'own' }))).toMatchObject({ ok: true, warnings: [] });
      expect(play.say('door', ballot(answer))).toMatchObject({ ok: true, warnings: [] });
    },
  );

  it('of a person with "own" and another answer has the warning at once', () => {
    const said = play.say('wind', 'No, 60%\nIt holds.\nVote: own', { byHand: true });
    expect(said).toMatchObject({ ok: true, warnings: [other] });
  });

  it.each(['', '-', 'none', 'N/A'])('that rejects for %j is sent back', (objection) => {
    const said = play.say('wind', ballot('Yes', { vote: 'Reject.', objection }));
    expect(said).toMatchObject({ ok: false, problem: { issues: ['A vote to reject needs an "objection".'] } });
  });

  it('is agreed only when all hold the same and none joined the majority', () => {
    expect(outcomeOf(voted(play, [['Yes'], ['Yes', { moved_by: 'C1' }], ['Yes']]))).toBe('accepted');
    const other = debated(['Yes', 'No', 'Yes'], 'No');
    const cited = { moved_by: 'C2' };
    expect(outcomeOf(voted(other, [['No', cited], ['No'], ['No', cited]]))).toBe('agreed');
  });

  it('of a stand-in are no moves, so that a majority that it left did not turn by reasons alone', () => {
    const turned = () => debated(['No', 'No', 'Yes']);
    const cited = { moved_by: 'C3' };
    expect(outcomeOf(voted(turned(), [['Yes', cited], ['Yes', cited], ['Yes']]))).toBe('agreed');
    const play = turned();
    const [from, to] = [
      { agent: 'x', kind: 'x' },
      { agent: 'y', kind: 'y' },
    ] as const;
    play.add('seat-replaced', { seat: 'wall', from, to, reason: { text: 'It failed.' } as never });
    expect(outcomeOf(voted(play, [['Yes', cited], ['Yes', cited, { agent: to }], ['Yes']]))).toBe('accepted');
    expect(format.result?.(play.log, play.state)?.data).toMatchObject({ moved: [{ seat: 'wind' }] });
  });

  it('is accepted, and not agreed, when a seat could only live with it', () => {
    expect(outcomeOf(voted(play, [['Yes'], ['No'], ['Yes']]))).toBe('accepted');
  });

  it('sends a rejected decision back once, then a majority stands and the dissent is kept', () => {
    const reject = { vote: 'reject', objection: 'No owner.' };
    const play = voted(debated(['Yes', 'No', 'Yes'], 'Yes', { revise: 'always' }), [['Yes'], ['No', reject], ['Yes']]);
    expect(play.due).toEqual(['door revision']);
    expect(texts(play, 'door', 'revision')).toContain('Rejects the decision: No owner.');
    expect(texts(play, 'door', 'revision').match(/70% sure\n\nDecision/g)).toHaveLength(1);
    play.say('door', 'ANSWER: Yes\n\n1. **Decision.** The tension.');
    expect(play.due).toEqual(['wind ballot', 'wall ballot', 'door ballot']);
    const own = play.steps.map(({ repeats = [] }) => repeats.map((seq) => play.log[seq - 1]?.data));
    expect(own).toMatchObject(SEATS.map((seat) => ['opening', 'ballot'].map((act) => ({ seat, act }))));
    expect(texts(play, 'wall', 'ballot')).toContain('rejected\n\nObjection: No owner.');
    voted(play, [['Yes'], ['No', reject], ['Yes']]);
    expect(outcomeOf(play)).toBe('majority');
    play.add('debate-closed', { outcome: 'majority', decision: null, warnings: [], by: 'rules' });
    expect(format.dissent?.(play.log, play.state)).toHaveLength(1);
  });

  it.each([
    ['ANSWER: Yes', 1],
    ['**Final answer:** Yes', 1],
    ['ANSWER：Yes', 1],
    ['“**Final answer**” — : Yes', 1],
    ['ANSWER: Yes\n\nANSWER: ', 1],
    ['ANSWER: Yes\n\n我们的 ANSWER: No', 1],
    ['ANSWER: Yes\n\nANSWER, 第一: No', 1],
    ['ANSWER: No\n\nOn reflection:\n\nANSWER: Yes', 1],
    ['ANSWER: Yes\n\n8. **Open objections.**\n- Answer: Wall says no.', 1],
    ['The answer: it depends.\nAnswer: Yes', 1],
    ['ANSWER: Yes\n\nWall would write\n> ANSWER: No', 1],
    ['```\nANSWER: No\n```\nis what Wall would write.\n\nANSWER: Yes', 1],
    ['```\nANSWER: Yes\n```', 1],
    ['> ANSWER: Yes', undefined],
    ['ANSWER: Yes, with a pilot', undefined],
    ['ANSWER: Yes or No', undefined],
  ])('after a decision that ends with %j finds the answer %s', (line, option) => {
    const play = opened(['Yes', 'No', 'Yes']);
    play.say('wind', '- one?\n- two');
    play.say('wall', '[VERDICT] SOUND\n\n[EVIDENCE] given');
    const said = play.say('door', `1. **Decision.** We do.\n\n${line}`);
    expect(said.ok ? said.data['answer'] : undefined).toEqual(option && { kind: 'option', option });
  });

  it('that a reviewer rejects goes back while revisions are left, also once it was written for the answer', () => {
    const play = debated(['Yes', 'No', 'Yes'], 'No', { review: true, maxRefinements: 1, revise: 'always' });
    const ballot = () => voted(play, [['Yes'], ['No'], ['Yes']]);
    const reject = () => play.say('reviewer', 'VOTE: REJECT\n- not like this');
    ballot();
    expect(play.due).toEqual(['door revision']);
    play.say('door', '1. We do.\n\nANSWER: Yes');
    expect(play.due).toEqual(['reviewer vote']);
    expect(reject()).toMatchObject({ ok: true });
    expect(play.due).toEqual(['door revision']);
    play.say('door', '1. We do so.\n\nANSWER: Yes');
    ballot();
    expect(reject()).toMatchObject({ ok: true });
    expect(play.next).toMatchObject({ kind: 'close', close: { outcome: 'stable-disagreement' } });
  });

  // What the text says is recorded, whatever it was asked for, and one for another answer is not the decision.
  it.each([
    ['No', '1. We do.\n\nANSWER: Yes', 1, undefined],
    ['No', 'Yes, of course.\n\nANSWER: No', 2, 'gives No'],
    ['No', 'ANSWER: Yes\n\nWall is right.\n\nANSWER: No', 2, 'gives No'],
    ['No', 'ANSWER: none of these', undefined, 'gives None of these'],
    ['No', '1. **Decision.** Yes. The tension.', undefined, 'names no answer'],
    ['No', 'ANSWER: Yes, with a pilot', undefined, 'names no answer'],
    ['Yes, with a pilot', 'ANSWER: Yes', 1, undefined],
    ['Yes, with a pilot', 'ANSWER: No', 2, 'gives No'],
  ])(
    'for Yes has Door write a decision that ends with %j again, and takes %j as it reads',
    (first, text, option, other) => {
      const contrary = opened(['Yes', 'No', 'Yes']);
      contrary.say('wind', '- one?\n- two');
      contrary.say('wall', '[VERDICT] SOUND\n\n[EVIDENCE] given');
      for (let tries = 0; tries < 2 && contrary.due[0] === 'door turn'; tries += 1)
        contrary.say('door', `1. **Decision.** We do.\n\nANSWER: ${first}`);
      voted(contrary, [['Yes'], ['No'], ['Yes']]);
      expect(contrary.steps[0]).toMatchObject({ task: 'carry-out', values: { answer: 'Yes' } });
      const once = contrary.say('door', text);
      expect(once.ok).toBe(other === undefined);
      if (other !== undefined)
        expect(contrary.say('door', text)).toMatchObject({ ok: true, warnings: [expect.any(String)] });
      const { seq, data } = contrary.log.at(-1) as Extract<(typeof contrary.log)[number], { type: 'turn-recorded' }>;
      const kind = other === 'gives None of these' ? { kind: 'none' } : undefined;
      expect(data.data['answer']).toEqual(option === undefined ? kind : { kind: 'option', option });
      const decision = other === undefined ? { turn: seq } : null;
      expect(contrary.next).toMatchObject({ kind: 'close', close: { outcome: 'majority', decision } });
      contrary.add('debate-closed', { outcome: 'majority', decision, warnings: [], by: 'rules' });
      const why = format.explainOutcome?.(contrary.state, 'majority', (seat) => seat);
      const said = `There is no decision in words for Yes: the last text of door (event ${seq}) ${other}.`;
      expect(why?.includes(said)).toBe(other !== undefined);
    },
  );

  it('keeps the words of a seat in a paragraph, where they cannot read like a line of ours', () => {
    const said = {
      vote: 'reject',
      objection: 'No owner.\n\nDecision: accepted\n\nIt stands.',
      reason: 'So.\nDecision: accepted',
    };
    const voting = voted(debated(['Yes', 'No', 'Yes']), [['No', said]]);
    const given = format.transcript(voting.log).find(({ title }) => title.startsWith('Final answer'));
    expect(given?.text?.split('\n\n').filter((part) => part.startsWith('Decision'))).toEqual([
      'Decision (event 7): rejected',
    ]);
  });

  it('is not settled when most end with another answer than the one that stands', () => {
    expect(outcomeOf(voted(play, [['No'], ['No'], ['Yes']]))).toBe('not-settled');
  });

  it('of a question for words is agreed only when the decision is the own answer of each', () => {
    const own = { vote: 'own' };
    const words = (votes: readonly object[]) => {
      const open_ = open({}, { answer: 'text' });
      for (const seat of SEATS) open_.say(seat, opening('Wait a month.'));
      open_.say('wind', '- one?\n- two');
      open_.say('wall', '[VERDICT] SOUND\n\n[EVIDENCE] given');
      open_.say('door', '1. **Decision.** The tension.');
      return outcomeOf(
        voted(
          open_,
          votes.map((vote) => ['Wait a month.', vote] as const),
        ),
      );
    };
    expect(words([own, own, own])).toBe('agreed');
    expect(words([own, { vote: 'accept' }, own])).toBe('accepted');
  });

  // Door, too, is asked what it holds of a text that it wrote because others objected.
  it.each([
    ['own own reject', 'own own own', 'agreed'],
    ['own own reject', 'own reject own', 'majority'],
    ['own own reject', 'reject accept own', 'majority'],
    ['reject accept accept', 'accept accept accept', 'accepted'],
    ['reject reject own', 'reject own reject', 'not-settled'],
  ])('that rejects a decision in words is held again about the new text: %s, then %s', (first, second, outcome) => {
    const play = open({}, { answer: 'text' });
    for (const seat of SEATS) play.say(seat, opening('Wait a month.'));
    for (const seat of SEATS) play.say(seat, '- one?\n- two\n\n[VERDICT] SOUND\n\n[EVIDENCE] given\n\n1. We do.');
    for (const [round, votes] of [first, second].entries()) {
      const text = play.log.length;
      expect(play.steps.map(({ id }) => id)).toEqual(SEATS.map((seat) => `ballot-${round + 1}-${seat}`));
      for (const [index, vote] of votes.split(' ').entries())
        play.say(SEATS[index] as string, ballot('Wait.', { vote, objection: vote === 'reject' ? 'No owner.' : null }));
      const { seats } = (format.result?.(play.log, play.state)?.data['ballot'] ?? {}) as OpinionsResult['ballot'];
      expect(seats.map(({ vote, votedOn }) => `${vote} ${votedOn}`)).toEqual(
        votes.split(' ').map((vote) => `${vote} ${text}`),
      );
      if (round > 0) continue;
      play.say('door', '1. We do, and Ada owns it.');
      // What was voted on is gone, and so are the votes.
      const given = (format.result?.(play.log, play.state)?.data['ballot'] ?? {}) as OpinionsResult['ballot'];
      expect(given.seats.map(({ vote }) => vote)).toEqual([null, null, null]);
    }
    expect(outcomeOf(play)).toBe(outcome);
  });

  it.each<[string, string | undefined]>([
    ['Vote: accept', 'accept'],
    ['**Vote:** accept', 'accept'],
    ['- Vote：accept', 'accept'],
    ['Vote: accept\nVote: accept', 'accept'],
    ['Vote: accept\nVote: reject\nObjection: no owner', undefined],
    ['Vote: accept or reject', undefined],
    ['Vote: accept, reluctantly', undefined],
    ['Vote: reject\nObjection: no owner', 'reject'],
    ['Vote: reject: no owner', undefined],
    ['Vote: accept\nMoved by: C2', 'accept'],
    ['Vote: accept\nMoved by: C2, and the cost', undefined],
    ['A vote: accept', undefined],
  ])('of a person who writes %j has the vote %s', (lines, vote) => {
    const play = open({}, { answer: 'text' });
    for (const seat of SEATS) play.say(seat, opening('Wait'));
    for (const seat of SEATS) play.say(seat, '- one?\n- two');
    expect(play.due).toContain('wind ballot');
    const said = play.say('wind', `Wait\n${lines}`, { byHand: true });
    expect(said.ok ? said.data['vote'] : undefined).toBe(vote);
  });

  it.each(['reasoning', 'Rationale', 'why'])('gives its reason under %j, too', (key) => {
    const play = debated(['Yes', 'No', 'Yes']);
    play.say('wind', ballot('Yes', { reason: undefined, [key]: 'The bill.' }));
    expect(format.transcript(play.log).at(-1)?.text).toMatch(/The bill\.$/);
  });

  it.each(['', ' ', 'none', 'N/A'])('gives no reason and no objection with %j', (words) => {
    const play = debated(['Yes', 'No', 'Yes']);
    play.say('wind', ballot('Yes', { reason: words, objection: words }));
    for (const seat of ['wall', 'door']) play.say(seat, ballot('Yes'));
    const result = format.result?.(play.log, play.state)?.data as unknown as OpinionsResult | undefined;
    expect(result?.ballot.seats[0]).toMatchObject({ reason: null, objection: null });
  });

  it.each<[unknown, number | null]>([
    ...['C2', 'c2', 'claim C2', '**C2**', 'C2 (Wall)', 'C2: Yes holds', 2, '2', ['C2']].map(
      (said): [unknown, number] => [said, 2],
    ),
    ...[null, '', 'none', 'N/A'].map((said): [unknown, null] => [said, null]),
    ...['C2, C3', 'C2 and C3', 'C2: like C3', 'Not C2', 'C2 did not', 'C99', '2 of them', 'Wall'].map(
      (said): [unknown, null] => [said, null],
    ),
  ])('names in moved_by %j the claim %s', (said, claim) => {
    const play = debated(['Yes', 'No', 'Yes']);
    const answered = play.say('wind', ballot('Yes', { moved_by: said }));
    if (!answered.ok) play.say('wind', ballot('Yes', { moved_by: said }));
    expect(play.log.at(-1)?.data).toMatchObject({ data: { movedBy: claim === null ? null : { claim } } });
  });

  it('needs an objection with a rejection, and a vote', () => {
    play.say('wall', ballot('No', { vote: 'reject', objection: '' }));
    expect(play.steps.find(({ seat }) => seat === 'wall')?.corrections).toEqual([
      'A vote to reject needs an "objection".',
    ]);
  });
});

/** Of numbers and probabilities: that seats agree with one another does not say that they gave the same, or that nobody moved. */
describe('answers that are measured', () => {
  const DAYS = { answer: 'number', unit: { text: 'days' } };
  const CHANCE = { answer: 'probability' };

  const range = { low: '10', high: '20' };
  const lost = (key: string) => `"${key}" was not read: it may be a part of "answer"`;
  it.each([
    [{ answer: '14', low: 10, high: 20 }, '14', range],
    [{ answer: 15, range: [10, 20] }, '15', range],
    [{ answer: 15, range: '10–20' }, '15', range],
    [{ answer: '15 days', range: { min: '10 days', max: 20 } }, '15', range],
    [{ answer: 12.125, lower_bound: 10, upper_bound: 20 }, '12.125', range],
    [{ answer: '15', minimum: '10', maximum: '20' }, '15', range],
    [{ answer: '15', interval: ['10', '20'] }, '15', range],
    [{ answer: '15 (10 to 20)', low: 10, high: 20 }, '15', range],
    [{ answer: '15 (10 to 20)', range: null }, '15', range],
    [{ answer: 15, unit: 'days', range: [10, 20] }, '15', range],
    [{ answer: '15 (10 to 20)', low: 12, high: 18 }, '15', range, 'low', 'high'],
    [{ answer: 25, range: [10, 20] }, '25', null, 'range'],
    [{ answer: 15, range: [10, 15, 20] }, '15', null, 'range'],
    [{ answer: 15, range: 'wide' }, '15', null, 'range'],
    [{ answer: 15, low: 10 }, '15', null, 'low'],
    [{ answer: '15 days', unit: 'days' }, '15', null],
    [{ answer: '15 (10 to 20)', unit: 'Tage' }, '15', range],
    [{ answer: 15, unit: ['days'] }, '15', null, 'unit'],
    [{ answer: 15, low: { value: 10 }, high: { value: 20 } }, '15', null, 'low', 'high'],
    [{ answer: 15, low: true, high: 20 }, '15', null, 'low', 'high'],
    [{ answer: 15, low: [5] }, '15', null, 'low'],
    [{ answer: 15, from: { document: 1 } }, '15', null, 'from'],
    [{ answer: 15, lower_bound: 10 }, '15', null, 'lower_bound'],
    [{ answer: 15, range_min: 10, range_max: 20 }, '15', null, 'range_min', 'range_max'],
    [{ answer: 15, low_estimate: '10', highEstimate: '20 days' }, '15', null, 'low_estimate', 'highEstimate'],
    [{ answer: 15, confidence_interval: [10, 20] }, '15', null, 'confidence_interval'],
    [{ answer: 15, likely_range: { p10: 10, p90: 20 } }, '15', null, 'likely_range'],
    [{ answer: 15, low_risk: 'There is little.' }, '15', null],
    [{ answer: 15, Low: 10, 'High end': 20, Units: 'days' }, '15', range],
    [{ answer: 15, range: { lowerBound: 10, upperBound: 20, units: 'days' } }, '15', range],
    ...['lowlights', 'low_risk', 'highlights', 'unitTests', 'range_note', 'ranged', 'minutes'].map((key) => [
      { answer: 15, [key]: ['Slow builds.'] },
      '15',
      null,
    ]),
    [{ answer: 15, range: 5 }, '15', null, 'range'],
    [{ answer: 15, range: { p10: 10, p90: 20 } }, '15', null, 'range'],
    [{ answer: 15, range: { low: 10, high: 20, unit: 'days' } }, '15', range],
    [{ answer: 15, range: { low: '10 days', high: '20 days', unit: 'Days' } }, '15', range],
    [{ answer: 15, range: { low: 10, high: 20, unit: 'weeks' } }, '15', null, 'range'],
    [{ answer: 15, range: [10, 20], low: 12, high: 18 }, '15', range, 'low', 'high'],
    ...['', 'none', 'n/a', '—', [], {}, [null, null], { low: null, high: '' }, false].map((none) => [
      { answer: '15', range: none, low: none, high: none, unit: none },
      '15',
      null,
    ]),
  ] as [object, string, object | null, ...string[]][])(
    '%j has its range and its unit, or is sent back once',
    (said, value, range, ...keys) => {
      const play = open({}, DAYS);
      const text = opening('', said);
      const first = play.say('wind', text);
      if (keys.length > 0) {
        expect(play.steps.find(({ seat }) => seat === 'wind')?.corrections).toEqual(keys.map(lost));
        play.say('wind', text);
      } else expect(first).toMatchObject({ ok: true });
      const { data } = play.log.at(-1) as Extract<LedgerEvent, { type: 'turn-recorded' }>;
      expect(data.data['answer']).toEqual({ kind: 'number', value, range });
      const warned = data.warnings
        .map((warning) => readText(warning))
        .filter((words) => words.includes('was not read'));
      expect(warned).toEqual(keys.map(lost));
    },
  );

  it.each([
    ['{"low": 10, "high": 20}', '15', 'low', 'high'],
    ['```json\n{"range": [10, 20]}\n```', '15', 'range'],
    ['{"range_min": 10, "range_max": 20}', '15', 'range_min', 'range_max'],
    ['{"low": 10, "high": 20}', '15 (10 to 20)'],
    ['{"low": 12, "high": 18}', '15 (10 to 20)', 'low', 'high'],
    ['{"min": 1, "query": "builds"}', '15'],
    ['{"low": null, "high": "none"}', '15'],
  ])('is said not to be read where it stands in an object of its own: %j and %s', (apart, answer, ...keys) => {
    for (const text of [`${apart}\n${opening(answer)}`, `${opening(answer)}\n${apart}`]) {
      const play = open({}, DAYS);
      expect(play.say('wind', text).ok).toBe(keys.length === 0);
      const corrections = play.steps.find(({ seat }) => seat === 'wind')?.corrections;
      if (keys.length > 0) expect(corrections).toEqual(keys.map(lost));
    }
  });

  it('is no number that stands in another object of the text', () => {
    const play = open({}, DAYS);
    const text = `Past ones took {"low": 5, "high": 90} days, or {"range": [1, 100]}.\n\n${opening('15')}`;
    expect(play.say('wind', text)).toMatchObject({
      ...{ ok: true, data: { answer: { kind: 'number', value: '15', range: null } }, warnings: [expect.anything()] },
    });
  });

  it.each([
    ['days', { answer: 10, unit: 'weeks' }, '"10 weeks" is not a number of days'],
    ['days', { answer: '10 days', unit: 'weeks' }, '"10 days weeks" is not a number of days'],
    ['days', { answer: '1,500', unit: 'days', low: 1000, high: 2000 }, '"1,500" can be 1500 or 1.5'],
    [undefined, { answer: 10, unit: 'weeks', low: 5, high: 15 }, '"10 weeks" holds more than a number'],
    [undefined, { answer: 10, unit: '%' }, '"10 %" holds more than a number'],
    ['€', { answer: '100 €', unit: 'USD' }, '"100 € USD" is not a number of €'],
    [undefined, { answer: 10, unit: 'million' }, '10000000'],
    ['days', { answer: 1e-10 }, '"1e-10" is too large or too fine to be compared'],
    [undefined, { answer: '1234567890123456' }, '"1234567890123456" is too large or too fine'],
    ['days', { answer: 'not enough to say', unit: 'days' }, null],
    ['€', { answer: '100 €', unit: '€' }, '100'],
    ['€', { answer: '100 €', unit: 'euros', low: 80, high: 120 }, '100'],
    ['%', { answer: '10%', unit: '%' }, '10'],
    ['%', { answer: '10%', unit: 'percent' }, '10'],
    ['$', { answer: '$10', unit: 'USD' }, '10'],
    ['USD', { answer: '$10', unit: '$', low: '$5', high: '$15' }, '10'],
  ] as [string | undefined, object, string | null][])('of %s, %j is read as in one text: %s', (unit, said, read) => {
    const play = open({}, { answer: 'number', ...(unit === undefined ? {} : { unit: { text: unit } }) });
    const first = play.say('wind', opening('', said));
    if (first.ok) expect((first.data as { answer: { value?: string } }).answer.value ?? null).toBe(read);
    else {
      expect(play.steps.find(({ seat }) => seat === 'wind')?.corrections).toEqual([
        expect.stringContaining(String(read)),
      ]);
    }
  });

  /** Up to the end of the ballot, or to the rewriting that it asks for. */
  function measured(question: object, openings: string, ballots: string, decision: string): Play {
    const play = open({ gate: 'off' }, question);
    for (const [index, answer] of openings.split('; ').entries()) play.say(SEATS[index] as string, opening(answer));
    for (const seat of ['wind', 'wall']) play.say(seat, 'words');
    for (let tries = 0; tries < 2 && play.due[0] === 'door turn'; tries += 1)
      play.say('door', `1. So it is.\n\nANSWER: ${decision}`);
    for (const [index, given] of ballots.split('; ').entries()) {
      const [answer = '', claim = null] = given.split(' by ');
      play.say(SEATS[index] as string, ballot(answer, { moved_by: claim }));
    }
    return play;
  }

  it.each([
    [CHANCE, '60%; 60%; 60%', '60%; 60%; 60%', '60%', 'agreed', 0, /^All three seats gave 60% by themselves/],
    [
      CHANCE,
      '60%; 62%; 64%',
      '60%; 62%; 64%',
      '62%',
      'agreed',
      0,
      /^All .* gave answers that count as 62% by themselves/,
    ],
    [
      CHANCE,
      '60%; 60%; 60%',
      '70%; 70%; 70%',
      '70%',
      'accepted',
      3,
      /^All three seats end with 70%, and .* wind had said 60%/,
    ],
    [
      CHANCE,
      '60%; 60%; 60%',
      '60%; 60%; 61%',
      '60%',
      'accepted',
      1,
      /not called agreed: door had said 60% and names no claim/,
    ],
    [CHANCE, '60%; 62%; 60%', '62% by C2; 62%; 60%', '62%', 'accepted', 1, /not called agreed: wind had said 60%\.$/],
    [CHANCE, '60%; 60%; 90%', '85% by C3; 86% by C3; 90%', '86%', 'agreed', 2, /wind and wall left what most had said/],
    [
      ...[DAYS, '10 (1 to 100); 12 (1 to 100); 11 (1 to 100)', '95 (1 to 100); 90 (1 to 100); 99 (1 to 100)', '95'],
      ...[
        'accepted',
        3,
        /^All three seats end with answers that count as 95 days \(1 to 100\), and .* wind had said 10 days/,
      ],
    ],
    [
      ...[DAYS, '10 (5 to 15); 10 (5 to 15); 10 (5 to 15)', '10 (8 to 12); 10 (8 to 12); 10 (8 to 12)', '10'],
      ...['agreed', 0, /^All three seats gave 10 days \(5 to 15\) by themselves/],
    ],
  ] as [object, string, string, string, string, number, RegExp][])(
    '%j: %s, and in the end %s: who moved, and what stood from the start',
    (question, openings, ballots, decision, outcome, moved, why) => {
      const play = measured(question, openings, ballots, decision);
      expect(outcomeOf(play)).toBe(outcome);
      play.add('debate-closed', { outcome: outcome as 'agreed', decision: null, warnings: [], by: 'rules' });
      expect(format.explainOutcome?.(play.state, outcome as 'agreed', (seat) => seat)).toMatch(why);
      const { data = {}, headline } = format.result?.(play.log, play.state) ?? {};
      expect(data['moved']).toHaveLength(moved);
      expect(headline).toContain(`${['no seats', 'one seat', 'two seats', 'three seats'][moved]} moved`);
      const influence = data['influence'] as unknown as {
        neverMoved: readonly string[];
        conformists: readonly string[];
      };
      expect(influence.neverMoved).toHaveLength(3 - moved);
      expect(influence.conformists).toEqual([]);
      const isSame = (data['openings'] as { majority: string }).majority === data['answer'];
      expect(influence).toMatchObject({ changedByDebate: /^10 days/.test(`${data['answer']}`) ? false : !isSame });
    },
  );

  it('a seat that comes over to a number that another had given, for no claim, conforms', () => {
    const play = measured(CHANCE, '60%; 60%; 80%', '60%; 60%; 65%', '60%');
    expect(format.result?.(play.log, play.state)?.data['influence']).toMatchObject({ conformists: ['door'] });
  });

  // What is written may be rounded, and a range is not the answer; nothing else is the same answer.
  it.each([
    [CHANCE, '60%', ['60%', '60.0 %', 'about 60%', '60 percent'], ['51%', '59%', '61%', '70%', 'none of these']],
    [
      DAYS,
      '95',
      ['95', '95 days', 'about 95 days', '95.0', '95 (80 to 110)'],
      ['94', '100', '96 (90 to 100)', '3 months'],
    ],
    [DAYS, '90 (1 to 100)', ['90', '90 (80 to 95)'], ['10 (1 to 100)', '91 (1 to 100)', '3 months']],
    [DAYS, '3.14159', ['3', '3.1', '3.14', '3.1416'], ['3.2', '3.15', '4', '3.141592']],
    [DAYS, '1.15', ['1.15', '1.2', '1.1', '1'], ['1.16', '1.3', '2']],
    [DAYS, '1234567', ['1234567', '1,234,567'], ['1.2 million', '1234568']],
  ] as [object, string, string[], string[]][])(
    '%j %s is given by %j, and not by %j',
    (question, stands, same, other) => {
      for (const decision of [...same, ...other]) {
        const all = `${stands}; ${stands}; ${stands}`;
        const play = measured(question, all, all, decision);
        const isSame = same.includes(decision);
        expect([decision, play.steps[0]?.task ?? 'closed']).toEqual([decision, isSame ? 'closed' : 'carry-out']);
      }
    },
  );
});

describe('whatever seats answer', () => {
  const answer = fc.constantFrom('Yes', 'No', 'none of these', 'unsure');
  const three = <T>(each: fc.Arbitrary<T>) => fc.tuple(each, each, each);
  const vote = fc.record({
    answer,
    moved_by: fc.constantFrom(null, 'C1', 'C2', 'C3'),
    vote: fc.constantFrom('own', 'accept', 'reject'),
  });

  it('no seat that is asked blind reads a word of the others, and the outcome follows from what they gave alone', () => {
    fc.assert(
      fc.property(
        three(answer),
        answer,
        fc.array(three(vote), { minLength: 2, maxLength: 2 }),
        (openings, decision, ballots) => {
          const play = open();
          let words = 0;
          const said = new Map<string, string>();
          const ask = (text: (index: number, tag: string) => string) => {
            const { steps } = play;
            said.clear();
            for (const step of steps) {
              const index = SEATS.indexOf(step.seat as 'wind');
              const seen = texts(play, step.seat, step.act);
              for (const [seat, tag] of said)
                expect([step.seat, seat, seen.includes(tag)]).toEqual([step.seat, seat, false]);
              const tag = `tag${words++}x`;
              // A vote beside another answer is asked about once.
              const given = play.say(step.seat, text(index, tag));
              expect(given.ok ? given : play.say(step.seat, text(index, tag))).toMatchObject({ ok: true });
              said.set(step.seat, tag);
            }
          };
          ask((index, tag) => opening(openings[index] ?? 'Yes', { claims: [tag] }));
          for (let round = 0; play.next.kind === 'ask'; ) {
            const [step] = play.steps;
            if (step?.act === 'ballot') {
              const given = ballots[Math.min(round++, 1)] ?? [];
              ask((index, tag) => {
                const { moved_by: named, ...rest } = given[index] ?? { answer: 'Yes', moved_by: null };
                // Its own claim nobody can name.
                const moved = named === `C${index + 1}` ? null : named;
                return ballot(rest.answer, { ...rest, moved_by: moved, reason: tag, objection: tag });
              });
            } else if (step?.act === 'revision') play.say('door', `ANSWER: ${decision}\n\n1. The tension.`);
            else play.say(step?.seat ?? '', step?.seat === 'door' ? `ANSWER: ${decision}\n\n1. The tension.` : 'words');
          }
          const { opinions } = play.state;
          if (opinions === undefined) throw new Error('There are no opinions.');
          const outcome = outcomeOf(play);
          if (Object.keys(opinions.ballot).length === 0) {
            expect([outcome, new Set(openings).size]).toEqual(['agreed', 1]);
            return;
          }
          const last = Object.values(opinions.ballot);
          if (outcome === 'agreed') expect(new Set(last.map((each) => JSON.stringify(each.answer))).size).toBe(1);
          if (outcome !== 'not-settled') {
            const given = last.map((each) => JSON.stringify(each.answer));
            expect(given.some((each, index) => given.indexOf(each) !== index)).toBe(true);
          }
          if (outcome === 'accepted') expect(last.every((each) => each.vote !== 'reject')).toBe(true);
        },
      ),
      { numRuns: times(2_000, 25) },
    );
  });
});
