// How often a test repeats itself: a sample in `npm test`, everything in `npm run test:campaigns`.
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Only there in a campaign. */
    readonly campaign?: true;
  }
}

export const inCampaign = inject('campaign') === true;

export function times(campaign: number, sample: number): number {
  return inCampaign ? campaign : sample;
}
