// Dependencies of steps: what references mean, that none go round in a circle, and an order in which all can be done.
import { isNothing } from '../../../domain/answers/nothing.ts';
import { joinWords } from '../../../domain/words/format-figures.ts';
import { createIdReader } from '../../common/named.ts';
import { normalizeTitle } from './faults.ts';

const NEGATIVE = /^\s*[-−]\d/;

export interface Referring {
  /** All that the step may be called by. */
  readonly names: readonly string[];
  readonly references: readonly (string | number)[];
}

export interface Needs {
  /** Of each step, the indices of those that it needs; without circles. */
  readonly needs: readonly (readonly number[])[];
  /** What was wrong and is left out of `needs`; in numbers only, as these words are kept in the open. */
  readonly issues: readonly string[];
}

/** What a text refers to: a name as a whole, several that are joined, or IDs; itself where it is none, nothing where it says so. */
export function createReferenceReader(names: readonly string[]): (reference: string | number) => readonly string[] {
  const known = new Set(names.map(normalizeTitle));
  const isKnown = (text: string) => known.has(normalizeTitle(text));
  const readIds = createIdReader(names.map((name) => [name, name]));
  return (reference) => {
    const text = String(reference);
    if (isNothing(text)) return [];
    if (isKnown(text)) return [text];
    const parts = text.split(/[,;/&+|]|\band\b/i);
    return parts.every(isKnown) ? parts : (readIds(text) ?? [text]);
  };
}

/** Under which names a step of a list is known: its title and number, however they are combined. */
export function listNames(title: string, index: number): readonly string[] {
  const number = index + 1;
  return [title, `${number}`, `step ${number}`, `${number} ${title}`, `step ${number} ${title}`];
}

/** The way from one step to another along what steps need. */
function findPath(needs: readonly (readonly number[])[], from: number, to: number): readonly number[] | undefined {
  const before = new Map<number, number>([[from, from]]);
  const open = [from];
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    if (at === to) {
      const way = [to];
      while (way[0] !== from) way.unshift(before.get(way[0] as number) as number);
      return way;
    }
    for (const next of needs[at] ?? []) {
      if (before.has(next)) continue;
      before.set(next, at);
      open.push(next);
    }
  }
  return undefined;
}

export interface StepNeeds {
  /** Of each step, the indices of those that it refers to, each once. */
  readonly wanted: readonly (readonly number[])[];
  readonly issues: readonly string[];
}

export function findNeeds(steps: readonly Referring[]): StepNeeds {
  const known = new Map<string, Set<number>>();
  steps.forEach(({ names }, index) => {
    for (const name of names) {
      const key = normalizeTitle(name);
      known.set(key, (known.get(key) ?? new Set()).add(index));
    }
  });
  const issues: string[] = [];
  const read = createReferenceReader(steps.flatMap(({ names }) => names));
  const wanted = steps.map(({ references }, index) => {
    const targets = references.flatMap((reference, place) =>
      read(reference).flatMap((name) => {
        const found = NEGATIVE.test(name) ? [] : [...(known.get(normalizeTitle(name)) ?? [])];
        if (found.length === 1 && found[0] !== index) return found;
        issues.push(`Step ${index + 1}, dependency ${place + 1}: ${explainReference(found)}`);
        return [];
      }),
    );
    return [...new Set(targets)];
  });
  return { wanted, issues };
}

function explainReference(found: readonly number[]): string {
  if (found.length === 0) return 'it is neither the number nor the title of a step.';
  if (found.length === 1) return 'a step cannot depend on itself.';
  return `it may mean steps ${joinWords(found.map((each) => String(each + 1)))}; give the number.`;
}

interface Circle {
  /** Index of the step whose dependency was left out, as it would have closed a circle. */
  readonly step: number;
  readonly issue: string;
}

/** The same dependencies without circles: taken in order, whichever would close one is left out. */
export function breakCircles(wanted: StepNeeds['wanted']): {
  needs: readonly (readonly number[])[];
  circles: readonly Circle[];
} {
  const needs: number[][] = wanted.map(() => []);
  const circles: Circle[] = [];
  wanted.forEach((targets, step) => {
    for (const target of targets) {
      const back = findPath(needs, target, step);
      if (back === undefined) needs[step]?.push(target);
      else circles.push({ step, issue: `These depend on each other in a cycle: ${formatCircle([step, ...back])}.` });
    }
  });
  return { needs, circles };
}

/** Reads what each step of a list refers to, without circles. */
export function readNeeds(steps: readonly Referring[]): Needs {
  const { wanted, issues } = findNeeds(steps);
  const { needs, circles } = breakCircles(wanted);
  return { needs, issues: [...issues, ...circles.map(({ issue }) => issue)] };
}

function formatCircle(way: readonly number[]): string {
  return way.map((index) => `step ${index + 1}`).join(' → ');
}

export interface Ordered {
  readonly id: string;
  readonly phase: number;
  /** Ids. */
  readonly needs: readonly string[];
}

/** Takes steps out; whoever needed one of them needs what that one needed. */
export function removeSteps<T extends Ordered>(steps: readonly T[], gone: ReadonlySet<string>): readonly T[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const known = new Map<string, ReadonlySet<string>>();
  const kept = (id: string): ReadonlySet<string> => {
    if (!gone.has(id)) return new Set([id]);
    const instead = known.get(id) ?? new Set((byId.get(id)?.needs ?? []).flatMap((need) => [...kept(need)]));
    // Many ways may lead through one step; each is walked once.
    known.set(id, instead);
    return instead;
  };
  return steps
    .filter(({ id }) => !gone.has(id))
    .map((step) => ({ ...step, needs: [...new Set(step.needs.flatMap((need) => [...kept(need)]))] }));
}

/**
 * Steps after all that they need, by phase; a step that needs one of a later phase moves into that phase. Among those that
 * could come next the one of the lowest phase comes first, then the one that stood first.
 */
export function sortSteps<T extends Ordered>(steps: readonly T[]): readonly T[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const phases = new Map<string, number>();
  const findPhase = (step: T): number => {
    const known = phases.get(step.id);
    if (known !== undefined) return known;
    const needed = step.needs.flatMap((id) => byId.get(id) ?? []);
    const phase = Math.max(step.phase, ...needed.map(findPhase));
    phases.set(step.id, phase);
    return phase;
  };
  const waiting = steps.map((step) => ({ ...step, phase: findPhase(step) })).sort((a, b) => a.phase - b.phase);
  const done = new Set<string>();
  const ordered: T[] = [];
  while (waiting.length > 0) {
    const at = waiting.findIndex(({ needs }) => needs.every((id) => done.has(id) || !byId.has(id)));
    const [step] = waiting.splice(at, 1);
    // Needs have no circles, so there is always one that can come next.
    if (at === -1 || step === undefined)
      throw new TypeError('Steps that depend on each other in a cycle have no order.');
    done.add(step.id);
    ordered.push(step);
  }
  return ordered;
}
