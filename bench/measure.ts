// Takes times of two or more things in turn, so that whatever else the machine does hits all of them alike.

/** Does its own preparations and returns the milliseconds of the part that counts. */
export type Side = () => number | Promise<number>;

export interface Times {
  readonly median: number;
  readonly minimum: number;
}

export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

/** `share` of 0.95: all but the largest 5 in 100 are below it. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
}

export function timesOf(samples: readonly number[]): Times {
  return { median: median(samples), minimum: Math.min(...samples) };
}

/** One round of all sides to warm up, then `rounds` that count; every second one in reverse order. */
export async function interleave<K extends string>(
  sides: Readonly<Record<K, Side>>,
  rounds: number,
): Promise<Record<K, Times>> {
  const order = Object.keys(sides) as K[];
  const samples = Object.fromEntries(order.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  for (const name of order) await sides[name]();
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? order : order.toReversed()) samples[name].push(await sides[name]());
  }
  return Object.fromEntries(order.map((name) => [name, timesOf(samples[name])])) as Record<K, Times>;
}
