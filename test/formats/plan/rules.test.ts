// The rules of planning: who is asked what and when, what an answer has to have, and what the debate comes to.
import { describe, expect, it } from 'vitest';
import { format } from '../../../src/formats/plan/index.ts';
import { seal } from '../../../src/ledger/chain/chain.ts';
import { sealWords } from '../../support/seal-words.ts';
import { compositionOf, critiqueOf, issuesOf, planOf, Table, verdictOf, warningsOf } from './table.ts';

/** Two planners with two steps each. */
function planned(options: Parameters<typeof format.options.parse>[0] = {}): Table {
  const table = new Table({ planners: 2, ...(options as object) });
  table.say(1, planOf('1 Measure', '2 Build < 1'));
  table.say(2, planOf('1 Ask', '2 Ship < Ask'));
  return table;
}

/** The same, after a critique in which all agree. */
function agreed(): Table {
  const table = planned();
  table.say(1, critiqueOf({ 'P2.1': 'agree', 'P2.2': 'agree' }));
  table.say(2, critiqueOf({ 'P1.1': 'agree', 'P1.2': 'agree' }));
  return table;
}

const ALL: [string, string][] = [
  ['P1.1', '1 Measure'],
  ['P2.1', '1 Ask'],
  ['P1.2', '2 Build < 1'],
  ['P2.2', '2 Ship < 2, Build'],
];

describe('phases', () => {
  it('go from plans over a critique to the composition, the votes, and the end', () => {
    const table = new Table({ planners: 3, rounds: 1 });
    expect(table.due).toEqual(['plan-planner-1', 'plan-planner-2', 'plan-planner-3']);
    table.say(1, planOf('1 Measure'));
    table.say(3, planOf('1 Ask'));
    expect(table.due).toEqual(['plan-planner-2']);
    table.say(2, planOf('1 Ship'));
    expect(table.due).toEqual(['critique-1-planner-1', 'critique-1-planner-2', 'critique-1-planner-3']);
    table.say(1, critiqueOf({ 'P2.1': 'agree', 'P3.1': 'agree' }));
    table.say(2, critiqueOf({ 'P1.1': 'agree', 'P3.1': 'agree' }));
    table.say(3, critiqueOf({ 'P1.1': 'agree', 'P2.1': 'agree' }));
    expect(table.due).toEqual(['compose-planner-1']);
    table.say(
      1,
      compositionOf([
        ['P1.1', '1 Measure'],
        ['P2.1 P3.1', '2 Ask and ship < 1'],
      ]),
    );
    expect(table.due).toEqual(['validate-planner-2', 'validate-planner-3']);
    table.say(2, verdictOf({ S1: 'approve', S2: 'approve' }));
    table.say(3, verdictOf({ S1: 'approve', S2: 'approve' }));
    expect(table.next).toMatchObject({ kind: 'close', close: { outcome: 'agreed', decision: null } });
    expect(table.resultOf().headline).toBe('A plan of 2 steps in 2 phases: 2 agreed; overlap 100%.');
  });

  it('hold a second round only below the threshold, and only about what is disputed', () => {
    const table = planned();
    table.say(
      1,
      critiqueOf({ 'P2.1': 'disagree', 'P2.2': 'agree' }, { weakest: { step: 'P2.1', attack: 'Nobody answers.' } }),
    );
    table.say(
      2,
      critiqueOf({ 'P1.1': 'agree', 'P1.2': 'modify' }, { weakest: { step: 'P1.2', attack: 'It falls over.' } }),
    );
    expect(table.due).toEqual(['critique-2-planner-1', 'critique-2-planner-2']);
    expect(table.steps.map(({ task, values }) => [task, values['steps']])).toEqual([
      ['dispute', 'P1.2, P2.1'],
      ['dispute', 'P1.2, P2.1'],
    ]);
    // One gives its own step up, the other is convinced.
    table.say(1, critiqueOf({ 'P1.2': 'disagree', 'P2.1': 'agree' }));
    table.say(2, critiqueOf({ 'P1.2': 'disagree', 'P2.1': 'agree' }));
    expect(table.due).toEqual(['compose-planner-1']);
    expect(table.result.overlap).toBe(75);
  });

  it('hold no second round when enough agree', () => {
    const table = planned({ confidenceThreshold: 75 });
    table.say(1, critiqueOf({ 'P2.1': 'disagree', 'P2.2': 'agree' }));
    table.say(2, critiqueOf({ 'P1.1': 'agree', 'P1.2': 'agree' }));
    expect(table.due).toEqual(['compose-planner-1']);
    expect(table.result.overlap).toBe(88);
  });

  it('never hold more rounds than asked for', () => {
    const table = planned({ rounds: 3, confidenceThreshold: 100 });
    for (let round = 1; round <= 3; round += 1) {
      expect(table.due[0]).toBe(`critique-${round}-planner-1`);
      for (const planner of [1, 2]) {
        const ids = (table.steps.find(({ seat }) => seat === `planner-${planner}`)?.values['steps'] ?? '').split(', ');
        table.say(planner, critiqueOf(Object.fromEntries(ids.map((id) => [id, 'modify']))));
      }
    }
    expect(table.due).toEqual(['compose-planner-1']);
  });

  it('ask nobody to judge identical plans, and count each planner once for a step', () => {
    const table = new Table({ planners: 2 });
    table.say(1, planOf('1 Measure', '2 Build'));
    table.say(2, planOf('1 measure!', '2 BUILD'));
    expect(table.due).toEqual(['compose-planner-1']);
    expect(table.result).toMatchObject({ overlap: 100, scores: [{ seat: 'planner-1' }, { seat: 'planner-2' }] });
    for (const { total } of table.result.scores) expect(total).toBeLessThanOrEqual(100);
  });

  it('end at once with the plan of the only planner, which nobody has checked', () => {
    const table = new Table({ planners: 1 });
    table.say(1, planOf('2 Build < Measure', '1 Measure'));
    expect(table.next).toMatchObject({ kind: 'close', close: { outcome: 'decided' } });
    expect(table.result).toMatchObject({ planned: true, degraded: false, overlap: null });
    expect(table.result.steps.map(({ id, status }) => `${id} ${status}`)).toEqual(['P1.2 unchecked', 'P1.1 unchecked']);
    expect(table.resultOf().headline).toBe('A plan of 2 steps in 2 phases: 2 unchecked; not cross-checked.');
  });

  it('need as many calls as was foretold', () => {
    expect(format.calls(format.options.parse({ planners: 3, rounds: 2 }))).toEqual({ atLeast: 6, atMost: 12 });
    expect(format.calls(format.options.parse({ planners: 1, rounds: 5 }))).toEqual({ atLeast: 1, atMost: 1 });
  });
});

