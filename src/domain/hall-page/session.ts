// How a tab gets its token: the address carries a code that works once, in its fragment, which browsers send nowhere.
import * as z from 'zod';

/** A token of a sign-in service has to fit into the headers of a request, where servers take 16 KB. */
const MOST_CHARACTERS = 12_000;
/** As headers of requests hold it, without spaces. */
const CODE = /^[!-~]+(?![\s\S])/;

/** `POST /api/session` */
export const sessionRequestSchema = z.strictObject({
  code: z.string().max(MOST_CHARACTERS).regex(CODE, 'must be a code or key'),
});
export type SessionRequest = z.infer<typeof sessionRequestSchema>;

export interface SessionAnswer {
  /** For `Authorization: Bearer …`; keep it in `sessionStorage`, never in an address. It works as long as the server runs. */
  readonly token: string;
  /** As in `HallAnswer`. */
  readonly personId: string;
  /** The debate to show first, as whoever made the address wanted it. */
  readonly debate?: string;
}
