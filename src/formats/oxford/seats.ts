// The seats of an Oxford debate and the names of their arguments.
export const SIDES = ['proposition', 'opposition'] as const;
export type Side = (typeof SIDES)[number];

export const PREFIXES = { proposition: 'prop', opposition: 'opp' } as const satisfies Record<Side, string>;

export function isSide(seat: string): seat is Side {
  return (SIDES as readonly string[]).includes(seat);
}

export function otherSide(side: Side): Side {
  return side === 'proposition' ? 'opposition' : 'proposition';
}

/** "prop_001"; of several arguments in one answer each has a letter: "prop_000a". */
export function argumentId(side: Side, exchange: number, index: number, among: number): string {
  const letter = among === 1 ? '' : String.fromCharCode('a'.charCodeAt(0) + index);
  return `${PREFIXES[side]}_${String(exchange).padStart(3, '0')}${letter}`;
}
