// What the project around a folder asks for, without opening its hall.
import { defined } from '../../domain/defined.ts';
import { unlessRefused } from '../../domain/failures/errors.ts';
import type { Environment } from '../../support/environment.ts';
import { readSources } from '../config/sources/sources.ts';
import { examineProject } from '../config/trust/trust.ts';
import type { TrustRequest } from '../config/trust/trust-request.ts';
import { ALL_SOURCES, listOutside } from '../operations/reading/outside-sources.ts';
import { formatNames } from './discover.ts';
import { openHall } from './hall.ts';
import { outsideRequests } from './trust.ts';

interface Person {
  readonly env: Environment;
  readonly home: string | undefined;
}

/** Of the debates that are there, what they read outside of the repository, each by itself. */
export async function listOutsideRequests(cwd: string, person: Person): Promise<readonly TrustRequest[]> {
  const hall = await openHall({ cwd, env: person.env, ...defined({ home: person.home }) });
  const places = new Set<string>();
  try {
    if (hall.loaded.trust.withheldHall) return [];
    for await (const { threadId } of hall.summaries.each({ wanted: (row) => !('unreadable' in row) })) {
      const found = await unlessRefused(async () => {
        const { opened } = (await hall.engine.outline(threadId)).debate;
        return await listOutside(hall, opened, ALL_SOURCES);
      });
      for (const place of found ?? []) places.add(place);
    }
  } finally {
    await hall.close();
  }
  return outsideRequests(hall.loaded.repository, [...places].sort());
}

/** `undefined` when nothing needs trust. Throws `config-invalid`. */
export async function findTrustRequest(cwd: string, { env, home }: Person): Promise<TrustRequest | undefined> {
  const options = { cwd, env, home, flags: [] };
  const { request } = await examineProject(await readSources(options, () => {}), options, formatNames);
  return request;
}
