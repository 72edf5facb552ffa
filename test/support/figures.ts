// Figures of a campaign. With CAMPAIGN=everything it is a measurement, and what takes longer than promised fails.
import { expect } from 'vitest';
import { percentile } from '../../bench/measure.ts';
import { inCampaign } from './campaign.ts';

/** Whether speed and memory are judged. */
export const isMeasured = process.env['CAMPAIGN'] === 'everything';

export function say(text: string): void {
  if (inCampaign) process.stdout.write(`${text}\n`);
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;

/** Times in milliseconds; `p95` and `most` are what is promised. */
export function reportTimes(what: string, times: readonly number[], promised: { p95?: number; most?: number } = {}) {
  const [p50, p95, most] = [percentile(times, 0.5), percentile(times, 0.95), Math.max(...times)];
  say(`${what}: ${times.length} times, p50 ${seconds(p50)}, p95 ${seconds(p95)}, at most ${seconds(most)}`);
  if (!isMeasured) return;
  if (promised.p95 !== undefined) expect(p95, what).toBeLessThanOrEqual(promised.p95);
  if (promised.most !== undefined) expect(most, what).toBeLessThanOrEqual(promised.most);
}
