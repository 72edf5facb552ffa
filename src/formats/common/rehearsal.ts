// What a rehearsal, which calls no model, puts into the samples of the steps.

export const REHEARSED = '(Rehearsal: no model thought about this.)';

/** Against a version of the decision; the first one is 1. */
export const writeObjection = (version: number): string =>
  `${version === 1 ? 'It starts' : `Version ${version} still starts`} before anybody has measured anything. ${REHEARSED}`;

export interface Rehearsal {
  /** The question of the debate in quotation marks, in whatever language it is. */
  readonly question: string;
  /** The answers that it names by its form. */
  readonly alternatives: readonly string[];
  /** Whether the seat votes against this version of the decision. */
  rejects(version: number): boolean;
}
