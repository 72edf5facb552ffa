// Taking part in a debate from the page: each thing is written once, by the person's name, and never over something they had not read.
import { describe, expect, it } from 'vitest';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import type { OpenInput } from '../../src/hall/operations/debate/opening/open-input.ts';
import { interject, say } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { OPEN_GATE } from '../../src/platform/access/gate.ts';
import { inCi } from '../support/campaign.ts';
import { type Loose, openView, type Tab } from './support.ts';

const author = 'Ben';

async function open(hall: Hall, input: Partial<OpenInput> = {}): Promise<void> {
  const base = { threadId: 'one', topic: 'Should we?', format: 'wind-wall-door', seating: 'by-hand' } as const;
  await openDebate(hall, { ...base, ...input });
}

let keys = 0;
const key = () => `key-${String(keys++).padStart(8, '0')}`;

const ONE = '/api/debates/one';

/** As the page does it: what is asked, what was read, then the answer. */
async function answer({ get, post }: Tab, seat: string, filled: object): Promise<Loose> {
  const { turn, seen } = await get(`${ONE}/seats/${seat}`);
  return await post(`${ONE}/say`, { key: key(), seat, step: turn.step, seen, kind: turn.kind, filled });
}

const text = (content: string) => ({ content });
const named = ({ fields }: Loose) => fields.map(({ name }: Loose) => name);

/** What comes back of a turn. */
const form = ({ kind }: Loose, filled: object) => ({ kind, filled });

const refusalOf = (work: Promise<unknown>): Promise<Loose> =>
  work.then(
    () => undefined,
    (error: Loose) => error.refusal,
  );

