// The shape of a sealed text; src/domain/sealed/sealed.ts works with it.
import * as z from 'zod';

export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);
const saltSchema = z.string().regex(/^[0-9a-f]{32}$/);

/**
 * `sha256` = SHA-256 over the UTF-8 bytes of `salt` (32 hex digits) followed directly by `text`.
 * A redacted text has lost `salt` and `text` and keeps `sha256`.
 */
export const sealedSchema = z.union([
  z.strictObject({ salt: saltSchema, sha256: sha256Schema, text: z.string() }),
  z.strictObject({ sha256: sha256Schema }),
]);
