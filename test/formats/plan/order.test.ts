// Dependencies: what is refused, what comes first, and what becomes of those who needed a step that is gone.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  breakCircles,
  listNames,
  type Ordered,
  readNeeds,
  removeSteps,
  sortSteps,
} from '../../../src/formats/plan/steps/order.ts';

const plan = (...steps: (readonly [title: string, ...references: (string | number)[]])[]) =>
  steps.map(([title, ...references], index) => ({ names: listNames(title, index), references }));

describe('dependencies', () => {
  it('are read by number, by title whatever its case, and by both', () => {
    const { needs, issues } = readNeeds(
      plan(['Measure'], ['Build it!', 1, 'measure'], ['Ship', 'Step 2', '#1'], ['Tell', '2. Build it', 'step 3: ship']),
    );
    expect(issues).toEqual([]);
    expect(needs).toEqual([[], [0], [1, 0], [1, 2]]);
  });

  it('that lead nowhere, to themselves or to two steps are told by number', () => {
    const { needs, issues } = readNeeds(plan(['Test', 'Tset'], ['Test', 2], ['Ship', 'test', 9]));
    expect(needs).toEqual([[], [], []]);
    expect(issues).toEqual([
      'Step 1, dependency 1: it is neither the number nor the title of a step.',
      'Step 2, dependency 1: a step cannot depend on itself.',
      'Step 3, dependency 1: it may mean steps 1 and 2; give the number.',
      'Step 3, dependency 2: it is neither the number nor the title of a step.',
    ]);
  });

  it('that go round in a circle are told with the whole circle, and lose the one that closes it', () => {
    const { needs, issues } = readNeeds(plan(['A', 3], ['B', 1], ['C', 2]));
    expect(issues).toEqual(['These depend on each other in a cycle: step 3 → step 2 → step 1 → step 3.']);
    expect(needs).toEqual([[2], [0], []]);
  });

  it('in other scripts are read, too', () => {
    expect(readNeeds(plan(['Мера'], ['測る', 'мера'], ['Größe', '測る'])).needs).toEqual([[], [0], [1]]);
  });
});

const step = (id: string, phase: number, ...needs: string[]): Ordered => ({ id, phase, needs });
const ids = (steps: readonly Ordered[]) => steps.map(({ id, phase }) => `${phase}:${id}`);

describe('order', () => {
  it('keeps steps as they stand where nothing speaks against it', () => {
    expect(ids(sortSteps([step('b', 1), step('a', 1), step('c', 2, 'a')]))).toEqual(['1:b', '1:a', '2:c']);
  });

  it('moves a step behind what it needs, into its phase if that is later', () => {
    const steps = [step('a', 1, 'c'), step('b', 1), step('c', 2), step('d', 1, 'a')];
    expect(ids(sortSteps(steps))).toEqual(['1:b', '2:c', '2:a', '2:d']);
  });

  it('gives whoever needed a step that is gone what that one needed', () => {
    const steps = [step('a', 1), step('b', 1, 'a'), step('c', 2, 'b'), step('d', 3, 'c', 'a')];
    expect(removeSteps(steps, new Set(['b', 'c']))).toEqual([step('a', 1), step('d', 3, 'a')]);
  });

  it('are found in time however many ways lead through steps that are gone', () => {
    const dense = Array.from({ length: 60 }, (_, at) =>
      step(`s${at}`, 1, ...Array.from({ length: at }, (_, n) => `s${n}`)),
    );
    const gone = new Set(dense.slice(1, -1).map(({ id }) => id));
    expect(removeSteps(dense, gone).at(-1)).toEqual(step('s59', 1, 's0'));
  });

  const graphs = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.array(fc.nat(11), { maxLength: 4 })), {
    maxLength: 12,
  });

  it('exists for any steps once circles are broken, has no step before what it needs, and loses none', () => {
    fc.assert(
      fc.property(graphs, fc.array(fc.nat(11)), (graph, removed) => {
        const wanted = graph.map(([, targets], index) => [
          ...new Set(targets.filter((target) => target < graph.length && target !== index)),
        ]);
        const { needs, circles } = breakCircles(wanted);
        expect(needs.flat().length + circles.length).toBe(wanted.flat().length);
        const steps = graph.map(([phase], index) =>
          step(`s${index}`, phase, ...(needs[index] ?? []).map((at) => `s${at}`)),
        );
        const gone = new Set(removed.map((at) => `s${at}`));
        const left = removeSteps(steps, gone);
        expect(left.map(({ id }) => id)).toEqual(steps.map(({ id }) => id).filter((id) => !gone.has(id)));
        const ordered = sortSteps(left);
        expect(ordered.map(({ id }) => id).sort()).toEqual(left.map(({ id }) => id).sort());
        ordered.forEach(({ phase, needs: needed }, index) => {
          const before = new Map(ordered.slice(0, index).map((each) => [each.id, each.phase]));
          for (const id of needed) expect(before.get(id) ?? Number.NaN).toBeLessThanOrEqual(phase);
          expect(ordered[index - 1]?.phase ?? 0).toBeLessThanOrEqual(phase);
        });
      }),
    );
  });
});
