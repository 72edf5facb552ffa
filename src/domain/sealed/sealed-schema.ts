// The shape of a sealed text; src/domain/sealed/sealed.ts works with it.
import * as z from 'zod';

const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));

export const sha256Schema = hex(64);

/**
 * `sha256` = SHA-256 over the UTF-8 bytes of `salt` (32 hex digits) followed directly by `text`.
 * A redacted text has lost `salt` and `text` and keeps `sha256`.
 */
export const sealedSchema = z.lazy(() =>
  z.union([
    z.strictObject({ salt: hex(32), sha256: sha256Schema, text: z.string() }),
    z.strictObject({ sha256: sha256Schema }),
  ]),
);
