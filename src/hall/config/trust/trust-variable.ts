// DEBATE_HALL_TRUST: the projects that are trusted where nobody can be asked, as absolute folders and as digests.
import { delimiter, isAbsolute } from 'node:path';
import { escapeInvisible } from '../../../support/control-characters.ts';
import type { Environment } from '../../../support/environment.ts';
import { TRUST_VARIABLE } from '../sources/variables.ts';

const DIGEST = /^[0-9a-f]{64}$/i;

/** A relative folder would be trusted wherever one is, so it is none. */
export function readTrustVariable(env: Environment) {
  const entries = (env[TRUST_VARIABLE] ?? '').split(delimiter).filter((entry) => entry !== '');
  const digests = entries.filter((entry) => DIGEST.test(entry)).map((entry) => entry.toLowerCase());
  const folders = entries.filter(isAbsolute);
  const others = entries.filter((entry) => !DIGEST.test(entry) && !isAbsolute(entry));
  return { digests, folders, others };
}

/** For entries that trust nothing. */
export function listVariableWarnings(env: Environment): readonly string[] {
  return readTrustVariable(env).others.map(
    (entry) =>
      `${TRUST_VARIABLE} ignores "${escapeInvisible(entry).slice(0, 80)}": it is neither the absolute path of a project nor a digest.`,
  );
}