describe('modes', () => {
  it('collaborative: planners speak one after another and see the plans before', () => {
    const table = new Table({ planners: 2, mode: 'collaborative' });
    expect(table.due).toEqual(['plan-planner-1']);
    expect(format.blindSince?.(table.state)).toBeUndefined();
    table.say(1, planOf('1 Measure'));
    expect(table.steps.map(({ task }) => task)).toEqual(['build-on']);
    expect(table.view(2).map(({ title }) => title)).toEqual(['Planner 1, plan']);
    table.say(2, planOf('1 Measure', '2 Build < 1'));
    expect(table.steps.map(({ seat, values }) => `${seat}: ${values['steps']}`)).toEqual(['planner-1: P2.2']);
  });

  it('adversarial: a critic has to attack a step that it judges', () => {
    const table = planned({ mode: 'adversarial' });
    const votes = { 'P2.1': 'agree', 'P2.2': 'agree' };
    expect(issuesOf(table.say(1, critiqueOf(votes, { weakest: null })))).toEqual([
      '"weakest" names none of the steps that you judge.',
      '"weakest" has no attack.',
    ]);
    table.say(2, critiqueOf({ 'P1.1': 'disagree', 'P1.2': 'disagree' }));
    expect(table.say(1, critiqueOf(votes, { weakest: { step: 'P2.2', attack: 'It sinks.' } })).ok).toBe(true);
    // What was attacked is open in the next round, though nobody objects to it.
    expect(table.steps[0]?.values['steps']).toBe('P1.1, P1.2, P2.2');
  });

  it('consensus: a no without a way to a yes is asked for again', () => {
    const table = planned({ mode: 'consensus' });
    const answer = (suggestion: string) =>
      JSON.stringify({
        common_ground: 'Both measure.',
        reviews: [
          { step: 'P2.1', vote: 'disagree', reason: 'needless', suggestion },
          { step: 'P2.2', vote: 'agree' },
        ],
      });
    expect(issuesOf(table.say(1, answer(' ')))).toEqual(['The vote on P2.1 is "disagree" without a suggestion.']);
    expect(table.say(1, answer('Fold it into P1.1.')).ok).toBe(true);
  });
});

