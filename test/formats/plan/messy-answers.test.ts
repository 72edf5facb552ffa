// Answers of planners as models write them: what each comes to, or that it is sent back.
import { describe, expect, it } from 'vitest';
import { format } from '../../../src/formats/plan/index.ts';
import { compositionOf, critiqueOf, issuesOf, planOf, Table, verdictOf } from './table.ts';

describe('the dependencies of a planned step', () => {
  const needs = (dependencies: unknown) => {
    const table = new Table({ planners: 2 });
    const step = (title: string, of: unknown) => ({ phase: 1, title, description: 'So.', files: [], dependencies: of });
    const steps = [step('Measure', []), step('Ask', []), step('Build', dependencies)];
    const said = table.say(1, JSON.stringify({ summary: 'Short.', steps, risks: [], open_questions: [] }));
    return said.ok ? (said.data as unknown as { steps: { needs: string[] }[] }).steps[2]?.needs : issuesOf(said);
  };

  it.each<[unknown]>([
    ...[[1], ['1'], ['Measure'], ['Step 1'], ['#1'], ['Step 1: Measure'], ['1. Measure'], ['P1.1'], ['S1'], ['１']].map(
      (list): [unknown] => [list],
    ),
    ...[[1] as [unknown], ['1'] as [unknown]],
  ])('are the first step for %j', (said) => expect(needs(said)).toEqual(['P1.1']));

  it.each<[unknown]>([
    [[1, 2]],
    [['P1.1, P1.2']],
    ...['1, 2', '1 and 2', 'Steps 1, 2', 'S1/S2', 'Measure; Ask'].map((said): [unknown] => [said]),
  ])('are both steps for %j', (said) => expect(needs(said)).toEqual(['P1.1', 'P1.2']));

  it.each([[[]], [null], ['none'], [['None.']], ['N/A'], [['-']], [['']], ['']])('are none for %j', (said) =>
    expect(needs(said)).toEqual([]),
  );

  it.each([[[9]], [['Test']], [[0]], [[-1]], [['-1']], [['1 or 2']], [['1-2']], [['the first']], [[1.5]], [['all']]])(
    'are sent back for %j',
    (said) => expect(needs(said)).toEqual([expect.stringMatching(/^Step 3, dependency 1: it is neither/)]),
  );
});

/** Planner 1 judges P2.1 and P2.2. */
function judged(more: object, votes: Readonly<Record<string, string>> = { 'P2.1': 'agree', 'P2.2': 'agree' }) {
  const table = new Table({ planners: 2, mode: 'adversarial' });
  table.say(1, planOf('1 Measure', '2 Build < 1'));
  table.say(2, planOf('1 Ask', '2 Ship < Ask'));
  return { table, text: critiqueOf(votes, more) };
}

