// What a decision record says of its status, for every way in which a debate can end.
import { expect, it } from 'vitest';
import { OUTCOMES } from '../../src/domain/outcomes.ts';
import { renderDecisionRecord } from '../../src/exchange/exporters/decision-record.ts';
import { fullRecord } from './records.ts';

const AGAINST = ['stable-disagreement', 'not-settled'];

it.each(OUTCOMES.filter((outcome) => outcome !== 'force-closed'))('of %s', (outcome) => {
  for (const decision of ['We go.', null]) {
    const record = fullRecord({ status: 'closed', outcome, decision, result: null });
    const text = renderDecisionRecord({ record, number: 7, threadUrl: undefined });
    const accepted = decision === null ? 'No decision in words' : 'Accepted, once this is merged';
    const status = AGAINST.includes(outcome) ? 'Proposed only: the debate settled nothing' : accepted;
    expect(text).toContain(`- **Status:** ${status}\n`);
  }
});

it.each(['open', 'exhausted', 'force-closed'] as const)('of a debate that is %s', (status) => {
  const record = fullRecord({ status, outcome: null });
  const report = { kind: 'plan', headline: 'A plan of 1 step.', markdown: 'S1: Write it down.', data: {} };
  const text = renderDecisionRecord({
    ...{ record: { ...record, decision: null, result: report }, number: undefined, threadUrl: undefined },
  });
  expect(text).toContain(`- **Status:** Nothing is decided: the debate is ${status}\n`);
  expect(text).toContain('## Decision\n\n*No decision was recorded.*\n\n## Answers of the seats\n\n');
  expect(text).toContain('S1: Write it down.');
});

const PLAN = {
  ...{ kind: 'plan', stage: 'done', mode: 'adversarial', degraded: false, overlap: 100, summary: 'Together.' },
  ...{ planners: [], steps: [], eliminated: [], risks: [], openQuestions: [], scores: [] },
};

it.each([
  ['agreed', true, 'Accepted, once this is merged'],
  ['majority', true, 'Accepted, once this is merged'],
  ['decided', false, 'No decision in words'],
  ['stable-disagreement', false, 'Proposed only: the debate settled nothing'],
] as const)('of a plan: %s, planned %j', (outcome, planned, status) => {
  const result = { headline: 'A plan of 1 step.', markdown: 'S1: Write it down.', data: { ...PLAN, planned } };
  const record = fullRecord({ format: 'plan', status: 'closed', outcome, decision: null, result });
  const text = renderDecisionRecord({ record, number: 7, threadUrl: undefined });
  expect(text).toContain(`- **Status:** ${status}\n`);
  expect(text).toContain('## Decision\n\n');
  expect(text).toContain('S1: Write it down.');
});