describe('what is blind', () => {
  it('plans, critiques and votes are shown to nobody before all are there', () => {
    const table = new Table({ planners: 2 });
    expect(format.blindSince?.(table.state)).toBe(1);
    table.say(1, planOf('1 Secret'));
    expect(table.view(2)).toEqual([]);
    expect(JSON.stringify(table.resultOf())).not.toContain('Secret');
    table.say(2, planOf('1 Ask'));
    expect(format.blindSince?.(table.state)).toBe(3);
    table.say(2, critiqueOf({ 'P1.1': 'agree' }));
    expect(table.view(1).map(({ title }) => title)).toEqual(['Planner 1, plan', 'Planner 2, plan']);
    table.say(1, critiqueOf({ 'P2.1': 'agree' }));
    expect(format.blindSince?.(table.state)).toBeUndefined();
    expect(table.view(1)).toHaveLength(4);
  });
});

describe('a plan', () => {
  const refused = (content: string) => issuesOf(new Table({ planners: 2 }).say(1, content));

  it('with unknown dependencies or a circle is sent back with the precise places', () => {
    expect(refused(planOf('1 Measure < Mesure', '1 Build < 3', '2 Ship < Build'))).toEqual([
      'Step 1, dependency 1: it is neither the number nor the title of a step.',
      'These depend on each other in a cycle: step 3 → step 2 → step 3.',
    ]);
  });

  it('without steps, titles or phases is sent back', () => {
    expect(refused(planOf())).toEqual(['The plan has no steps.']);
    expect(refused(JSON.stringify({ summary: '', steps: [{ phase: 0, title: ' ', description: '' }] }))).toEqual([
      'Step 1 has no title.',
      'Step 1: its phase is not a whole number from 1 to 99.',
    ]);
    expect(refused(planOf('1 Ask', '1 ask!'))).toEqual(['Steps 1 and 2 have the same phase and title; make them one.']);
    expect(refused(planOf('1 Port the C++ part', '1 Port the C part', '1 port the C# part'))).toEqual([]);
    expect(refused(planOf('1 Tests + docs', '1 Tests, docs'))).toHaveLength(1);
    expect(refused('No plan comes to mind.')).not.toEqual([]);
  });

  it('that is still wrong the second time is taken without the wrong dependency, and says so', () => {
    const table = new Table({ planners: 1 });
    const wrong = planOf('1 Measure', '2 Build < 1, 7');
    expect(table.say(1, wrong).ok).toBe(false);
    expect(table.steps[0]?.corrections).toEqual([
      'Step 2, dependency 2: it is neither the number nor the title of a step.',
    ]);
    const taken = table.say(1, wrong);
    expect(warningsOf(taken)).toEqual([
      'Still there after a second answer: Step 2, dependency 2: it is neither the number nor the title of a step.',
    ]);
    expect(table.result.steps[1]).toMatchObject({ title: 'Build', dependsOn: ['P1.1'] });
  });

  it('is measured by the changed files of a diff among the documents', () => {
    const diff = 'diff --git a/src/cart.ts b/src/cart.ts\n--- a/src/cart.ts\n+++ b/src/cart.ts\n@@ -1 +1 @@\n-a\n+b\n';
    const content = seal(diff, '0'.repeat(32));
    const table = new Table({ planners: 1 }, [{ source: 'git:main..HEAD', bytes: diff.length, content }]);
    const step = { phase: 1, title: 'Mend', description: 'x', files: ['lib/CART.ts'], dependencies: null };
    table.say(1, JSON.stringify({ summary: 's', steps: [step] }));
    expect(table.result.scores[0]?.completeness).toBe(15);
  });

  it('may be a manual list whose items have lists and code of their own', () => {
    const table = new Table({ planners: 1 });
    const items = '- Measure: ten builds\n  - note each\n  with its time';
    table.say(1, `**Phase 1**\n${items}\n**Phase 2**\n1. Build\n\n\`\`\`\n- make all\n\`\`\``, { byHand: true });
    expect(table.result.steps.map(({ phase, title, description }) => [phase, title, description])).toEqual([
      [1, 'Measure', 'ten builds\n- note each\nwith its time'],
      [2, 'Build', '```\n- make all\n```'],
    ]);
  });

  it('may be a manual list that names braces', () => {
    const table = new Table({ planners: 1 });
    table.say(1, '- Rename {id}: to {"key": 1}\n- Build', { byHand: true });
    expect(table.result.steps.map(({ title }) => title)).toEqual(['Rename {id}', 'Build']);
  });

  it('may be a manual list', () => {
    const table = new Table({ planners: 1 });
    const list = 'The short way.\nPhase 1\n- Measure: ten builds\n## Phase 2\n1. Build\n- [ ] Ship: to one customer';
    expect(issuesOf(table.say(1, list))).not.toEqual([]);
    expect(table.say(1, list, { byHand: true }).ok).toBe(true);
    expect(table.result.summary).toBe('The short way.');
    expect(table.result.steps.map(({ phase, title, description }) => [phase, title, description])).toEqual([
      [1, 'Measure', 'ten builds'],
      [2, 'Build', ''],
      [2, 'Ship', 'to one customer'],
    ]);
  });
});