describe('a critique', () => {
  it.each([
    ...['p2.1', '[P2.1]', 'Step P2.1 (Ask)', 'P 2.1', 'P2-1', '2.1', 'Ｐ２.１', 'P2.01', 'P2.1: like P1.1'],
    'P2.1\u200b',
  ])('judges the step that %j names', (id) => {
    const { table, text } = judged({ weakest: { step: 'P2.2', attack: 'So.' } }, { [id]: 'disagree', 'P2.2': 'agree' });
    expect(table.say(1, text)).toMatchObject({ ok: true, data: { votes: [{ vote: 'disagree' }, { vote: 'agree' }] } });
  });

  it.each(['P9.9', 'P2.1, P2.2', 'P2.1 and P2.2', 'P2.1/P2.2', 'P2.1-P2.2', 'P2.1 or P2.2', 'P2', 'Planner 2', 'all'])(
    'on %j is sent back, as it is not clear which step is meant',
    (id) => {
      const { table, text } = judged({}, { [id]: 'disagree', 'P2.2': 'agree' });
      const issues = issuesOf(table.say(1, text));
      expect(issues).toContain('Votes are missing on P2.1.');
      expect(issues).toContain('Vote 1: its ID is not one of those you were asked about.');
    },
  );

  it.each([
    'agree with changes',
    'agree?',
    'agree/modify',
    'not agree',
    'abstain',
    'stimme zu',
    '“agree”, said one',
    '',
  ])('whose vote is %j is sent back, and if it is there again, only that vote is lost', (vote) => {
    const { table, text } = judged({}, { 'P2.1': vote, 'P2.2': 'agree' });
    expect(issuesOf(table.say(1, text))).toContain('Vote 1: must be agree, modify or disagree; it is not counted.');
    expect(table.say(1, text)).toMatchObject({ ok: true, data: { votes: [{ step: 'P2.2', vote: 'agree' }] } });
    expect(format.transcript(table.log).at(-1)?.text).toContain('- P2.1: no clear vote');
  });

  it.each(['agree', 'agree: it is quick', 'Agree. It is quick', 'agree – it is quick', '| agree | it is quick |'])(
    'of a person agrees in the line %j',
    (words) => {
      const said = judged({}).table.say(1, `P2.1 ${words}\nP2.2 disagree too slow`, { byHand: true });
      expect(said).toMatchObject({ ok: true, data: { votes: [{ vote: 'agree' }, { vote: 'disagree' }] } });
    },
  );

  it('of a person may give its reason in several lines, none of which begins like a vote', () => {
    const lines = '1. **P2.1** – agree: it is quick,\nand can be undone\n\n2. **P2.2** disagree: too slow\n\nBy weeks.';
    const { table } = judged({});
    const said = table.say(1, lines, { byHand: true });
    expect(said).toMatchObject({ ok: true, data: { votes: [{ vote: 'agree' }, { vote: 'disagree' }] } });
    expect(format.transcript(table.log).at(-1)?.text).toContain('By weeks.');
    const torn = judged({}).table.say(1, 'P2.1 agree: it is quick\nP2 disagree: too slow', { byHand: true });
    expect(issuesOf(torn)).toEqual(['Line 2 does not start with a step ID and a vote.']);
  });

  it.each(['agree?', 'agree with changes', 'agree if it is quick', 'agree, but only then', 'agree\nif it is quick'])(
    'of a person does not agree in the line %j',
    (words) => {
      const said = judged({}).table.say(1, `P2.1 ${words}\nP2.2 disagree`, { byHand: true });
      expect(issuesOf(said)).toEqual(['Line 1: "agree" must be alone, or have a colon before its reason.']);
    },
  );

  it('loses nothing whose key is set in another way', () => {
    const missing = { phase: 1, title: 'Tell them', description: 'So.', files: [], dependencies: [] };
    const { table, text } = judged({ missing_steps: [missing] });
    const said = table.say(1, text.replace('missing_steps', 'Missing steps'));
    expect(said).toMatchObject({ ok: true, data: { missing: [{ id: 'P1.3' }] } });
  });

  it('without a vote that can be read is of no use', () => {
    const { table, text } = judged({}, { 'P2.1': 'perhaps', 'P2.2': 'maybe' });
    expect(issuesOf(table.say(1, text))).toContain('No vote is readable.');
    expect(issuesOf(table.say(1, text))).toEqual(['No vote is readable.']);
  });

  it.each(['P2.2', 'p2.2: Ship', 'Step P2.2'])('attacks the step that %j names', (step) => {
    const { table, text } = judged({ weakest: [{ step, attack: 'It breaks.' }] });
    expect(table.say(1, text)).toMatchObject({ ok: true, data: { attacked: 'P2.2' } });
  });

  it.each(['P2.1 or P2.2', 'P9.9', 'the plan', ''])('whose weakest step is %j is sent back', (step) => {
    const { table, text } = judged({ weakest: { step, attack: 'It breaks.' } });
    expect(issuesOf(table.say(1, text))).toContain('"weakest" names none of the steps that you judge.');
  });
});

