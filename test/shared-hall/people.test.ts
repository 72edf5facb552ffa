// Whose words and names go when a person is exported or erased: all of theirs, and nobody else's, whatever they were called.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/platform/database/database.ts';
import { startIssuer } from '../serve/support.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { whyNoPostgres } from '../support/postgres.ts';
import type { Running } from '../support/project.ts';
import { createSharedHall } from '../support/shared-hall.ts';

const AUDIENCE = 'https://hall.example.com/mcp';

/** A token, by its subject and the address that was verified; a key, by its name; or whom the command line names. */
type Who = { readonly sub: string; readonly email?: string } | { readonly key: string } | { readonly author: string };

interface Case {
  readonly said: readonly (readonly [Who, string])[];
  readonly person: string;
  /** What of that is theirs. */
  readonly theirs: readonly string[];
  /** By what nobody finds them any more. */
  readonly gone: readonly string[];
}

const anna = [
  [{ sub: 's-1', email: 'anna.old@x.org' }, 'anna-first'],
  [{ sub: 's-1', email: 'anna.new@x.org' }, 'anna-second'],
  [{ sub: 's-1' }, 'anna-third'],
  [{ sub: 's-9', email: 'nina@x.org' }, 'of-nina'],
] as const;
const desk = [
  [{ sub: 'desk-s1', email: 'desk@x.org' }, 'desk-first'],
  [{ sub: 'desk-s2', email: 'desk@x.org' }, 'desk-second'],
  [{ sub: 'desk-s1', email: 'desk@x.org' }, 'desk-third'],
] as const;
const keyAfterToken = [
  [{ sub: 'k-1', email: 'kim@x.org' }, 'kim-token'],
  [{ key: 'kim@x.org' }, 'kim-key'],
] as const;
const tokenAfterKey = keyAfterToken.toReversed();

const everyAnna = { said: anna, theirs: ['anna-first', 'anna-second', 'anna-third'], gone: ['anna.', 's-1'] };
const CASES: Readonly<Record<string, Case>> = {
  'several names of one subject, by the last of them': { ...everyAnna, person: 'anna.new@x.org' },
  'several names of one subject, by the first of them': { ...everyAnna, person: 'anna.old@x.org' },
  'several names of one subject, by its ID': { ...everyAnna, person: 'oidc:s-1' },
  'one name of two subjects, the first': {
    ...{ said: desk, person: 'oidc:desk-s1', theirs: ['desk-first', 'desk-third'], gone: ['desk-s1'] },
  },
  'one name of two subjects, the second': {
    ...{ said: desk, person: 'oidc:desk-s2', theirs: ['desk-second'], gone: ['desk-s2', 'desk@x.org~'] },
  },
  'a subject that is called as a key was first': {
    ...{ said: tokenAfterKey, person: 'oidc:k-1', theirs: ['kim-token'], gone: ['k-1', 'kim@x.org~'] },
  },
  'a key that is called as a subject was first': {
    ...{ said: keyAfterToken, person: 'key:kim@x.org', theirs: ['kim-key'], gone: ['kim@x.org~'] },
  },
  'a key of which the name was first, by its ID': {
    ...{ said: tokenAfterKey, person: 'key:kim@x.org', theirs: ['kim-key'], gone: ['key:kim'] },
  },
  'a subject that looks like the ID of another': {
    said: [
      [{ sub: 'x (127.0.0.1:1)' }, 'of-x'],
      [{ sub: 'oidc:x (127.0.0.1:1)' }, 'of-other'],
    ],
    ...{ person: 'oidc:x (127.0.0.1:1)', theirs: ['of-x'], gone: [] },
  },
  'a subject that looks like a key': {
    said: [
      [{ sub: 'key:lea' }, 'lea-token'],
      [{ key: 'lea' }, 'lea-key'],
    ],
    ...{ person: 'key:lea', theirs: ['lea-key'], gone: [] },
  },
  'an account of GitHub that is called like a key': {
    said: [
      [{ author: 'mia (github.com)' }, 'mia-comment'],
      [{ key: 'mia' }, 'mia-key'],
    ],
    ...{ person: 'mia (github.com)', theirs: ['mia-comment'], gone: ['mia (github.com)'] },
  },
  'somebody at the command line': {
    said: [
      [{ author: 'Bo' }, 'of-bo'],
      [{ author: 'Bob' }, 'of-bob'],
    ],
    ...{ person: 'Bo', theirs: ['of-bo'], gone: [] },
  },
};

