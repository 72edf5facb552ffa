// Taking part in a debate from the page: each thing is written once, by the person's name, and never over something they had not read.
import { describe, expect, it } from 'vitest';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import type { OpenInput } from '../../src/hall/operations/debate/opening/open-input.ts';
import { interject, say } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { OPEN_GATE } from '../../src/platform/access/gate.ts';
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
async function answer({ get, post }: Tab, seat: string, form: object, more: object = {}): Promise<Loose> {
  const { turn, seen } = await get(`${ONE}/seats/${seat}`);
  return await post(`${ONE}/say`, { key: key(), seat, step: turn.step, seen, form, ...more });
}

const text = (content: string) => ({ kind: 'text', text: content });

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
    const [{ kind, form, blankForm }] = (await tab.get(ONE)).waitsFor;
    expect([kind, form]).toEqual(['text', expect.stringContaining('Plain lines will do')]);
    expect(await refusalOf(answer(tab, 'proposition', text(blankForm)))).toMatchObject({
      message: 'The answer cannot be used: nothing is written behind the labels.',
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
      await answer(tab, seat, { kind: 'opening', answer: 'Yes', claims: [`It is safe for ${seat} users.`] });
    for (const seat of ['experienced', 'fresh']) await answer(tab, seat, text(`1. What ${seat} users need.`));
    const { waitsFor, record } = await tab.get(ONE);
    expect(waitsFor).toMatchObject([{ kind: 'points', claims: ['C2', 'C4'], blind: true }, { claims: ['C1', 'C3'] }]);
    expect(waitsFor[0].form).toBeUndefined();
    expect(record.result.data.claims.map(({ id, seat }: Loose) => [id, seat])).toContainEqual(['C4', 'fresh']);
    const form = {
      kind: 'points',
      points: [
        { claim: 'C2', target: 'fresh', move: 'concede', words: 'We measured it.' },
        { claim: 'C4', target: 'fresh', move: 'rebut', words: 'They need less.', resolution: 'Ask them.' },
        { target: 'fresh', move: 'refine', words: 'A year is too long.' },
      ],
    };
    expect(await refusalOf(answer(tab, 'experienced', { kind: 'points', points: [] }))).toMatchObject({
      code: 'bad-input',
    });
    await answer(tab, 'experienced', form);
    expect((await tab.get(ONE)).record.entries.at(-1)).toMatchObject({
      seat: 'experienced',
      text: null,
      withheld: true,
    });
    await answer(tab, 'fresh', { kind: 'points', points: [{ target: 'experienced', move: 'rebut', words: 'No.' }] });
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
    await open(hall, { format: 'panel' });
    const tab = await openTab();
    const [{ seat }] = (await tab.get(ONE)).waitsFor;
    expect(await refusalOf(answer(tab, seat, text('As they say.')))).toMatchObject({
      code: 'rule-violation',
      hint: expect.stringContaining('All the rules are in docs/formats/panel.md.'),
    });
  });

  it('gives a blind opening and a ballot in a form', async (context) => {
    const { hall, openTab } = await openView(context);
    await open(hall, {
      topic: 'Should we use Rust?',
      options: { openings: true, gate: 'off', rounds: 1, ballot: true },
    });
    const tab = await openTab();
    const { waitsFor } = await tab.get(ONE);
    expect(waitsFor[0]).toMatchObject({ kind: 'opening', question: { answer: 'yes-no', options: ['Yes', 'No'] } });
    await answer(tab, 'wind', {
      kind: 'opening',
      answer: 'Yes',
      confidence: 80,
      claims: ['It is safe.', ''],
      changeMind: 'A measurement',
    });
    const blind = await tab.get(ONE);
    expect(blind.record.entries).toMatchObject([{ seat: 'wind', text: null, withheld: true }]);
    for (const seat of ['wall', 'door'])
      await answer(tab, seat, { kind: 'opening', answer: seat === 'wall' ? 'Yes' : 'No', claims: [] });
    await answer(tab, 'wind', text('1. Use it.\n2. Wait.\nWhich first?'));
    const replies = [{ claim: 'C1', move: 'rebut', words: 'It\nwas not measured.' }];
    await answer(tab, 'wall', { ...text('It is here. 80% sure.'), replies, newClaims: ['It\ncosts a week.', ' '] });
    const { text: said, data } = (await tab.get(ONE)).record.entries.at(-1);
    expect(said).toBe('It is here. 80% sure.\n\nC1 rebut: It was not measured.\nClaim: It costs a week.');
    expect(data.claims).toEqual([{ claim: 1, move: 'rebut' }, { as: 2 }]);
    await answer(tab, 'door', text('ANSWER: Yes\n\n1. Use it; the tension is cost.'));
    const ballots = await tab.get(ONE);
    expect(ballots.waitsFor).toMatchObject([{ kind: 'ballot' }, { kind: 'ballot' }, { kind: 'ballot' }]);
    for (const seat of ['wind', 'wall', 'door']) {
      await answer(tab, seat, { kind: 'ballot', answer: 'Yes', confidence: 70, reason: 'It is safe.', vote: 'own' });
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
    const turnOnce = { key: key(), seat: 'wind', step: turn.step, seen, form: text('1. One\n2. Two') };
    await post(`${ONE}/say`, turnOnce);
    await post(`${ONE}/say`, turnOnce);
    expect((await get(ONE)).record.entries).toHaveLength(2);
    for (const other of [
      post(`${ONE}/interject`, { ...words, text: 'Forget the cost.' }),
      post(`${ONE}/say`, { ...turnOnce, form: text('1. Three\n2. Four') }),
    ])
      expect(await refusalOf(other)).toMatchObject({ code: 'key-conflict' });
  });

  it('writes it once even when the server was killed before the answer came', async (context) => {
    const first = await openView(context);
    await open(first.hall);
    const tab = await first.openTab();
    const { turn, seen } = await tab.get(`${ONE}/seats/wind`);
    const sent = { key: key(), seat: 'wind', step: turn.step, seen, form: text('1. One\n2. Two') };
    await tab.post(`${ONE}/say`, sent);
    await first.server.close();
    const second = await (await openView(context, { folder: first.hall.cwd })).openTab();
    expect(await second.post(`${ONE}/say`, sent)).toMatchObject({ threadId: 'one' });
    expect((await second.get(ONE)).record.entries).toHaveLength(1);
  });

  it('sees what was said since they began to write, and loses nothing', async (context) => {
    const { hall, openTab } = await openView(context);
    await open(hall);
    const { get, post } = await openTab();
    const { turn, seen } = await get(`${ONE}/seats/wind`);
    const draft = { key: key(), seat: 'wind', step: turn.step, seen, form: text('1. One\n2. Two') };
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
      post(`${ONE}/say`, { key: key(), seat: 'wind', step: turn.step, seen, form: text('1. Late\n2. Too late') }),
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
    const form = { kind: 'opening', answer: 'Yes', claims: ['It is safe.'] };
    await post(`${ONE}/say`, { key: key(), seat: 'wind', step: turn.step, seen, form });
    expect((await get(ONE)).record.entries).toMatchObject([{ seat: 'wall' }, { seat: 'wind' }]);
  });

  it('gets the reasons of the rules, and sends a better text', async (context) => {
    const { hall, openTab } = await openView(context);
    await open(hall, { options: { openings: true, gate: 'off', rounds: 1 } });
    const tab = await openTab();
    const { code, stale } = await refusalOf(answer(tab, 'wind', { kind: 'opening', answer: 'perhaps', claims: [] }));
    expect([code, stale]).toEqual(['rule-violation', undefined]);
    await answer(tab, 'wind', { kind: 'opening', answer: 'No', claims: ['It is slow.'] });
  });

  it('picks the next speaker, and sees whom there is to pick', async (context) => {
    const { hall, openTab } = await openView(context);
    await open(hall, { options: { order: 'mediated' } });
    const { get, post } = await openTab();
    const { can, waitsFor } = await get(ONE);
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
        tab.post(`${ONE}/say`, { key: key(), seat: 'wind', step: 'turn-1', seen: 9, form: text('1. Me\n2. Me') }),
      ),
    ).toMatchObject({
      code: 'not-your-turn',
    });
  });
});