describe('a critique', () => {
  it('has one vote on every step, whatever its case; what is missing or unknown is named', () => {
    const table = planned({ mode: 'collaborative' });
    const votes = [
      { step: 'p2.1 (Ask)', vote: ' DISAGREE ', reason: 'no', suggestion: null },
      { step: 'P7.7', vote: 'agree' },
    ];
    expect(issuesOf(table.say(1, JSON.stringify({ reviews: votes })))).toEqual([
      'Votes are missing on P2.2.',
      'Vote 2: its ID is not one of those you were asked about.',
    ]);
    const again = table.say(1, JSON.stringify({ reviews: votes }));
    expect(again).toMatchObject({ ok: true, data: { votes: [{ step: 'P2.1', vote: 'disagree' }] } });
    expect(warningsOf(again)).toHaveLength(2);
  });

  it('that says two things of one step says nothing of it', () => {
    const table = planned({ mode: 'collaborative' });
    const votes = ['agree', 'disagree'].map((vote) => ({ step: 'P2.1', vote, reason: 'so', suggestion: 'so' }));
    const content = JSON.stringify({ reviews: [...votes, { step: 'P2.2', vote: 'agree' }] });
    expect(issuesOf(table.say(1, content))).toEqual(['There are contradictory votes on P2.1.']);
    expect(table.say(1, content)).toMatchObject({ ok: true, data: { votes: [{ step: 'P2.2', vote: 'agree' }] } });
  });

  it('with another word than the three is no vote', () => {
    const table = planned();
    expect(issuesOf(table.say(1, critiqueOf({ 'P2.1': 'sure', 'P2.2': 'agree' })))).not.toEqual([]);
    expect(table.due).toContain('critique-1-planner-1');
  });

  it('adds the steps that it misses, which the others then judge', () => {
    const table = planned();
    const step = { phase: 2, title: 'Announce', description: 'To all.', files: [], dependencies: ['P2.1', 'Build'] };
    table.say(1, critiqueOf({ 'P2.1': 'disagree', 'P2.2': 'disagree' }, { missing_steps: [step] }));
    table.say(2, critiqueOf({ 'P1.1': 'agree', 'P1.2': 'agree' }));
    expect(table.state.proposals.find(({ id }) => id === 'P1.3')).toMatchObject({ needs: ['P2.1', 'P1.2'], round: 1 });
    expect(table.steps.map(({ seat, values }) => [seat, values['steps']])).toEqual([
      ['planner-1', 'P1.1, P2.1, P2.2'],
      ['planner-2', 'P1.1, P2.1, P2.2, P1.3'],
    ]);
  });

  it('that misses one step twice misses one step', () => {
    const table = planned();
    const step = { phase: 2, title: 'Announce', description: 'To all.', files: [], dependencies: [] };
    const again = { ...step, title: 'announce!', description: 'To everybody.' };
    const missing = { missing_steps: [step, { ...step, phase: 3 }, again] };
    const said = table.say(1, critiqueOf({ 'P2.1': 'disagree', 'P2.2': 'disagree' }, missing));
    expect(said).toMatchObject({ ok: true, data: { missing: [{ same: null }, { same: null }, { same: 'P1.3' }] } });
    table.say(2, critiqueOf({ 'P1.1': 'agree', 'P1.2': 'agree' }));
    expect(table.steps.at(-1)?.values['steps']).toBe('P1.1, P2.1, P2.2, P1.3, P1.4');
  });

  it('may be manual lines of votes', () => {
    const table = planned();
    const admission = table.say(1, 'P2.1 agree\n- P2.2: modify, count before the switch', { byHand: true });
    expect(admission).toMatchObject({ ok: true, warnings: [] });
    expect(admission).toMatchObject({
      data: {
        votes: [
          { step: 'P2.1', vote: 'agree' },
          { step: 'P2.2', vote: 'modify' },
        ],
      },
    });
  });
});

