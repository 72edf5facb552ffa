// How answers and claims stand in the words of simulated debaters, whatever a format puts around them.

export interface Claim {
  /** Whose it is and which: "wind.2". */
  readonly id: string;
  /** The answer that it speaks for. */
  readonly answer: string;
  /** What the debate calls it, where it does: "C2". */
  readonly name?: string;
}

export const writeAnswer = (answer: string) => `I hold ${answer}.`;
export const writeClaim = ({ id, answer }: Claim) => `Claim ${id} speaks for ${answer}.`;
export const writeDecision = (answer: string) => `**Decision.** We do ${answer}.`;

/** The last answer that the text holds. */
export function readAnswerIn(text: string): string | undefined {
  return [...text.matchAll(/\bI hold ([A-Z])\./g)].at(-1)?.[1];
}

export function readDecision(text: string): string | undefined {
  return /\bWe do ([A-Z])\./.exec(text)?.[1];
}

/** The name of a claim stands before it, or at the head of the point that it is in. */
export function readClaims(text: string): readonly Claim[] {
  let point: string | undefined;
  return text.split('\n').flatMap((line) => {
    point = /^Point \d+ \((C\d+)\)/.exec(line)?.[1] ?? point;
    const name = /\b(C\d+): /.exec(line)?.[1] ?? point;
    return [...line.matchAll(/\bClaim ([a-z0-9-]+\.\d+) speaks for ([A-Z])\./g)].map(([, id, answer]) => ({
      ...{ id: id as string, answer: answer as string },
      ...(name === undefined ? {} : { name }),
    }));
  });
}
