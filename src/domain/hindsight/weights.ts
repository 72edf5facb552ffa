// How much the answer of each agent is worth, learnt from what turned out. Weights that would not have helped are not used.
import type { Answer } from '../question/answer.ts';
import { tallyAnswers } from '../question/tally.ts';
import { ENOUGH } from './scores.ts';
import type { Verdict } from './turned-out.ts';

interface PastVoice {
  readonly agent: string;
  readonly answer: Answer;
  /** A person gave it, whatever agents are called. */
  readonly person?: boolean;
  /** No model was called. */
  readonly rehearsal?: boolean;
}

/** The openings of one debate whose right answer is known. */
export interface PastVote {
  readonly voices: readonly PastVoice[];
  readonly judge: (answer: Answer) => Verdict | undefined;
}

export type Learnt =
  | { readonly kind: 'learnt'; readonly weights: ReadonlyMap<string, number> }
  /** Some agent has too few answers whose outcome is known; or weighted votes would not have been right more often. */
  | { readonly kind: 'too-little-data' | 'no-gain' };

const HUNDREDTHS = 100;

interface Tried {
  readonly right: number;
  readonly all: number;
}

function countRight(past: readonly PastVote[]): ReadonlyMap<string, Tried> {
  const counts = new Map<string, Tried>();
  for (const { voices, judge } of past) {
    for (const { agent, answer } of voices) {
      const verdict = judge(answer);
      if (verdict === undefined || verdict === 'mixed') continue;
      const { right, all } = counts.get(agent) ?? { right: 0, all: 0 };
      counts.set(agent, { right: right + (verdict === 'right' ? 1 : 0), all: all + 1 });
    }
  }
  return counts;
}

/**
 * ln(p / (1 - p)) in hundredths, p being the share of right answers: the weight that makes the majority right most often if everybody
 * errs independently. Nitzan and Paroush, "Optimal decision rules in uncertain dichotomous choice situations", International Economic
 * Review 23 (1982). To each agent's answers as many are added as are enough, right as often as those of all agents together: what
 * little is known moves nobody far from the others. At least 1, since nobody is left out.
 */
function weighAgent({ right, all }: Tried, usual: number): number {
  const share = (right + usual * ENOUGH) / (all + ENOUGH);
  return Math.max(1, Math.round(HUNDREDTHS * Math.log(share / (1 - share))));
}

function weighAll(past: readonly PastVote[]): ReadonlyMap<string, number> {
  const counts = countRight(past);
  const sum = (key: keyof Tried) => [...counts.values()].reduce((total, each) => total + each[key], 0);
  // One right and one wrong answer more than there are keep it away from 0 and 1.
  const usual = (sum('right') + 1) / (sum('all') + 2);
  return new Map([...counts].map(([agent, tried]) => [agent, weighAgent(tried, usual)]));
}

function findMajority({ voices }: PastVote, getWeight: (agent: string) => number): Answer | undefined {
  return tallyAnswers(
    voices.map(({ agent, answer }, index) => ({ seat: `${index}`, answer, weight: getWeight(agent) })),
  ).majority;
}

/**
 * Of votes that weights were not learnt from: how many only the weighted vote gets right, and how many only the equal one does. Where
 * equal votes are tied, weights break the tie, which is no error that they mend.
 */
function compareVotes(learnt: ReadonlyMap<string, number>, held: readonly PastVote[]) {
  const pairs = held.flatMap((vote) => {
    const equal = findMajority(vote, () => 1);
    const weighted = findMajority(vote, (agent) => learnt.get(agent) ?? 0);
    const isKnown = vote.voices.every(({ agent }) => learnt.has(agent));
    if (!isKnown || equal === undefined || weighted === undefined) return [];
    return [{ equal: vote.judge(equal) === 'right', weighted: vote.judge(weighted) === 'right' }];
  });
  return {
    gains: pairs.filter(({ weighted, equal }) => weighted && !equal).length,
    losses: pairs.filter(({ weighted, equal }) => !weighted && equal).length,
  };
}

/** Of people nothing is learnt about agents, and of rehearsals only where one is to be weighed. */
function listVotes(past: readonly PastVote[], agents: readonly string[]): readonly PastVote[] {
  const counts = ({ agent, person, rehearsal }: PastVoice) => !person && (!rehearsal || agents.includes(agent));
  return past
    .map((vote) => ({ ...vote, voices: vote.voices.filter(counts) }))
    .filter(({ voices }) => voices.length > 0);
}

/**
 * Weights for these agents. Each half of the past is judged with what the other half teaches, and weights are used only if they would
 * have turned clearly more votes from wrong to right than back: by more than one standard deviation of what chance does (the sign
 * test of McNemar, Psychometrika 12 (1947), at one sigma). `bench/verdict` measures what that is worth.
 */
export function learnWeights(judged: readonly PastVote[], agents: readonly string[]): Learnt {
  const past = listVotes(judged, agents);
  const tried = countRight(past);
  if (agents.some((agent) => (tried.get(agent)?.all ?? 0) < ENOUGH)) return { kind: 'too-little-data' };
  const halves = [0, 1].map((rest) => past.filter((_, index) => index % 2 === rest));
  const [even = [], odd = []] = halves;
  const compared = [compareVotes(weighAll(even), odd), compareVotes(weighAll(odd), even)];
  const sum = (key: 'gains' | 'losses') => compared.reduce((total, each) => total + each[key], 0);
  const [gains, losses] = [sum('gains'), sum('losses')];
  if (gains - losses <= Math.sqrt(gains + losses)) return { kind: 'no-gain' };
  const weights = weighAll(past);
  return { kind: 'learnt', weights: new Map(agents.map((agent) => [agent, weights.get(agent) ?? 1])) };
}
