// What a plan may be called: agreed only when everyone who planned holds every step and wants none back.
import { expect, it } from 'vitest';
import type { OutcomeKind } from '../../../src/domain/outcomes.ts';
import { format } from '../../../src/formats/plan/index.ts';
import { compositionOf, critiqueOf, planOf, Table, verdictOf } from './table.ts';

/** Three planners with a step each, all of them held by all, and a plan that leaves none out. */
function composed(left: Readonly<Record<string, string>> = {}): Table {
  const table = new Table({ planners: 3, rounds: 1 });
  table.say(1, planOf('1 Measure'));
  table.say(2, planOf('1 Ask'));
  table.say(3, planOf('2 Ship'));
  table.say(1, critiqueOf({ 'P2.1': 'agree', 'P3.1': 'agree' }));
  table.say(2, critiqueOf({ 'P1.1': 'agree', 'P3.1': 'agree' }));
  table.say(3, critiqueOf({ 'P1.1': 'agree', 'P2.1': 'agree' }));
  const steps = [
    ['P1.1', '1 Measure'],
    ['P2.1', '1 Ask'],
    ['P3.1', '2 Ship'],
  ] as const;
  const kept = steps.filter(([id]) => !Object.hasOwn(left, id));
  table.say(1, compositionOf(kept, left));
  return table;
}

const outcomeOf = ({ next }: Table) => (next.kind === 'close' ? next.close.outcome : next.kind);
const dissentOf = ({ log, state }: Table) => format.dissent?.(log, state);

it.each([
  [[], 'agreed', ''],
  [[2], 'agreed', ''],
  [[2, 3], 'accepted', ' One author spoke for planner-2 and planner-3, so these are not independent.'],
] as const)('all who planned hold every step, %j by one person: %s', (byPerson, outcome, shared) => {
  const table = composed();
  for (const planner of [2, 3]) {
    const byHand = byPerson.some((each) => each === planner);
    table.say(planner, verdictOf({ S1: 'approve', S2: 'approve', S3: 'approve' }), { byHand });
  }
  expect([outcomeOf(table), dissentOf(table)]).toEqual([outcome, []]);
  expect(format.explainOutcome?.(table.state, outcome, String)).toBe(
    `Every planner holds each step of the plan, and nobody wants one back that was left out.${shared}`,
  );
});

it('one left before it judged what the others wrote: a majority, which says who judged nothing', () => {
  const table = new Table({ planners: 3, rounds: 1 });
  table.say(1, planOf('1 Measure'));
  table.say(2, planOf('1 Ask'));
  table.say(3, planOf('2 Ship'));
  table.leave(3, 'It is not logged in.');
  table.say(1, critiqueOf({ 'P2.1': 'agree', 'P3.1': 'agree' }));
  table.say(2, critiqueOf({ 'P1.1': 'agree', 'P3.1': 'agree' }));
  table.say(
    1,
    compositionOf([
      ['P1.1', '1 Measure'],
      ['P2.1', '1 Ask'],
      ['P3.1', '2 Ship'],
    ]),
  );
  table.say(2, verdictOf({ S1: 'approve', S2: 'approve', S3: 'approve' }));
  expect(outcomeOf(table)).toBe('majority');
  expect(format.explainOutcome?.(table.state, 'majority', String)).toBe(
    'Most planners hold each step of the plan; planner-3 did not judge S1; planner-3 did not judge S2; planner-3 did not judge S3.',
  );
});

it.each([
  ['agree', 'unchecked', { agree: 1, modify: 0, disagree: 0 }, 'decided'],
  ['modify', 'disputed', { agree: 1, modify: 1, disagree: 0 }, 'stable-disagreement'],
  ['disagree', 'disputed', { agree: 1, modify: 0, disagree: 1 }, 'stable-disagreement'],
] as const)('who said %s to a proposal and never saw what was made of it: %s', (said, status, votes, outcome) => {
  const table = new Table({ planners: 2, rounds: 1 });
  table.say(1, planOf('1 Measure'));
  table.say(2, planOf('1 Measure', '2 Ship'));
  table.say(1, critiqueOf({ 'P2.2': said }));
  const composer = Number(table.steps[0]?.seat.slice(-1));
  table.say(
    composer,
    compositionOf([
      ['P1.1', '1 Measure'],
      ['P2.2', '2 Never ship'],
    ]),
  );
  table.leave(3 - composer);
  expect([composer, table.result.steps[1]]).toMatchObject([2, { status, votes }]);
  expect(outcomeOf(table)).toBe(outcome);
});