const SEVERAL: Readonly<Record<string, readonly [said: Case['said'], name: string, means: RegExp]>> = {
  'two subjects': [desk, 'desk@x.org', /oidc:desk-s1 \(desk@x\.org\), oidc:desk-s2 \(desk@x\.org~[0-9a-f]{12}\)/],
  'a subject and a key': [tokenAfterKey, 'kim@x.org', /key:kim@x\.org \(kim@x\.org\), oidc:k-1 \(kim@x\.org~/],
  'a subject and a key that nobody used': [
    keyAfterToken.slice(0, 1),
    'kim@x.org',
    /key:kim@x\.org \(\), oidc:k-1 \(kim@x\.org\)/,
  ],
  'whoever came without a key': [[[{ author: 'anyone' }, 'of-anyone']], 'anyone', /a name that the hall uses itself/],
  'a login of a machine': [[[{ author: 'Bo' }, 'of-bo']], 'local:root@ci', /is a login/],
};

describe.skipIf(whyNoPostgres !== undefined)('a person', () => {
  let shared: Awaited<ReturnType<typeof createSharedHall>>;
  let issuer: Awaited<ReturnType<typeof startIssuer>>;
  let server: Running;
  let url: string;
  const useNewHall = () => {
    const auth = { issuer: issuer.issuer, audience: AUDIENCE, hallsClaim: 'halls' };
    shared.useNewHall({ server: { auth } });
  };
  beforeAll(async () => {
    issuer = await startIssuer();
    shared = await createSharedHall();
    useNewHall();
    server = shared.start('serve', '--listen', '127.0.0.1:0');
    [, url = ''] = /at (http:\/\/127\.0\.0\.1:\d+)\//.exec(await server.says('stderr', 'Serving')) ?? [];
  });
  afterAll(async () => {
    server.child.kill('SIGTERM');
    await server.finished;
    await shared.remove();
    await issuer.close();
  });

  async function say(said: Case['said'], keys: ReadonlyMap<string, string> = new Map()): Promise<void> {
    const { loaded } = await shared.hall();
    const claims = { aud: AUDIENCE, halls: [loaded.config.store.hall], email_verified: true };
    for (const [who, text] of said) {
      if ('author' in who) {
        expect(await shared.call('interject', 'd', text, '--author', who.author)).toMatchObject({ code: 0 });
        continue;
      }
      const token = 'key' in who ? keys.get(who.key) : await issuer.token({ ...claims, ...who });
      const answer = await fetch(`${url}/api/debates/d/interject`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, origin: url, 'content-type': 'application/json' },
        body: JSON.stringify({ key: randomUUID(), text }),
      });
      expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
    }
  }

  /** In a new hall. */
  async function speak(said: Case['said']): Promise<void> {
    useNewHall();
    await shared.open('d');
    const keys = new Map<string, string>();
    for (const key of ['kim@x.org', 'lea', 'mia']) {
      keys.set(key, (await shared.call('keys', 'add', key, '--role', 'admin')).stdout.trim());
    }
    await say(said, keys);
  }

  /** Words of the ledger that are there and readable. */
  const readable = (ledger: string, said: Case['said']) =>
    said.map(([, text]) => text).filter((text) => ledger.includes(`"text":"${text}"`));

  const names = Object.keys(CASES);
  it.runIf(inCampaign).each(names)('is exported and erased whole, and nobody else: %s', async (name) => {
    const { said, person, theirs, gone } = CASES[name] as Case;
    await speak(said);
    const all = said.map(([, text]) => text);
    expect(readable(JSON.stringify((await shared.read('d')).log), said)).toEqual(all);
    const exported = await shared.call('people', 'export', person);
    expect(readable(JSON.stringify(JSON.parse(exported.stdout).debates), said)).toEqual(theirs);
    expect(await shared.call('people', 'erase', person, '--yes')).toMatchObject({ code: 0 });
    const ledger = JSON.stringify((await shared.read('d')).log);
    expect(readable(ledger, said)).toEqual(all.filter((text) => !theirs.includes(text)));
    const rows = (await shared.call('people', 'list', '--json')).stdout;
    const trail = (await shared.call('audit', 'list', '--json')).stdout;
    for (const word of gone) for (const place of [ledger, rows, trail]) expect(place).not.toContain(word);
    expect(await shared.call('people', 'export', person)).toMatchObject({ code: 2, stdout: '' });
  });

  it.runIf(inCampaign)('is listed in a line of its own, however long its subject is', async () => {
    const long = 'y'.repeat(5_000);
    await speak([
      [{ sub: long }, 'of-long'],
      [{ key: 'lea' }, 'of-lea'],
    ]);
    const [title = '', ...rows] = (await shared.call('people', 'list')).stdout.trimEnd().split('\n');
    const at = title.indexOf('ID');
    expect(at).toBeLessThan(150);
    expect(rows.map((row) => row.slice(at))).toEqual(
      expect.arrayContaining(['key:lea', expect.stringMatching(/^oidc:y+~[0-9a-f]{12}$/)]),
    );
  });

  it.runIf(inCi).each([
    ['a role', { scope: 'profile' }, 403, 'not-permitted'],
    ['a hall', { halls: [] }, 404, 'not-found'],
  ])('is in the audit trail although nobody gave them %s', async (_, claims, status, decision) => {
    const token = await issuer.token({ aud: AUDIENCE, sub: decision, email_verified: false, ...claims });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    for (const path of ['/api/debates', '/mcp']) {
      expect((await fetch(`${url}${path}`, { headers })).status).toBe(status);
    }
    const trail = new Database({ url: shared.postgres.url });
    const kept = await trail.query<{ entry: string }>('select entry from debate_hall.audit where entry like $1', [
      `%"oidc:${decision}"%`,
    ]);
    await trail.close();
    const entry = { decision, operation: 'sign-in', principal: { id: `oidc:${decision}`, by: 'oidc' } };
    expect(kept.map((each) => JSON.parse(each.entry))).toMatchObject([entry, entry]);
  });

  it.runIf(inCampaign)('is found again who speaks on after they were erased', async () => {
    const said = desk.slice(0, 1);
    await speak(said);
    expect(await shared.call('people', 'erase', 'oidc:desk-s1', '--yes')).toMatchObject({ code: 0 });
    await say(said);
    expect(readable(JSON.stringify((await shared.read('d')).log), said)).toEqual(['desk-first']);
    expect(await shared.call('people', 'erase', 'oidc:desk-s1', '--yes')).toMatchObject({ code: 0 });
    expect(readable(JSON.stringify((await shared.read('d')).log), said)).toEqual([]);
  });

  it.runIf(inCampaign).each(Object.keys(SEVERAL))('is not guessed where a name can mean several: %s', async (name) => {
    const [said, person, means] = SEVERAL[name] as (typeof SEVERAL)[string];
    await speak(said);
    for (const asked of [['export'], ['erase', '--yes']]) {
      expect(await shared.call('people', ...asked, person)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(means),
      });
    }
    const all = said.map(([, text]) => text);
    expect(readable(JSON.stringify((await shared.read('d')).log), said)).toEqual(all);
  });
});
