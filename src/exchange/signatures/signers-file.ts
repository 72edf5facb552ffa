// The file of allowed signers as far as it is read here: which lines name a key. What a line allows, OpenSSH alone decides.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { storageError } from '../../domain/failures/storage-error.ts';

/** Throws `storage`. */
export function readSigners(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw storageError(error, `read ${file}`);
  }
}

const fingerprintOf = (key: string) =>
  `SHA256:${createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64').replace(/=+$/, '')}`;

/** The names, with commas between them, of every line that holds the key with this fingerprint. */
export function namesOfKey(signers: string, fingerprint: string): readonly string[] {
  return signers.split(/\r?\n/).flatMap((line) => {
    const [, quoted, plain, rest = ''] = /^\s*(?:"([^"]*)"|([^\s#"]\S*))\s+(.*)$/.exec(line) ?? [];
    const holdsKey = rest.split(/\s+/).some((word) => fingerprintOf(word) === fingerprint);
    return holdsKey ? [quoted ?? plain ?? ''] : [];
  });
}