describe('a composition', () => {
  function composed(from: unknown, dependencies: unknown = []) {
    const table = new Table({ planners: 2 });
    table.say(1, planOf('1 Measure', '2 Build'));
    table.say(2, planOf('1 Ask', '2 Ship'));
    table.say(1, critiqueOf({ 'P2.1': 'agree', 'P2.2': 'agree' }));
    table.say(2, critiqueOf({ 'P1.1': 'agree', 'P1.2': 'agree' }));
    const said = JSON.parse(
      compositionOf([
        ['', '1 Measure'],
        ['P2.1', '1 Ask'],
        ['P1.2', '2 Build'],
        ['P2.2', '2 Ship'],
      ]),
    ) as { steps: object[] };
    const steps = said.steps.map((step, index) => ({
      ...step,
      ...(index === 0 ? { from } : {}),
      ...(index === 3 ? { dependencies } : {}),
    }));
    return { table, admission: table.say(1, JSON.stringify({ ...said, steps })) };
  }

  it.each([[['P1.1']], ['P1.1'], [['P1.1: Measure']], [['Step P1.1']], [['1.1']], [['P1-1']], [['Ｐ１.１']]])(
    'makes a step of the proposal that %j names',
    (from) => {
      expect(composed(from).table.state.composition?.steps.map((step) => [step.from, step.origin])).toEqual([
        [['P1.1'], 'composed'],
        [['P2.1'], 'composed'],
        [['P1.2'], 'composed'],
        [['P2.2'], 'composed'],
      ]);
    },
  );

  it.each([[['P9.9']], [['Planner 1']], [['S1']], [['P1.1-P1.2']], [['all']]])(
    'whose source is %j is sent back, as else the step would be one that no plan has',
    (from) =>
      expect(issuesOf(composed(from).admission)).toEqual([
        'Step 1: its "from" must be IDs of proposals, each by itself.',
      ]),
  );

  it.each([[['S1', 'S2']], ['S1, S2'], [['S1 and S2']], ['1, 2'], ['P1.1, P2.1'], [['Measure', 'Ask']]])(
    'reads two dependencies in %j',
    (said) => expect(composed(['P1.1'], said).table.state.composition?.steps[3]?.needs).toEqual(['S1', 'S2']),
  );
});

describe('a vote on the common plan', () => {
  function voted(votes: Readonly<Record<string, string>>) {
    const table = new Table({ planners: 2 });
    table.say(1, planOf('1 Measure'));
    table.say(2, planOf('1 Ask'));
    table.say(1, critiqueOf({ 'P2.1': 'agree' }));
    table.say(2, critiqueOf({ 'P1.1': 'agree' }));
    table.say(
      1,
      compositionOf([
        ['P1.1', '1 Measure'],
        ['P2.1', '1 Ask'],
      ]),
    );
    const text = verdictOf(votes);
    return [table.say(2, text), table.say(2, text)] as const;
  }

  it.each(['s1', 'Step 1', '1', '#1', 'S-1', 'S01', 'S1: Measure'])('is on the step that %j names', (id) =>
    expect(voted({ [id]: 'reject', S2: 'approve' })[0]).toMatchObject({
      ok: true,
      data: { votes: [{ step: 'S1', vote: 'reject' }, {}] },
    }),
  );

  it.each(['S1, S2', 'S1-S2', 'S9', 'all'])('on %j is sent back', (id) =>
    expect(issuesOf(voted({ [id]: 'reject', S2: 'approve' })[0])).toContain('Votes are missing on S1.'),
  );

  it.each(['approve?', 'approve with changes', 'yes', 'not reject'])('%j is sent back, and then lost alone', (vote) => {
    const [first, second] = voted({ S1: vote, S2: 'approve' });
    expect(issuesOf(first)).toContain('Vote 1: must be approve or reject; it is not counted.');
    expect(second).toMatchObject({ ok: true, data: { votes: [{ step: 'S2', vote: 'approve' }] } });
  });
});
