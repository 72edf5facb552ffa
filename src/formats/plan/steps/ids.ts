// Ids of steps: proposals are "P2.1", "P2.2", …, the steps of the composed plan "S1", "S2", ….

export const formatProposalId = (planner: number, number: number): string => `P${planner}.${number}`;
export const formatStepId = (number: number): string => `S${number}`;
