// What `npm test` leaves to `npm run test:campaigns` and `CAMPAIGN=full npm test`: whole tests (`it.runIf(inCampaign)`) and repetitions.
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Only there in a campaign. */
    readonly campaign?: true;
  }
}

export const inCampaign = inject('campaign') === true;

/** `everything`: what takes minutes, and is only done with CAMPAIGN=everything. */
export function times(campaign: number, sample: number, everything = campaign): number {
  if (!inCampaign) return sample;
  return process.env['CAMPAIGN'] === 'everything' ? everything : campaign;
}
