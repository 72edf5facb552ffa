// Names of seats and steps: "planner-2", its proposals "P2.1", "P2.2", …, and the steps of the composed plan "S1", "S2", ….

export const seatOf = (planner: number): string => `planner-${planner}`;
export const labelOf = (seat: string): string => `Planner ${plannerOf(seat)}`;

/** 1-based. */
export function plannerOf(seat: string): number {
  return Number(seat.slice('planner-'.length));
}

export const proposalId = (planner: number, number: number): string => `P${planner}.${number}`;
export const stepId = (number: number): string => `S${number}`;

/** The only id that the text names, however it is dressed up; `undefined` if there is none or several. */
export function idIn(text: string): string | undefined {
  const ids = new Set([...text.matchAll(/(?<![\p{L}\p{N}.])(?:p\d+\.\d+|s\d+)(?![\p{L}\p{N}]|\.\d)/giu)].map(String));
  return ids.size === 1 ? [...ids][0]?.toUpperCase() : undefined;
}