describe('the composition', () => {
  it('is asked of the best score, and of equals of the first seat', () => {
    const table = new Table({ planners: 2 });
    table.say(1, planOf('1 Measure'));
    table.say(2, planOf('1 Ask', '2 Build', '3 Ship'));
    table.say(1, critiqueOf({ 'P2.1': 'agree', 'P2.2': 'agree', 'P2.3': 'agree' }));
    table.say(2, critiqueOf({ 'P1.1': 'agree' }));
    expect(table.due).toEqual(['compose-planner-2']);
    expect(agreed().due).toEqual(['compose-planner-1']);
  });

  it('is told which steps may be after the same thing', () => {
    const table = new Table({ planners: 2 });
    table.say(1, planOf('1 Measure the build time', '2 Measure the build time'));
    table.say(2, planOf('1 Measure build times first', '2 Ship'));
    table.say(1, critiqueOf({ 'P2.1': 'agree', 'P2.2': 'agree' }));
    table.say(2, critiqueOf({ 'P1.1': 'agree', 'P1.2': 'agree' }));
    expect(table.steps[0]?.values['steps']?.split('\n')).toEqual([
      '- P1.1: agree 2, modify 0, disagree 0; possibly the same as P2.1',
      '- P1.2: agree 2, modify 0, disagree 0',
      '- P2.1: agree 2, modify 0, disagree 0; possibly the same as P1.1',
      '- P2.2: agree 2, modify 0, disagree 0',
    ]);
  });

  it('loses nothing: what it does not account for is put back, with its dependencies', () => {
    const table = agreed();
    const said = table.say(
      1,
      compositionOf([
        ['P1.1', '1 Measure'],
        ['P2.1', '1 Ask'],
      ]),
    );
    expect(warningsOf(said)).toEqual(['The common plan did not mention P1.2, P2.2: put back.']);
    expect(table.result.steps.map(({ id, title, origin, dependsOn }) => [id, title, origin, dependsOn])).toEqual([
      ['S1', 'Measure', 'composed', []],
      ['S2', 'Ask', 'composed', []],
      ['S3', 'Build', 'put-back', ['S1']],
      ['S4', 'Ship', 'put-back', ['S2']],
    ]);
  });

  it('leaves out only with a reason', () => {
    const table = agreed();
    const composition = compositionOf(ALL.slice(0, 2), { 'P1.2': ' ', 'P2.2': 'Measuring does it.' });
    expect(issuesOf(table.say(1, composition))).toEqual(['Eliminated 1: it has no reason, so P1.2 stays.']);
    table.say(1, composition);
    expect(table.state.composition?.eliminated).toEqual(['P2.2']);
    expect(table.result.steps.map(({ origin }) => origin)).toEqual(['composed', 'composed', 'put-back']);
    expect(table.result.eliminated).toMatchObject([{ id: 'P2.2', by: 'composer', reason: 'Measuring does it.' }]);
  });

  it('gives each step that it leaves out its own reason, by whichever id it is named', () => {
    const table = new Table({ planners: 2 });
    const steps = Array.from({ length: 11 }, (_, index) => `1 Step ${index + 1}a`);
    table.say(1, planOf(...steps));
    table.say(2, planOf(...steps));
    table.say(1, compositionOf([], { 'P2.1': 'the first', 'P1.11': 'the last' }));
    table.say(
      2,
      verdictOf(
        Object.fromEntries(
          [...steps.slice(2).map((_, at) => `S${at + 1}`), 'P1.1', 'P1.11'].map((id) => [id, 'approve']),
        ),
      ),
    );
    expect(table.result.eliminated.map(({ id, reason }) => [id, reason])).toEqual([
      ['P1.1', 'the first'],
      ['P1.11', 'the last'],
    ]);
  });

  it('invents nothing unseen: a step of no plan is marked, and is checked by nobody until it is voted on', () => {
    const table = agreed();
    const composition = compositionOf([...ALL, ['P9.9', '3 Celebrate']]);
    const unclear = 'Step 5: its "from" must be IDs of proposals, each by itself.';
    expect(issuesOf(table.say(1, composition))).toEqual([unclear]);
    expect(warningsOf(table.say(1, composition))).toEqual([
      `Still there after a second answer: ${unclear}`,
      'No plan has S5: marked as invented.',
    ]);
    expect(table.result.steps.at(-1)).toMatchObject({ id: 'S5', origin: 'invented', status: 'unchecked', from: [] });
    expect(table.result.planned).toBe(false);
    expect(table.resultOf().headline).toBe('No plan: the vote on the common plan is missing.');
  });

  it('may make one step of two of which one needed the other', () => {
    const table = agreed();
    const said = table.say(
      1,
      compositionOf([
        ['P1.1 P1.2', '1 Measure and build < P1.1'],
        ['P2.1', '1 Ask'],
        ['P2.2', '2 Ship < P1.2'],
      ]),
    );
    expect(said).toMatchObject({ ok: true, warnings: [] });
    expect(table.result.steps.map(({ dependsOn }) => dependsOn)).toEqual([[], [], ['S1']]);
  });

  it('in whose order a step stands before what it needs is put in order', () => {
    const table = agreed();
    table.say(
      1,
      compositionOf([
        ['P1.2', '1 Build < 3'],
        ['P2.1', '1 Ask'],
        ['P1.1', '2 Measure'],
        ['P2.2', '2 Ship'],
      ]),
    );
    expect(table.result.steps.map(({ id, phase }) => `${phase}:${id}`)).toEqual(['1:S2', '2:S3', '2:S1', '2:S4']);
  });

  it('passes to the next best planner when its composer leaves', () => {
    const table = agreed();
    table.leave(1);
    expect(table.due).toEqual(['compose-planner-2']);
    table.say(2, compositionOf(ALL));
    expect(table.next).toMatchObject({ kind: 'close' });
    expect(table.resultOf().headline).toContain('Degraded: Planner 1 left (1 of 2).');
  });
});

