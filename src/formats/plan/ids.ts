// Names of seats and steps: "planner-2", its proposals "P2.1", "P2.2", …, and the steps of the composed plan "S1", "S2", ….

export const seatOf = (planner: number): string => `planner-${planner}`;
export const labelOf = (seat: string): string => `Planner ${plannerOf(seat)}`;

/** 1-based. */
export function plannerOf(seat: string): number {
  return Number(seat.slice('planner-'.length));
}

export const proposalId = (planner: number, number: number): string => `P${planner}.${number}`;
export const stepId = (number: number): string => `S${number}`;

const ID = /(?<![\p{L}\p{N}.])(?:p\d+\.\d+|s\d+)(?![\p{L}\p{N}]|\.\d)/giu;

/** The id that the text begins with, else the only one in it; `undefined` if there is none or several. */
export function idIn(text: string): string | undefined {
  const found = [...text.matchAll(ID)];
  const first = found[0];
  const leads = first !== undefined && !/[\p{L}\p{N}]/u.test(text.slice(0, first.index));
  const ids = new Set(found.map(([id]) => id.toUpperCase()));
  return leads || ids.size === 1 ? first?.[0].toUpperCase() : undefined;
}
