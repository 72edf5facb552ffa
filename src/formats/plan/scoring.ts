// Points of a plan, which only choose who composes: whole thousandths, so that they can be recorded, and the same for everyone.

interface ScoredStep {
  readonly phase: number;
  readonly title: string;
  readonly description: string;
  readonly files: readonly string[];
  /** Indices of the steps that it needs. */
  readonly needs: readonly number[];
}

export interface ScoredPlan {
  readonly summary: string;
  readonly steps: readonly ScoredStep[];
  readonly risks: readonly string[];
  readonly questions: readonly string[];
  /** A dependency had to be left out, as it led nowhere or in a circle. */
  readonly mended: boolean;
}

/** In thousandths of a point. */
export interface OwnScores {
  readonly clarity: number;
  readonly completeness: number;
  readonly feasibility: number;
}

const POINT = 1_000;
const LEAST_TITLE = 5;
const LEAST_DESCRIPTION = 20;

/** Of the three parts together, without consensus. */
const MOST_OWN = 80;
const MOST_CONSENSUS = 20;

const isLong = (text: string, least: number) => [...text.trim()].length >= least;
const said = (texts: readonly string[]) => texts.filter((text) => text.trim() !== '').length;

function baseName(path: string): string {
  return path
    .trim()
    .replace(/^.*[\\/]/, '')
    .toLowerCase();
}

/** 0 to 30 points: a step at all 5, titles 8, descriptions 8, files 6, a summary 3. */
export function scoreClarity({ steps, summary }: ScoredPlan): number {
  const titles = steps.filter(({ title }) => isLong(title, LEAST_TITLE)).length;
  const descriptions = steps.filter(({ description }) => isLong(description, LEAST_DESCRIPTION)).length;
  const withFiles = steps.filter(({ files }) => said(files) > 0).length;
  const points =
    (steps.length > 0 ? 5 : 0) +
    Math.min(8, 2 * titles) +
    Math.min(8, 2 * descriptions) +
    Math.min(6, 1.5 * withFiles) +
    (isLong(summary, LEAST_DESCRIPTION) ? 3 : 0);
  return Math.round(points) * POINT;
}

/** 0 to 30 points: the share of the changed files that steps name 15, or 10 without any; phases 5, risks 5, questions 5. */
export function scoreCompleteness({ steps, risks, questions }: ScoredPlan, changedFiles: readonly string[]): number {
  const named = new Set(steps.flatMap(({ files }) => files.map(baseName)));
  const covered = changedFiles.filter((path) => named.has(baseName(path))).length;
  const unknown = steps.length > 0 ? 10 * POINT : 0;
  const share = changedFiles.length === 0 ? unknown : Math.round((15 * POINT * covered) / changedFiles.length);
  const phases = new Set(steps.map(({ phase }) => phase)).size;
  const rest =
    (phases >= 3 ? 5 : phases === 2 ? 3 : 0) + Math.min(5, 2 * said(risks)) + Math.min(5, 2 * said(questions));
  return share + rest * POINT;
}

/** 0 to 20 points: a step at all 5; none stands in an earlier phase than one it needs 5; no mended dependency 5; its size 5. */
export function scoreFeasibility({ steps, mended }: ScoredPlan): number {
  const early = steps.some(({ phase, needs }) => needs.some((index) => (steps[index]?.phase ?? 0) > phase));
  const { length } = steps;
  const size = length >= 3 && length <= 15 ? 5 : length >= 2 && length <= 20 ? 3 : 1;
  return ((length > 0 ? 5 : 0) + (early ? 0 : 5) + (mended ? 0 : 5) + size) * POINT;
}

export function ownScores(plan: ScoredPlan, changedFiles: readonly string[]): OwnScores {
  return {
    clarity: scoreClarity(plan),
    completeness: scoreCompleteness(plan, changedFiles),
    feasibility: scoreFeasibility(plan),
  };
}

/**
 * 0 to 100: the mean over distinct steps of the share of planners who hold each. `holders` are their numbers; nobody is
 * counted twice for a step. `undefined` where there is nobody to agree with.
 */
export function consensusPercent(holders: readonly number[], planners: number): number | undefined {
  if (planners < 2 || holders.length === 0) return undefined;
  const sum = holders.reduce((total, each) => total + each, 0);
  return Math.round((100 * sum) / (holders.length * planners));
}

/** 0 to 20 points: the plan's own points as a share, weighed with the consensus of all. */
export function consensusPoints(own: OwnScores, percent: number): number {
  const sum = own.clarity + own.completeness + own.feasibility;
  return Math.round((sum * percent * MOST_CONSENSUS) / (MOST_OWN * POINT * 100)) * POINT;
}
