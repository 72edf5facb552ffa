// The worlds in which debates are simulated: how often debaters are right, what moves them, and what does not.

/** What judges go by besides the merit of arguments; all in standard deviations of what they see of it. */
interface Judging {
  /** How much better the arguments of the side are that is right. */
  readonly edge: number;
  /** Lean to whoever stands first. */
  readonly position: number;
  /** Lean to the side that writes twice as much, which is the wrong one. */
  readonly length: number;
  /** Words that the side gives for a ground that is right; the other one twice as many. Judges are shown 100. */
  readonly words: number;
  /** Lean to the side that writes well, which is the wrong one. */
  readonly style: number;
}

export interface World {
  readonly name: string;
  /** Answers to choose from. */
  readonly options: number;
  /** What an answer is: an option, or what stands for it. */
  readonly kind: 'choice' | 'number' | 'probability' | 'ranking';
  /** Share of right answers when asked alone, by vendor; of those that do not abstain. */
  readonly accuracy: readonly [number, number, number];
  /** The vendor of each seat; with more seats than entries it starts over. */
  readonly seating: readonly number[];
  /** Chance to say "not enough to say" in place of an answer that would be right, and in place of one that would be wrong. */
  readonly doubt: { readonly right: number; readonly wrong: number };
  /** Chance to say that none of the options is right, which is always wrong. */
  readonly refusal: number;
  /** Percent, of those that are right and of those that are wrong. */
  readonly confidence: { readonly right: number; readonly wrong: number };
  /** Chance that the agent of a seat fails for good after its opening; without a stand-in, and with one of another vendor. */
  readonly departure: number;
  readonly replacement: number;
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
  /** Chance that the answer in a blind ballot is what others say instead of what one holds. */
  readonly masking: number;
  readonly judging: Judging;
}

export const BASE: World = {
  name: 'base',
  options: 2,
  kind: 'choice',
  accuracy: [0.65, 0.65, 0.65],
  seating: [0, 1, 2],
  doubt: { right: 0, wrong: 0 },
  refusal: 0,
  confidence: { right: 70, wrong: 70 },
  departure: 0,
  replacement: 0,
  alike: 0.5,
  common: 0.2,
  truth: 0.2,
  error: 0.15,
  conformity: 0.15,
  stubbornness: 0,
  acquiescence: 0.5,
  pretence: 0,
  masking: 0,
  judging: { edge: 0.6, position: 0, length: 0, words: 100, style: 0 },
};

const world = (name: string, change: Partial<World>): World => ({ ...BASE, ...change, name });

const TALK_PAYS: Partial<World> = { truth: 0.45, error: 0.15, conformity: 0.1 };
/** Where truth carries, which is where a debate should pay. */
export const TRUTH_CARRIES = world('truth convinces three times as easily', TALK_PAYS);
/** Whoever would be wrong mostly knows that it does not know. */
const ABSTAINS = { right: 0.15, wrong: 0.6 };
export const DOUBTFUL = world('seats abstain when unsure', { doubt: ABSTAINS });
export const HIGH_CONFORMITY = world('conformity .6', { conformity: 0.6 });

/** Formats that can go on without a seat are asked about this one; in the others a seat that fails is replaced, or the debate waits. */
export const DEPARTS = world('one seat in five leaves', { departure: 0.2 });

/** The base, and each weakness of debaters at nought and at two strengths; what the base has of it is one of them. */
export const WORLDS: readonly World[] = [
  BASE,
  world('conformity 0', { conformity: 0 }),
  world('conformity .3', { conformity: 0.3 }),
  HIGH_CONFORMITY,
  world('errors in common 0', { common: 0, alike: 0 }),
  world('errors in common .4', { common: 0.4, alike: 0.8 }),
  world('errors in common .6', { common: 0.6, alike: 0.8 }),
  world('error convinces as easily as truth', { truth: 0.2, error: 0.2 }),
  TRUTH_CARRIES,
  world('approves out of politeness 0', { acquiescence: 0 }),
  world('approves out of politeness 1', { acquiescence: 1 }),
  world('stubborn .4', { stubbornness: 0.4 }),
  world('stubborn .8', { stubbornness: 0.8 }),
  world('conformity .6, half pretend a reason', { conformity: 0.6, pretence: 0.5 }),
  world('conformity .6, all pretend a reason', { conformity: 0.6, pretence: 1 }),
  world('weak first speaker (.40, .70, .70)', { accuracy: [0.4, 0.7, 0.7] }),
  world('one strong seat (.55, .55, .90)', { accuracy: [0.55, 0.55, 0.9] }),
  world('four options', { options: 4, accuracy: [0.5, 0.5, 0.5] }),
  world('five options', { options: 5, accuracy: [0.45, 0.45, 0.45] }),
  DOUBTFUL,
  world('a quarter says "none of these"', { refusal: 0.25 }),
  world('two seats of one vendor', { seating: [0, 0, 1], alike: 0.7 }),
  world('two seats in five are replaced', { replacement: 0.4 }),
  world('truth carries, to seats that abstain', { ...TALK_PAYS, doubt: ABSTAINS }),
];

/** What can be asked for besides one of some options, each with three answers that somebody may give. */
export const KINDS: readonly World[] = (['number', 'probability', 'ranking'] as const).map((kind) =>
  world(kind, { kind, options: 3, accuracy: [0.55, 0.55, 0.55] }),
);

/** The wrong ones are the surer ones, for debates that count answers by confidence. */
export const SURE_AND_WRONG = world('the wrong ones are surer', { confidence: { right: 45, wrong: 95 } });

/** Where talk does harm whatever the rules: error convinces more easily than truth, or seats lie even where nobody sees it. */
export const HOPELESS: readonly World[] = [
  world('error convinces more easily', { truth: 0.15, error: 0.2 }),
  world('lies in the ballot .15', { masking: 0.15 }),
  world('lies in the ballot .30', { masking: 0.3 }),
];

const judged = (name: string, change: Partial<Judging>): World =>
  world(name, { judging: { ...BASE.judging, ...change } });

/** Each bias of judges at nought and at two strengths. */
export const JUDGES: readonly World[] = [
  judged('fair judge', {}),
  judged('neither side is better', { edge: 0 }),
  judged('one side is much better', { edge: 1.2 }),
  judged('leans to the first place .75', { position: 0.75 }),
  judged('leans to the first place 1.5', { position: 1.5 }),
  judged('leans to length .5', { length: 0.5 }),
  judged('leans to length 1', { length: 1 }),
  judged('leans to length 1, both within the limit', { length: 1, words: 50 }),
  judged('leans to style .5', { style: 0.5 }),
  judged('leans to style 1', { style: 1 }),
];
