// A web page as it was fetched.
import type { Fetched } from '../../domain/reading/reading.ts';

export interface WebPage {
  /** The last one of all redirects, as it is shown and recorded. */
  readonly address: string;
  readonly text: string;
  readonly fetched: Fetched;
}

/** Throws for a page that is not allowed or cannot be had. */
export type FetchPage = (address: string) => Promise<WebPage>;