it('one of three rejects a step that most hold: a majority with dissent', () => {
  const table = composed();
  table.say(2, verdictOf({ S1: 'approve', S2: 'approve', S3: 'approve' }));
  table.say(3, verdictOf({ S1: 'reject', S2: 'approve', S3: 'approve' }));
  expect(outcomeOf(table)).toBe('majority');
  expect(dissentOf(table)).toEqual([{ seat: 'planner-3', text: 'S1 should be out: why S1' }]);
});

it('one wants a step back that was left out: a majority, though every step of the plan is held by all', () => {
  const table = composed({ 'P3.1': 'Later.' });
  table.say(2, verdictOf({ S1: 'approve', S2: 'approve', 'P3.1': 'approve' }));
  table.say(3, verdictOf({ S1: 'approve', S2: 'approve', 'P3.1': 'reject' }));
  expect(outcomeOf(table)).toBe('majority');
  expect(dissentOf(table)).toEqual([{ seat: 'planner-3', text: 'P3.1 should be in: why P3.1' }]);
});

it('one of two votes out what the other wrote: a stable disagreement, with the author as dissent', () => {
  const table = new Table({ planners: 2, rounds: 1 });
  table.say(1, planOf('1 Measure'));
  table.say(2, planOf('1 Ask'));
  table.say(1, critiqueOf({ 'P2.1': 'agree' }));
  table.say(2, critiqueOf({ 'P1.1': 'disagree' }));
  table.say(
    1,
    compositionOf([
      ['P1.1', '1 Measure'],
      ['P2.1', '1 Ask'],
    ]),
  );
  table.say(2, verdictOf({ S1: 'reject', S2: 'approve' }));
  expect([outcomeOf(table), dissentOf(table)]).toEqual([
    'stable-disagreement',
    [{ seat: 'planner-1', text: 'S1 should be in' }],
  ]);
  expect(table.result.eliminated).toMatchObject([{ id: 'S1', wantedBy: ['planner-1'] }]);
  expect(format.explainOutcome?.(table.state, 'stable-disagreement', String)).toBe(
    'At least as many planners want a part of the plan otherwise as hold it: for planner-1, S1 should be in.',
  );
});

it('one of three left before it planned: agreed among those who did', () => {
  const table = new Table({ planners: 3, rounds: 1 });
  table.leave(2);
  table.say(1, planOf('1 Measure'));
  table.say(3, planOf('1 Measure'));
  table.say(1, compositionOf([['P1.1', '1 Measure']]));
  table.say(3, verdictOf({ S1: 'approve' }));
  expect(outcomeOf(table)).toBe('agreed');
  expect(format.explainOutcome?.(table.state, 'agreed', String)).toContain('Every planner who made a plan holds');
});

it.each([
  [
    'half want what the others voted out',
    ['reject', 'approve', 'reject'],
    'stable-disagreement',
    ['should be in', 'should be in: why S2'],
  ],
  ['one of four objects to what stays', ['reject', 'approve', 'approve'], 'majority', ['should be out: why S2']],
])('%s', (_, verdicts, outcome, dissent) => {
  const table = new Table({ planners: 4, rounds: 1 });
  for (const planner of [1, 2, 3, 4]) table.say(planner, planOf('1 Measure'));
  table.say(
    1,
    compositionOf([
      ['P1.1', '1 Measure'],
      ['', '2 Ship'],
    ]),
  );
  verdicts.forEach((verdict, index) => {
    table.say(index + 2, verdictOf({ S1: 'approve', S2: verdict }));
  });
  expect(outcomeOf(table)).toBe(outcome);
  expect(dissentOf(table)?.map((each) => (typeof each === 'number' ? each : each.text))).toEqual(
    dissent.map((each) => `S2 ${each}`),
  );
});