describe('the votes', () => {
  function composed(): Table {
    const table = agreed();
    table.say(1, compositionOf(ALL));
    return table;
  }

  it('take a rejected step out, and nobody depends on it any more', () => {
    const table = composed();
    table.say(2, verdictOf({ S1: 'approve', S2: 'approve', S3: 'REJECT', S4: 'approve' }));
    expect(table.result.steps.map(({ id, dependsOn, rewiredFrom }) => [id, dependsOn, rewiredFrom])).toEqual([
      ['S1', [], []],
      ['S2', [], []],
      ['S4', ['S2', 'S1'], ['S3']],
    ]);
    expect(table.result.eliminated).toMatchObject([{ id: 'S3', title: 'Build', by: 'vote', reason: 'why S3' }]);
    expect(table.next).toMatchObject({ close: { outcome: 'stable-disagreement' } });
    table.add('debate-force-closed', { reason: sealWords('It takes too long.'), by: 'Ada' });
    expect(table.resultOf().headline).toBe(
      'No plan: it was ended without a decision on 3 steps in 2 phases (3 agreed; overlap 100%).',
    );
  });

  it('on what was left out: a rejection brings it back with what it needed', () => {
    const table = agreed();
    table.say(
      1,
      compositionOf([ALL[0] as [string, string], ALL[1] as [string, string], ['P2.2', '2 Ship < 2']], {
        'P1.2': 'needless',
      }),
    );
    expect(table.steps[0]?.values).toMatchObject({ steps: 'S1, S2, S3', eliminated: 'P1.2' });
    table.say(2, verdictOf({ S1: 'approve', S2: 'approve', S3: 'approve', 'P1.2': 'reject' }));
    expect(table.result.steps.at(-1)).toMatchObject({
      ...{ id: 'S4', title: 'Build', origin: 'reinstated', dependsOn: ['S1'], status: 'agreed' },
    });
    expect(table.result.eliminated).toEqual([]);
  });

  it('that leave no step leave no plan', () => {
    const table = composed();
    table.say(2, verdictOf({ S1: 'reject', S2: 'reject', S3: 'reject', S4: 'reject' }));
    expect(table.next).toMatchObject({ close: { outcome: 'stable-disagreement' } });
    expect(table.result).toMatchObject({ planned: false, steps: [] });
    expect(table.resultOf().headline).toBe('No plan: no step is left.');
    expect(format.explainOutcome?.(table.state, 'stable-disagreement', (seat) => seat)).toBe(
      'No step of a plan is left.',
    );
  });

  it('that are tied keep the step, as disputed', () => {
    const table = new Table({ planners: 3, rounds: 1 });
    for (const planner of [1, 2, 3]) table.say(planner, planOf('1 Measure'));
    table.say(1, compositionOf([['P1.1', '1 Measure']]));
    table.say(2, verdictOf({ S1: 'approve' }));
    table.say(3, verdictOf({ S1: 'reject' }));
    expect(table.result.steps).toMatchObject([{ id: 'S1', status: 'disputed', votes: { agree: 2, disagree: 1 } }]);
    expect(table.next).toMatchObject({ close: { outcome: 'majority' } });
  });

  it('count by id, also where titles are equal', () => {
    const table = agreed();
    table.say(
      1,
      compositionOf([
        ['P1.1', '1 Same'],
        ['P2.1', '1 Same'],
        ['P1.2', '2 Same'],
        ['P2.2', '2 Ship'],
      ]),
    );
    table.say(2, verdictOf({ S1: 'approve', S2: 'reject', S3: 'approve', S4: 'approve' }));
    expect(table.result.steps.map(({ id }) => id)).toEqual(['S1', 'S3', 'S4']);
  });
});