describe('a person at the page', () => {
  it('takes a seat with its prompt and what was said', async (context) => {
    const { hall, openTab } = await openView(context);
    await open(hall);
    const tab = await openTab();
    const before = await tab.get(ONE);
    expect(before).toMatchObject({
      running: false,
      waitsFor: [{ seat: 'wind', act: 'turn', kind: 'text', label: 'Wind speaks' }],
      can: { interject: true, pick: [], pause: false, resume: false, close: 'in-words', outcome: [] },
    });
    expect(await tab.get(`${ONE}/seats/wind`)).toMatchObject({
      seen: 1,
      topic: 'Should we?',
      said: [],
      system: expect.stringContaining('Wind'),
    });
    await answer(tab, 'wind', text('1. One way\n2. Another'));
    const { record, waitsFor } = await tab.get(ONE);
    expect(record.entries).toMatchObject([
      { seat: 'wind', text: '1. One way\n2. Another', by: { author: 'Ada (page)' } },
    ]);
    expect(waitsFor).toMatchObject([{ seat: 'wall' }]);
    expect(await tab.get(`${ONE}/seats/wall`)).toMatchObject({
      said: [{ seq: 1, title: 'Round 1, Wind', text: '1. One way\n2. Another' }],
    });
  });

  it('writes a turn of several parts as lines with labels', async (context) => {
    const { hall, openTab } = await openView(context);
    await open(hall, { topic: 'We should.', format: 'oxford' });
    const tab = await openTab();
    const [{ kind, fields }] = (await tab.get(ONE)).waitsFor;
    expect([kind, fields]).toMatchObject([
      'text',
      [{ name: 'content', hint: expect.stringContaining('Plain lines will do') }],
    ]);
    expect(await refusalOf(answer(tab, 'proposition', text(fields[0].blank)))).toMatchObject({
      message: '"Your turn" is not filled in.',
    });
    // The form above says how it is written.
    expect(await refusalOf(answer(tab, 'proposition', text('Title: One.')))).toMatchObject({
      hint: 'Change what you filled in. All the rules are in docs/formats/oxford.md.',
    });
    const labels = ['Title', 'Claim', 'Source', 'Content', 'Relevance', 'Warrant'];
    const lines = [1, 2, 3].flatMap((number) => labels.map((label) => `${label}: ${label} ${number}.`));
    await answer(tab, 'proposition', text(lines.join('\n')));
    expect((await tab.get(ONE)).waitsFor).toMatchObject([{ seat: 'opposition' }]);
  });

  it('answers positions point by point in a form', async (context) => {
    const { hall, openTab } = await openView(context);
    await open(hall, { topic: 'Should we use Rust?', format: 'asymmetric', options: { openings: true, gate: 'off' } });
    const tab = await openTab();
    for (const seat of ['experienced', 'fresh'])
      await answer(tab, seat, { answer: 'Yes', claims: `- It is safe for ${seat} users.` });
    for (const seat of ['experienced', 'fresh']) await answer(tab, seat, text(`1. What ${seat} users need.`));
    const { waitsFor, record } = await tab.get(ONE);
    expect(waitsFor).toMatchObject([{ kind: 'points', blind: true }, { kind: 'points' }]);
    const groups = (turn: Loose) => [...new Set(turn.fields.map(({ group }: Loose) => group))];
    const [ours, theirs] = waitsFor.map((turn: Loose) => groups(turn).at(-1));
    expect(waitsFor.map(groups)).toEqual([
      ['C2', 'C4', ours],
      ['C1', 'C3', theirs],
    ]);
    expect(waitsFor[0].fields[0].about).toMatch(/^C2, Speaker \d: It is safe for fresh users\.$/);
    expect(waitsFor[0].fields.at(-3).about).toMatch(/^A point on the position of Speaker \d$/);
    expect(record.result.data.claims.map(({ id, seat }: Loose) => [id, seat])).toContainEqual(['C4', 'fresh']);
    const point = (name: string, move: string, words: string) => ({ [name]: move, [`${name}_words`]: words });
    await answer(tab, 'experienced', {
      ...point('C2', 'concede', 'We measured it.'),
      ...point('C4', 'rebut', 'They need less.'),
      C4_better: 'Ask them.',
      ...point(ours, 'refine', 'A year is too long.'),
    });
    expect((await tab.get(ONE)).record.entries.at(-1)).toMatchObject({
      seat: 'experienced',
      text: null,
      withheld: true,
    });
    await answer(tab, 'fresh', point(theirs, 'rebut', 'No.'));
    const { record: after } = await tab.get(ONE);
    expect(after.result.data.points).toMatchObject([
      { action: 'agree', target: 'fresh', summary: 'We measured it.', reason: null, why: null },
      { action: 'propose_alternative', summary: 'They need less.', resolution: 'Ask them.' },
      { action: 'synthesize', summary: 'A year is too long.' },
      { action: 'challenge', seat: 'fresh', target: 'experienced' },
    ]);
    const fates = Object.fromEntries(after.result.data.claims.map(({ id, fate }: Loose) => [id, fate]));
    expect(fates).toMatchObject({ C2: 'conceded', C4: 'answered' });
  });

  it('sees what is wrong with an answer without paths of the machine', async (context) => {
    const { hall, openTab } = await openView(context);
    await open(hall, { format: 'panel', question: { answer: 'number' } });
    const tab = await openTab();
    const [{ seat }] = (await tab.get(ONE)).waitsFor;
    expect(await refusalOf(answer(tab, seat, { answer: 'As they say.' }))).toMatchObject({
      code: 'rule-violation',
      hint: 'Change what you filled in. All the rules are in docs/formats/panel.md.',
    });
  });

  it.runIf(inCi)('gives a blind opening and a ballot in a form', async (context) => {
    const { hall, openTab } = await openView(context);
    await open(hall, {
      topic: 'Should we use Rust?',
      options: { openings: true, gate: 'off', rounds: 1, ballot: true },
    });
    const tab = await openTab();
    const { waitsFor } = await tab.get(ONE);
    expect([waitsFor[0].kind, named(waitsFor[0])]).toEqual([
      'opening',
      ['answer', 'confidence', 'claims', 'change_mind'],
    ]);
    await answer(tab, 'wind', {
      answer: 'Yes',
      confidence: '80 %',
      claims: 'It is safe.\n\n',
      change_mind: 'A measurement',
    });
    const blind = await tab.get(ONE);
    expect(blind.record.entries).toMatchObject([{ seat: 'wind', text: null, withheld: true }]);
    for (const seat of ['wall', 'door']) await answer(tab, seat, { answer: seat === 'wall' ? 'Yes' : 'No' });
    await answer(tab, 'wind', text('1. Use it.\n2. Wait.\nWhich first?'));
    const replies = { C1: 'rebut', C1_words: 'It\nwas not measured.', new_claims: '- It costs a week.\n ' };
    await answer(tab, 'wall', { ...text('It is here. 80% sure.'), ...replies });
    const { text: said, data } = (await tab.get(ONE)).record.entries.at(-1);
    expect(said).toBe('It is here. 80% sure.\n\nC1 rebut: It was not measured.\nClaim: It costs a week.');
    expect(data.claims).toEqual([{ claim: 1, move: 'rebut' }, { as: 2 }]);
    await answer(tab, 'door', text('ANSWER: Yes\n\n1. Use it; the tension is cost.'));
    const ballots = await tab.get(ONE);
    expect(ballots.waitsFor).toMatchObject([{ kind: 'ballot' }, { kind: 'ballot' }, { kind: 'ballot' }]);
    for (const seat of ['wind', 'wall', 'door']) {
      await answer(tab, seat, { answer: 'Yes', confidence: '70', reason: 'It is safe.', vote: 'own' });
    }
    const { record, can } = await tab.get(ONE);
    expect(record.entries[0]).toMatchObject({
      seat: 'wind',
      data: { answer: { kind: 'option', option: 1 }, confidence: 80 },
    });
    expect(can).toMatchObject({ close: 'by-rules' });
    await tab.post(`${ONE}/close`, { key: key() });
    expect(await tab.get(ONE)).toMatchObject({
      record: { status: 'closed' },
      can: { close: null, outcome: ['verdict', 'answer'] },
    });
    await tab.post(`${ONE}/outcome`, { key: key(), turnedOut: 'right', note: 'It held.' });
    expect(await tab.get('/api/debates')).toMatchObject({ rows: [{ turnedOut: 'right' }] });
    expect((await tab.get(ONE)).record.hindsight).toMatchObject({ note: 'It held.', by: 'Ada (page)' });
  });

  it('offers to close in words, and to fork, only what a blind phase does not withhold', async (context) => {
    const { hall, openTab } = await openView(context);
    await open(hall, { format: 'panel', question: { answer: 'yes-no' } });
    const tab = await openTab();
    expect((await tab.get(ONE)).can).toMatchObject({ close: 'in-words', fork: [] });
    const opening = { answer: 'Yes', confidence: '80', claims: '- It was measured.' };
    await answer(tab, 'a', opening);
    expect((await tab.get(ONE)).can).toMatchObject({ close: null, fork: [] });
    const closing = tab.post(`${ONE}/close`, { key: key(), decision: 'Done.' });
    expect(await refusalOf(closing)).toMatchObject({ code: 'rule-violation' });
    for (const seat of ['b', 'c']) await answer(tab, seat, opening);
    const { can } = await tab.get(ONE);
    expect(can.close).toBe('by-rules');
    expect(can.fork).toHaveLength(3);
  });

  it('writes something once, however often it is sent', async (context) => {
    const { hall, openTab } = await openView(context);
    await open(hall);
    const { get, post } = await openTab();
    const words = { key: key(), text: 'Mind the cost.' };
    const answers = await Promise.all([post(`${ONE}/interject`, words), post(`${ONE}/interject`, words)]);
    expect(answers).toEqual([
      { threadId: 'one', events: 2 },
      { threadId: 'one', events: 2 },
    ]);
    const { turn, seen } = await get(`${ONE}/seats/wind`);
    const turnOnce = { key: key(), seat: 'wind', step: turn.step, seen, ...form(turn, text('1. One\n2. Two')) };
    await post(`${ONE}/say`, turnOnce);
    await post(`${ONE}/say`, turnOnce);
    expect((await get(ONE)).record.entries).toHaveLength(2);
    for (const other of [
      post(`${ONE}/interject`, { ...words, text: 'Forget the cost.' }),
      post(`${ONE}/say`, { ...turnOnce, filled: text('1. Three\n2. Four') }),
    ])
      expect(await refusalOf(other)).toMatchObject({ code: 'key-conflict' });
  });

  it('writes it once even when the server was killed before the answer came', async (context) => {
    const first = await openView(context);
    await open(first.hall);
    const tab = await first.openTab();
    const { turn, seen } = await tab.get(`${ONE}/seats/wind`);
    const sent = { key: key(), seat: 'wind', step: turn.step, seen, ...form(turn, text('1. One\n2. Two')) };
    await tab.post(`${ONE}/say`, sent);
    await first.server.close();
    const second = await (await openView(context, { folder: first.hall.cwd })).openTab();
    expect(await second.post(`${ONE}/say`, sent)).toMatchObject({ threadId: 'one' });
    expect((await second.get(ONE)).record.entries).toHaveLength(1);
  });

  it('closes it once even when the server was killed before the answer came', async (context) => {
    const first = await openView(context);
    await open(first.hall);
    const sent = { key: key(), decision: 'Not before spring.\r\n' };
    const { events } = await (await first.openTab()).post(`${ONE}/close`, sent);
    await first.server.close();
    const second = await (await openView(context, { folder: first.hall.cwd })).openTab();
    expect(await second.post(`${ONE}/close`, sent)).toEqual({ threadId: 'one', events });
    expect(await refusalOf(second.post(`${ONE}/close`, { key: key(), decision: 'Now.' }))).toMatchObject({
      code: 'not-active',
    });
  });

  it('sees what was said since they began to write, and loses nothing', async (context) => {
    const { hall, openTab } = await openView(context);
    await open(hall);
    const { get, post } = await openTab();
    const { turn, seen } = await get(`${ONE}/seats/wind`);
    const draft = { key: key(), seat: 'wind', step: turn.step, seen, ...form(turn, text('1. One\n2. Two')) };
    await interject(hall, { threadId: 'one', content: 'Mind the cost.', author });
    const { code, stale } = await refusalOf(post(`${ONE}/say`, draft));
    expect([code, stale]).toEqual([
      'not-your-turn',
      {
        events: 2,
        stillDue: true,
        waitsFor: [expect.objectContaining({ seat: 'wind' })],
        since: [{ seq: 1, title: expect.stringContaining('Ben') }],
      },
    ]);
    expect((await get(ONE)).record.entries).toHaveLength(1);
    await post(`${ONE}/say`, { ...draft, seen: stale.events });
    expect((await get(ONE)).record.entries).toHaveLength(2);
  });

  it('learns that somebody else took the turn', async (context) => {
    const { hall, openTab } = await openView(context);
    await open(hall);
    const { get, post } = await openTab();
    const { turn, seen } = await get(`${ONE}/seats/wind`);
    await say(hall, OPEN_GATE, { threadId: 'one', seat: 'wind', content: '1. Mine\n2. First', author });
    const { stale } = await refusalOf(
      post(`${ONE}/say`, {
        key: key(),
        seat: 'wind',
        step: turn.step,
        seen,
        ...form(turn, text('1. Late\n2. Too late')),
      }),
    );
    expect(stale).toMatchObject({
      events: 2,
      stillDue: false,
      waitsFor: [{ seat: 'wall' }],
      since: [{ seq: 1, title: 'Round 1, Wind' }],
    });
  });

  it('is not kept from a blind opening by what they cannot read', async (context) => {
    const { hall, openTab } = await openView(context);
    await open(hall, { options: { openings: true, gate: 'off', rounds: 1 } });
    const { get, post } = await openTab();
    const { turn, seen } = await get(`${ONE}/seats/wind`);
    await say(hall, OPEN_GATE, { threadId: 'one', seat: 'wall', content: 'No, 40%\n- It is slow.', author });
    const filled = { answer: 'Yes', claims: 'It is safe.' };
    await post(`${ONE}/say`, { key: key(), seat: 'wind', step: turn.step, seen, ...form(turn, filled) });
    expect((await get(ONE)).record.entries).toMatchObject([{ seat: 'wall' }, { seat: 'wind' }]);
  });

  it.runIf(inCi)('hears what in a form is missing or wrong, by the names of its fields', async (context) => {
    const { hall, openTab } = await openView(context);
    const options = { openings: true, gate: 'off', rounds: 1, ballot: true };
    await open(hall, { topic: 'Should we use Rust?', options });
    const tab = await openTab();
    const refuses = async (seat: string, faults: readonly (readonly [object, string])[]) => {
      for (const [filled, message] of faults)
        expect(await refusalOf(answer(tab, seat, filled))).toMatchObject({ code: 'bad-input', message });
    };
    await refuses('wind', [
      [{}, 'Nothing is filled in.'],
      [{ answer: ' ' }, 'Nothing is filled in.'],
      [{ confidence: '80' }, '"Your answer" is not filled in.'],
      [
        { answer: 'perhaps' },
        '"Your answer" cannot be "perhaps"; choose from "Yes", "No", "None of these", "Not enough to say".',
      ],
      [{ answer: 'Yes', confidence: '101' }, '"How sure are you?" must be a whole number from 0 to 100, not "101".'],
      [{ answer: 'Yes', content: 'Yes' }, 'This form has no field "content".'],
    ]);
    for (const seat of ['wind', 'wall', 'door']) await answer(tab, seat, { answer: 'Yes', claims: 'It is safe.' });
    await answer(tab, 'wind', text('1. Use it.'));
    await refuses('wall', [
      [{ C1: 'rebut' }, '"Your turn" is not filled in.'],
      [{ ...text('No.'), C1: 'refine' }, '"C1: The claim as you would make it" is not filled in.'],
      [
        { ...text('No.'), C1: 'withdraw' },
        '"C1: Your answer" cannot be "withdraw"; choose from "concede", "rebut", "refine".',
      ],
      [
        { ...text('No.'), C2_words: 'It is not.' },
        '"C2: The claim as you would make it / Why do you withdraw it?" is only asked where "C2: Your answer" is one of "refine", "withdraw".',
      ],
    ]);
    await answer(tab, 'wall', text('No.'));
    await answer(tab, 'door', text('ANSWER: Yes\n\n1. Use it; the tension is cost.'));
    await refuses('wind', [
      [{ answer: 'Yes' }, '"The decision" is not filled in.'],
      [{ answer: 'No', vote: 'reject' }, '"Your objection" is not filled in.'],
      [
        { answer: 'No', vote: 'accept', objection: 'It costs.' },
        '"Your objection" is only asked where "The decision" is one of "reject".',
      ],
    ]);
  });

  it('gets the reasons of the rules, and sends a better text', async (context) => {
    const { hall, openTab } = await openView(context);
    await open(hall, { question: { answer: 'number' }, options: { openings: true, gate: 'off', rounds: 1 } });
    const tab = await openTab();
    const { code, stale } = await refusalOf(answer(tab, 'wind', { answer: 'perhaps' }));
    expect([code, stale]).toEqual(['rule-violation', undefined]);
    await answer(tab, 'wind', { answer: '12 (10 to 15)', claims: 'It is slow.' });
  });

  it('picks the next speaker, and sees whom there is to pick', async (context) => {
    const { hall, openTab } = await openView(context);
    await open(hall, { options: { order: 'mediated' } });
    const { get, post } = await openTab();
    const { can, waitsFor, due } = await get(ONE);
    const { rows } = await get('/api/debates');
    expect(due).toEqual(rows[0].waitsFor.map(({ label }: Loose) => ({ label })));
    expect([can.pick.map(({ seat }: Loose) => seat), waitsFor.map(({ seat }: Loose) => seat)]).toEqual([
      ['wind', 'wall', 'door', 'close'],
      [],
    ]);
    await post(`${ONE}/pick`, { key: key(), seat: 'wall' });
    expect((await get(ONE)).waitsFor).toMatchObject([{ seat: 'wall', kind: 'text' }]);
  });

  it('cannot speak for a seat that an agent fills, nor for one that somebody holds', async (context) => {
    const { hall, openTab } = await openView(context);
    await openDebate(hall, {
      threadId: 'one',
      topic: 'Should we?',
      format: 'wind-wall-door',
      recipe: 'quick',
      seating: 'agents',
    });
    const tab = await openTab();
    expect(await refusalOf(tab.get(`${ONE}/seats/wind`))).toMatchObject({ code: 'not-your-turn' });
    expect(
      await refusalOf(
        tab.post(`${ONE}/say`, {
          key: key(),
          seat: 'wind',
          step: 'turn-1',
          seen: 9,
          kind: 'text',
          filled: text('1. Me'),
        }),
      ),
    ).toMatchObject({
      code: 'not-your-turn',
    });
  });
});
