// What `npm test` leaves to CI and to the campaigns: whole tests (`it.runIf(inCi)`, `it.runIf(inCampaign)`) and repetitions.

/** Each runs what those before it run, and more. */
const TIERS = ['change', 'ci', 'full', 'everything'];

const named = process.env['CAMPAIGN'] ?? 'change';
const tier = TIERS.indexOf(named);
if (tier === -1) throw new Error(`CAMPAIGN is "${named}", and can be ${TIERS.join(', ')}.`);

export const inCi = tier >= TIERS.indexOf('ci');
export const inCampaign = tier >= TIERS.indexOf('full');

/** `everything`: what takes minutes, and is only done with CAMPAIGN=everything. */
export function times(campaign: number, sample: number, everything = campaign): number {
  if (!inCampaign) return sample;
  return named === 'everything' ? everything : campaign;
}

/** Of a table, `npm test` takes the first row of so many, CI twice as many rows, and the campaigns all. */
export function sample<const Row>(table: readonly Row[], every: number): readonly Row[] {
  if (inCampaign) return table;
  const step = inCi ? Math.ceil(every / 2) : every;
  return table.filter((_, at) => at % step === 0);
}