describe('closing by hand', () => {
  it('with words of one’s own stands instead of a plan that is not there', () => {
    const table = agreed();
    const decision = { text: seal('We do nothing.', '0'.repeat(32)) };
    const close = { outcome: 'closed-manually' as const, decision, warnings: [], by: 'Ada' };
    expect(format.admitClose(table.state, close, 'We do nothing.')).toMatchObject({ ok: true });
    expect(format.admitClose(table.state, { ...close, outcome: 'agreed' }, 'We do nothing.')).toMatchObject({
      ok: false,
    });
    expect(format.admitClose(table.state, { ...close, decision: null }, undefined)).toMatchObject({ ok: false });
    table.add('debate-closed', close);
    expect(table.resultOf()).toBeUndefined();
    expect(table.due).toEqual(['over']);
  });
});

describe('planners who fail', () => {
  it('leave, and the debate says so everywhere; the last one may not', () => {
    const table = new Table({ planners: 4 });
    expect(format.expendable?.(table.state)).toHaveLength(4);
    table.leave(2);
    table.say(1, planOf('1 Measure'));
    table.leave(3);
    table.leave(4);
    expect(format.expendable?.(table.state)).toEqual([]);
    expect(table.next).toMatchObject({ kind: 'close', close: { outcome: 'decided' } });
    const { headline, details } = table.resultOf();
    expect(headline).toBe(
      'A plan of 1 step in 1 phase: 1 unchecked; not cross-checked. Degraded: Planner 2, Planner 3 and Planner 4 left (3 of 4).',
    );
    expect(details).toContain('### Planners who left\n\n- Planner 2, before its plan: It is not logged in.');
    expect(table.result).toMatchObject({ planned: true, degraded: true, overlap: null });
    expect(table.result.planners.map(({ state }) => state)).toEqual(['planned', 'left', 'left', 'left']);
  });

  it('are waited for as long as nobody has planned', () => {
    const table = new Table({ planners: 2 });
    table.leave(1);
    expect(table.due).toEqual(['plan-planner-2']);
    expect(format.expendable?.(table.state)).toEqual([]);
    expect(table.resultOf()).toMatchObject({
      data: { planned: false, steps: [] },
      headline: 'No plan: not all planners have planned. Degraded: Planner 1 left (1 of 2).',
    });
  });

  it('in the middle of a round are no longer waited for, and their plan stays', () => {
    const table = new Table({ planners: 3, rounds: 1 });
    table.say(1, planOf('1 Measure'));
    table.say(2, planOf('1 Ask'));
    table.say(3, planOf('1 Ship'));
    table.say(1, critiqueOf({ 'P2.1': 'agree', 'P3.1': 'agree' }));
    table.say(2, critiqueOf({ 'P1.1': 'agree', 'P3.1': 'agree' }));
    table.leave(3);
    expect(table.due).toEqual(['compose-planner-1']);
    // Two of three for the first two, two of three for the third, whose author held it.
    expect(table.result.overlap).toBe(78);
    expect(table.steps[0]?.values['steps']).toContain('- P3.1: agree 3, modify 0, disagree 0');
  });
});