it.each([
  [['approve', undefined, undefined, undefined], 'Each step of the plan is held by most of those who judged it; '],
  [['approve', 'approve', undefined, undefined], 'Most planners hold each step of the plan; '],
  [['approve', 'approve', 'approve', 'approve'], 'Every planner holds each step of the plan'],
])('of five, where others judge a step %j, the outcome says how many hold it', (verdicts, sentence) => {
  const table = new Table({ planners: 5, rounds: 1 });
  for (const planner of [1, 2, 3, 4, 5]) table.say(planner, planOf('1 Measure'));
  table.say(
    1,
    compositionOf([
      ['P1.1', '1 Measure'],
      ['', '2 Ship'],
    ]),
  );
  verdicts.forEach((verdict, index) => {
    const answer = verdictOf({ S1: 'approve', ...(verdict === undefined ? {} : { S2: verdict }) });
    // What is missing is asked for once more.
    if (!table.say(index + 2, answer).ok) table.say(index + 2, answer);
  });
  expect(format.explainOutcome?.(table.state, outcomeOf(table) as OutcomeKind, String)).toContain(sentence);
});

it('one planner alone: decided, and says so', () => {
  const table = new Table({ planners: 1 });
  table.say(1, planOf('1 Measure'));
  expect(outcomeOf(table)).toBe('decided');
  expect(format.explainOutcome?.(table.state, 'decided', String)).toContain('one planner alone');
});

const judgedOnce = { 'P1.1': 'agree', 'P2.1': 'agree' };
const missing = [{ phase: 1, title: 'Test', description: 'So that it can be seen.', files: [], dependencies: [] }];

it.each([
  ['one wants a change', { ...judgedOnce, 'P2.1': 'modify' }, {}],
  ['a step was missing, which nobody has judged', judgedOnce, { missing_steps: missing }],
])(
  'stopped in a second round of critique, where %s: says what is open, not that nothing is judged',
  (_, votes, more) => {
    const table = new Table({ planners: 2, rounds: 2, confidenceThreshold: 100 });
    table.say(1, planOf('1 Measure'));
    table.say(2, planOf('1 Ask'));
    expect(table.resultOf().headline).toBe('No plan: the plans are not judged.');
    table.say(1, critiqueOf({ 'P2.1': votes['P2.1'] }, more));
    expect(table.resultOf().headline).toBe('No plan: the plans are not judged.');
    table.say(2, critiqueOf({ 'P1.1': votes['P1.1'] }));
    expect(table.next).toMatchObject({ kind: 'ask', steps: [{ act: 'critique' }, { act: 'critique' }] });
    expect(table.resultOf().headline).toBe('No plan: the steps still open are not settled.');
  },
);

it('a brief counts everybody who wants a disputed step otherwise', () => {
  const table = new Table({ planners: 3, rounds: 1 });
  table.say(1, planOf('1 Measure'));
  table.say(2, planOf('1 Measure'));
  table.say(3, planOf('1 Measure', '2 Ship'));
  table.say(1, critiqueOf({ 'P3.2': 'modify' }));
  table.say(2, critiqueOf({ 'P3.2': 'disagree' }));
  const composer = Number(table.steps[0]?.seat.slice(-1));
  table.say(
    composer,
    compositionOf([
      ['P1.1', '1 Measure'],
      ['P3.2', '2 Ship'],
    ]),
  );
  expect(table.next.kind).toBe('ask');
  expect(format.brief?.(table.log, table.state)?.items).toMatchObject([
    { words: 'Measure' },
    { words: 'Ship, disputed: 1 for it, 2 against it or for a change' },
  ]);
});

it.each([
  ['all steps are voted out: nothing is said of the whole', ['reject', 'reject'], false],
  ['a step is left: what is said of the whole stays', ['approve', 'reject'], true],
])('%s', (_, [first, second], stays) => {
  const table = new Table({ planners: 2, rounds: 1 });
  table.say(1, planOf('1 Measure', '2 Ship'));
  table.say(2, planOf('1 Measure', '2 Ship'));
  const composer = Number(table.steps[0]?.seat.slice(-1));
  table.say(
    composer,
    compositionOf([
      ['P1.1', '1 Measure'],
      ['P1.2', '2 Ship'],
    ]),
  );
  table.say(3 - composer, verdictOf({ S1: String(first), S2: String(second) }));
  const { headline, markdown } = table.resultOf();
  const brief = JSON.stringify(format.brief?.(table.log, table.state));
  expect(headline.includes('No plan: no step is left.')).toBe(!stays);
  for (const words of ['Together.', 'It may snow.']) {
    expect([markdown.includes(words), brief.includes(words)]).toEqual([stays, stays]);
  }
  expect(table.resultOf().details).toContain('**S2** Ship');
});
