// What the project around a folder asks for, without opening its hall.

import { readSources } from '../config/sources/sources.ts';
import type { Environment } from '../config/sources/variables.ts';
import { examineProject } from '../config/trust/examine-project.ts';
import type { TrustRequest } from '../config/trust/trust-request.ts';
import { formatNames } from './discover.ts';

/** `undefined` when nothing needs trust. Throws `config-invalid`. */
export async function trustRequestOf(
  cwd: string,
  { env, home }: { readonly env: Environment; readonly home: string },
): Promise<TrustRequest | undefined> {
  const options = { cwd, env, home, flags: [] };
  const { request } = await examineProject(await readSources(options, () => {}), options, formatNames);
  return request;
}