describe('words that a planner chose', () => {
  it('stay words in the Markdown of the result', () => {
    const table = new Table({ planners: 1 });
    const title = '<img src=x> # [x](javascript:y) | @all';
    table.say(1, JSON.stringify({ summary: title, steps: [{ phase: 1, title, description: title }] }));
    const { markdown } = table.resultOf();
    expect(markdown.split('\n').filter((line) => line.includes('img'))).toEqual([
      '&lt;img src=x\\> \\# \\[x\\](javascript:y) \\| @\u200ball',
      '- [ ] **P1.1** &lt;img src=x\\> \\# \\[x\\](javascript:y) \\| @\u200ball — unchecked; agree 1, modify 0, disagree 0\\',
      '  &lt;img src=x\\> \\# \\[x\\](javascript:y) \\| @\u200ball',
    ]);
  });

  it('of a redacted plan are gone, and the rules come to the same end', () => {
    const table = agreed();
    table.say(1, compositionOf(ALL));
    table.say(2, verdictOf({ S1: 'approve', S2: 'approve', S3: 'reject', S4: 'approve' }));
    const before = table.result;
    const redacted = table.log.map((event) =>
      event.type === 'turn-recorded'
        ? { ...event, data: { ...event.data, content: { sha256: event.data.content.sha256 } } }
        : event,
    );
    let state = format.initial(format.options.parse({ planners: 2 }));
    for (const event of redacted) {
      if (event.type === 'turn-recorded') {
        const { seat, act, data } = event.data;
        expect(format.admit(state, { seat, act, content: undefined, data, byHand: false })).toEqual({
          ...{ ok: true, data, warnings: [] },
        });
      }
      state = format.evolve(state, event);
    }
    expect(format.next(state)).toEqual(table.next);
    const after = format.result?.(redacted, state)?.data as unknown as typeof before;
    const bare = (steps: typeof before.steps) =>
      steps.map(({ title: _, description: __, files: ___, ...rest }) => rest);
    expect(bare(after.steps)).toEqual(bare(before.steps));
    expect(after.steps.map(({ title }) => title)).toEqual(['(redacted)', '(redacted)', '(redacted)']);
  });

  it('do not get into the data of a redacted turn by way of forged data', () => {
    const table = new Table({ planners: 1 });
    const data = { blind: true, steps: [{ id: 'P1.1', phase: 1, needs: [], same: null, title: 'words' }] };
    const scores = { clarity: 0, completeness: 0, feasibility: 0 };
    const seat = 'planner-1';
    expect(
      format.admit(table.state, { seat, act: 'plan', content: undefined, data: { ...data, ...scores }, byHand: false }),
    ).toMatchObject({ ok: false });
  });
});
