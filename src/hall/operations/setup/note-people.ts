// Writes down who has signed in and with which role, since only tokens say so of whoever comes by a sign-in service.
import type { Verify } from '../../../platform/auth/credentials.ts';
import type { PersonTable } from '../../../platform/people/person-table.ts';
import type { Hall } from '../hall.ts';

/** A busy person is not written down at each of their requests. */
const NOTE_EVERY_MS = 60_000;

export interface NotePeoplePorts {
  readonly hall: Hall;
  /** Of a hall; `undefined` where none are kept. */
  readonly peopleOf: ((hall: string) => Promise<PersonTable>) | undefined;
}

export function notePeople(verify: Verify, { hall, peopleOf }: NotePeoplePorts): Verify {
  if (peopleOf === undefined) return verify;
  const noted = new Map<string, number>();
  return async (token) => {
    const signedIn = await verify(token);
    const principal = signedIn?.principal;
    if (principal === undefined || (principal.by !== 'key' && principal.by !== 'oidc')) return signedIn;
    const { id, name, role, by } = principal;
    const halls = principal.halls === 'every' ? [hall.loaded.config.store.hall] : principal.halls;
    const now = hall.clock.now();
    for (const each of halls) {
      const key = JSON.stringify([each, id, role]);
      if (now - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < NOTE_EVERY_MS) continue;
      noted.set(key, now);
      // Nobody is kept out because it could not be written down.
      peopleOf(each)
        .then(async (people) => await people.note({ id, name, by, role, seen: new Date(now) }))
        .catch(() => noted.delete(key));
    }
    return signedIn;
  };
}
