// Ids of steps: proposals are "P2.1", "P2.2", …, the steps of the composed plan "S1", "S2", ….

export const formatProposalId = (planner: number, number: number): string => `P${planner}.${number}`;
export const formatStepId = (number: number): string => `S${number}`;

const ID = /(?<![\p{L}\p{N}.])(?:p\d+\.\d+|s\d+)(?![\p{L}\p{N}]|\.\d)/giu;

/** The id that the text begins with, else the only one in it; `undefined` if there is none or several. */
export function findId(text: string): string | undefined {
  const found = [...text.matchAll(ID)];
  const first = found[0];
  const leads = first !== undefined && !/[\p{L}\p{N}]/u.test(text.slice(0, first.index));
  const ids = new Set(found.map(([id]) => id.toUpperCase()));
  return leads || ids.size === 1 ? first?.[0].toUpperCase() : undefined;
}
