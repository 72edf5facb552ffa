// Whatever planners answer: nothing is lost or invented unseen, the order holds, and it does not matter who was faster.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RuleData } from '../../../src/domain/event-parts.ts';
import { format } from '../../../src/formats/plan/index.ts';
import { computeScores, groupProposals } from '../../../src/formats/plan/steps/standing.ts';
import { times } from '../../support/campaign.ts';
import { compositionOf, critiqueOf, planOf, Table, verdictOf } from './table.ts';

const TITLES = ['Measure', 'Ask', 'Build', 'Ship', 'Tell', 'Undo'];
const RUNS = { numRuns: times(60, 8) };
const VOTES = ['agree', 'modify', 'disagree'] as const;

interface Script {
  readonly options: RuleData;
  /** Of each planner: phase, title, and the number of an earlier step that it needs. */
  readonly plans: readonly (readonly (readonly [phase: number, title: number, needs: number])[])[];
  /** All that is left to chance. */
  readonly draws: readonly number[];
}

const scripts: fc.Arbitrary<Script> = fc.integer({ min: 1, max: 4 }).chain((planners) =>
  fc.record({
    options: fc.record({
      planners: fc.constant(planners),
      rounds: fc.integer({ min: 1, max: 3 }),
      confidenceThreshold: fc.constantFrom(50, 80, 100),
      mode: fc.constantFrom('adversarial', 'consensus', 'collaborative'),
    }) as fc.Arbitrary<RuleData>,
    plans: fc.array(
      fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(5), fc.nat(5)), {
        minLength: 1,
        maxLength: 5,
        selector: ([, title]) => title,
      }),
      { minLength: planners, maxLength: planners },
    ),
    draws: fc.array(fc.nat(997), { minLength: 1, maxLength: 40 }),
  }),
);

function writtenPlan(steps: Script['plans'][number]): string {
  return planOf(
    ...steps.map(([phase, title, needs], index) => {
      return `${phase} ${TITLES[title]}${index > 0 && needs > 0 ? ` < ${1 + (needs % index)}` : ''}`;
    }),
  );
}

/** Plays to the end; `inOrder` sorts who speaks first of those who are asked at the same time. */
function play({ options, plans, draws }: Script, inOrder: (steps: readonly string[]) => readonly string[]): Table {
  const table = new Table(options);
  const draw = (key: string, of: number): number => {
    // The same for the same question, whoever is asked first.
    const place = [...key].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 7_919, 7);
    return (draws[place % draws.length] as number) % of;
  };
  const answer = (id: string) => {
    const step = table.steps.find((each) => each.id === id);
    if (step === undefined) return;
    const planner = Number(step.seat.slice(-1));
    const ids = (step.values['steps'] ?? '').split(', ');
    if (step.act === 'plan') return table.say(planner, writtenPlan(plans[planner - 1] ?? []));
    if (step.act === 'critique') {
      const missing = { phase: 1, title: TITLES[draw(id, 6)], description: '', dependencies: ids.slice(0, 1) };
      const votes = Object.fromEntries(ids.map((each) => [each, VOTES[draw(`${id} ${each}`, 3)] as string]));
      return table.say(planner, critiqueOf(votes, draw(`${id} missing`, 2) === 0 ? { missing_steps: [missing] } : {}));
    }
    if (step.act === 'compose') {
      const steps = groupProposals(table.state);
      const used = steps.filter(({ id: each }) => draw(`use ${each}`, 3) > 0);
      const left = steps.filter(({ id: each }) => draw(`use ${each}`, 3) === 0 && draw(`out ${each}`, 2) === 0);
      const made = used.map(({ id: each, phase }, index): [string, string] => {
        const needs = index > 0 ? ` < ${1 + draw(`needs ${each}`, index)}` : '';
        return [each, `${phase} ${each} again${needs}`];
      });
      const invented: [string, string][] = draw('invent', 2) === 0 ? [['', '2 Something new']] : [];
      const reasons = Object.fromEntries(left.map(({ id: each }) => [each, 'needless']));
      return table.say(planner, compositionOf([...made, ...invented], reasons));
    }
    const ballot = [...ids, ...(step.values['eliminated'] ?? '').split(', ')].filter((each) => each !== 'none');
    const votes = ballot.map((each) => [each, draw(`${id} ${each}`, 2) === 0 ? 'reject' : 'approve']);
    return table.say(planner, verdictOf(Object.fromEntries(votes)));
  };
  for (let guard = 0; table.next.kind === 'ask'; guard += 1) {
    if (guard > 100) throw new Error('It does not end.');
    for (const id of inOrder(table.due)) expect([id, answer(id)?.ok ?? true]).toEqual([id, true]);
  }
  return table;
}

