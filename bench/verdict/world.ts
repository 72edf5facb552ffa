// The worlds in which debates are simulated: how often debaters are right, what moves them, and what does not.

/** What judges go by besides the merit of arguments; all in standard deviations of what they see of it. */
export interface Judging {
  /** How much better the arguments of the side are that is right. */
  readonly edge: number;
  /** Lean to whoever stands first. */
  readonly position: number;
  /** Lean to the side that writes twice as much, which is the wrong one. */
  readonly length: number;
  /** Lean to the side that writes well, which is the wrong one. */
  readonly style: number;
}

export interface World {
  readonly name: string;
  /** Answers to choose from. */
  readonly options: number;
  /** Share of right answers when asked alone, by vendor. */
  readonly accuracy: readonly [number, number, number];
  /** Chance that a model answers as all models of its vendor do. */
  readonly alike: number;
  /** Chance that a vendor's models answer as all vendors' do. */
  readonly common: number;
  /** Chance that a claim which someone has not heard yet moves them, when it is for the right answer and for a wrong one. */
  readonly truth: number;
  readonly error: number;
  /** Chance to give in without an argument to one other who says something else; to two, a third more. */
  readonly conformity: number;
  /** Share of all moves that do not happen. */
  readonly stubbornness: number;
  /** Chance to approve a decision, or to agree with a position, that one does not hold. */
  readonly acquiescence: number;
  /** Chance that whoever moves without an argument names one all the same. */
  readonly pretence: number;
  /** Chance that the answer in a blind ballot is the one that was said last instead of the one that is held. */
  readonly masking: number;
  readonly judging: Judging;
}

export const BASE: World = {
  name: 'base',
  options: 2,
  accuracy: [0.65, 0.65, 0.65],
  alike: 0.5,
  common: 0.2,
  truth: 0.2,
  error: 0.15,
  conformity: 0.15,
  stubbornness: 0,
  acquiescence: 0.5,
  pretence: 0,
  masking: 0,
  judging: { edge: 0.6, position: 0, length: 0, style: 0 },
};

const world = (name: string, change: Partial<World>): World => ({ ...BASE, ...change, name });

export const WORLDS: readonly World[] = [
  BASE,
  world('no conformity', { conformity: 0 }),
  world('high conformity', { conformity: 0.6 }),
  world('errors alike', { common: 0.6, alike: 0.8 }),
  world('errors independent', { common: 0, alike: 0 }),
  world('error convinces as truth does', { truth: 0.2, error: 0.2 }),
  world('truth convinces three times', { truth: 0.45, error: 0.15, conformity: 0.1 }),
  world('weak first speaker', { accuracy: [0.4, 0.7, 0.7] }),
  world('one strong seat', { accuracy: [0.55, 0.55, 0.9] }),
  world('nobody approves out of politeness', { acquiescence: 0 }),
  world('everybody approves', { acquiescence: 1 }),
  world('stubborn', { stubbornness: 0.8 }),
  world('four options', { options: 4, accuracy: [0.5, 0.5, 0.5] }),
  world('moves pretend an argument', { conformity: 0.6, pretence: 1 }),
];