const forward = (steps: readonly string[]) => steps;
const backward = (steps: readonly string[]) => [...steps].reverse();

describe('any planning debate', () => {
  it('ends, with percentages and points between 0 and their caps', () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const table = play(script, forward);
        expect(table.next.kind).toBe('close');
        const { overlap, scores, planned, steps } = table.result;
        expect(overlap === null || (overlap >= 0 && overlap <= 100)).toBe(true);
        for (const { total, consensus } of scores) {
          expect(total >= 0 && total <= 100).toBe(true);
          expect(consensus >= 0 && consensus <= 20).toBe(true);
        }
        expect(planned).toBe(steps.length > 0);
        for (const { votes } of steps) {
          expect(votes.agree + votes.modify + votes.disagree).toBeLessThanOrEqual(Number(script.options['planners']));
        }
        const asked = table.log.filter(({ type }) => type === 'turn-recorded').length;
        const { atLeast, atMost } = format.calls(format.options.parse(script.options));
        expect(asked).toBeGreaterThanOrEqual(atLeast);
        expect(asked).toBeLessThanOrEqual(atMost);
      }),
      RUNS,
    );
  });

  it('loses no proposal, and marks what is in none', () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const table = play(script, forward);
        const { steps, eliminated } = table.result;
        const known = groupProposals(table.state).map(({ id }) => id);
        const told = new Set([...steps, ...eliminated].flatMap(({ from }) => from));
        expect([...told].sort()).toEqual([...known].sort());
        for (const { from, origin } of steps) expect(from.length === 0).toBe(origin === 'invented');
      }),
      RUNS,
    );
  });

  it('has a plan in which each step comes after all that it needs, and nothing needs what is gone', () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const { steps } = play(script, forward).result;
        steps.forEach(({ dependsOn, phase }, index) => {
          const before = steps.slice(0, index);
          for (const id of dependsOn) {
            expect(before.find((each) => each.id === id)?.phase ?? Number.NaN).toBeLessThanOrEqual(phase);
          }
        });
      }),
      RUNS,
    );
  });

  it('comes to the same consensus and scores whoever was faster', () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const one = play(script, forward);
        const other = play(script, backward);
        const bare = (table: Table) => ({
          scores: computeScores(table.state),
          overlap: table.result.overlap,
          distinct: groupProposals(table.state),
          rounds: table.state.rounds,
          steps: table.result.steps,
          outcome: table.next,
        });
        // Planners who build on each other speak in a fixed order anyway.
        expect(bare(other)).toEqual(bare(one));
      }),
      RUNS,
    );
  });

  it('replays from the data alone, once every text is gone', () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const table = play(script, forward);
        const replayed = table.log
          .map((event) =>
            event.type === 'turn-recorded'
              ? { ...event, data: { ...event.data, content: { sha256: event.data.content.sha256 } } }
              : event,
          )
          .reduce((state, event) => format.evolve(state, event), format.initial(format.options.parse(script.options)));
        expect(format.next(replayed)).toEqual(table.next);
        const titles = ({ proposals }: typeof replayed) => proposals.map(({ title: _, ...rest }) => rest);
        expect(titles(replayed)).toEqual(titles(table.state));
      }),
      { numRuns: times(50, 7) },
    );
  });

  it('hides from a planner whatever others plan before its own plan is there', () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const table = new Table({ ...script.options, mode: 'adversarial' });
        script.plans.slice(1).forEach((steps, index) => {
          table.say(index + 2, writtenPlan(steps));
        });
        expect(table.view(1)).toEqual([]);
        expect(table.result).toMatchObject({ steps: [], scores: [], overlap: null });
      }),
      { numRuns: times(30, 6) },
    );
  });
});
