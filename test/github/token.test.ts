// Where the token comes from, where it goes, and that it is seen nowhere else.
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { githubAddress } from '../../src/hall/compose/github.ts';
import { githubAvailability } from '../../src/hall/operations/github/input.ts';
import { inCi, sample } from '../support/campaign.ts';
import { createSite, heldDebate, type Site } from './harness.ts';
import { failing, rateLimit, TOKEN } from './server.ts';

let site: Site;
beforeEach(async () => {
  site = await createSite();
  await heldDebate(site, 'rewrite');
});
afterEach(() => site.dispose());

const ARGS = ['github', 'sync', 'rewrite', '--repo', 'acme/shop', '--issue', '12'];

function everyFileBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'latin1'))
    .join('\n');
}

/** Without GITHUB_TOKEN, unless it is given. */
async function run(env: Record<string, string>) {
  const { GITHUB_TOKEN: _, ...rest } = site.env;
  return await site.project.call(ARGS, { env: { ...rest, ...env } });
}

/** A `gh` that hands out the token when it is asked for the right host. */
function installGh(script: string): string {
  const bin = path.join(site.project.root, 'bin');
  mkdirSync(bin);
  writeFileSync(path.join(bin, 'gh'), `#!/bin/sh\n${script}\n`);
  chmodSync(path.join(bin, 'gh'), 0o755);
  return `${bin}:${process.env['PATH']}`;
}

describe('the token', () => {
  it.each(['GITHUB_TOKEN', 'GH_TOKEN'])('is taken from %s', async (name) => {
    expect((await run({ [name]: TOKEN })).code).toBe(0);
  });

  it('is taken from .env', async () => {
    site.project.write('.env', `GITHUB_TOKEN=${TOKEN}\n`);
    expect((await run({})).code).toBe(0);
  });

  it('is asked of gh for the host of the API', async () => {
    const PATH = installGh(`[ "$*" = "auth token --hostname 127.0.0.1" ] && echo ${TOKEN}`);
    expect((await run({ PATH })).code).toBe(0);
  });

  it('is missed in words when nobody has one', async () => {
    const PATH = installGh('echo "no oauth token found" >&2; exit 1');
    const { code, stderr } = await run({ PATH });
    expect(code).toBe(2);
    expect(stderr).toContain('There is no token for 127.0.0.1.');
    expect(stderr).toContain('gh auth login');
    expect(site.github.calls).toEqual([]);
  });

  it.each(['two words', 'line\nbreak', 'nön-ascii'])('that no header can hold is none: %j', async (token) => {
    const { code, stderr } = await run({ GITHUB_TOKEN: token, PATH: path.dirname(process.execPath) });
    expect(code).toBe(2);
    expect(stderr).not.toContain(token);
  });

  it('that GitHub does not accept is named as that, and not repeated', async () => {
    const wrong = 'ghp_wrongcanary0123456789abcdefghijklmno';
    const { code, stdout, stderr } = await run({ GITHUB_TOKEN: wrong });
    expect(code).toBe(2);
    expect(stderr).toContain('GitHub does not accept the token.');
    expect(stdout + stderr).not.toContain(wrong);
  });
});

describe('the token appears', () => {
  it.runIf(inCi).each(
    sample(
      [
        ['when all is well', (): undefined => {}],
        ['when GitHub repeats it in a refusal', () => failing(422, `Bad request from ${TOKEN} with token ${TOKEN}`)],
        ['when GitHub fails', () => failing(500, TOKEN)],
        ['when a limit is reached', () => rateLimit.secondary(4_000)],
        ['when the connection breaks', () => ({ kind: 'break', call: 'lost' }) as const],
      ],
      3,
    ),
  )('in no output, ledger or file: %s', async (_when, fault) => {
    site.github.fault = fault;
    for (const args of [ARGS, [...ARGS, '--json'], ['github', 'ratify', 'rewrite', '--repo', 'acme/shop']]) {
      const { stdout, stderr } = await site.project.call([...args, '--max-wait', '0'], { env: site.env });
      expect(stdout + stderr).not.toContain(TOKEN);
    }
    expect(everyFileBelow(site.project.root)).not.toContain(TOKEN);
    expect(JSON.stringify(site.thread('issue', 12))).not.toContain(TOKEN);
  });
});

describe('GITHUB_TOOLS_ENABLED', () => {
  it.each(['false', '0', 'no', 'OFF', 'disabled'])('%s switches everything off', async (value) => {
    const { code, stderr } = await run({ GITHUB_TOKEN: TOKEN, GITHUB_TOOLS_ENABLED: value });
    expect(code).toBe(2);
    expect(stderr).toContain('turned off');
    expect(site.github.calls).toEqual([]);
  });

  it('may stand in .env', async () => {
    site.project.write('.env', 'GITHUB_TOOLS_ENABLED=false\n');
    expect((await run({ GITHUB_TOKEN: TOKEN })).stderr).toContain('turned off');
  });

  it('is on unless it says otherwise', () => {
    expect(githubAvailability({})).toEqual({ enabled: true, tokenSet: false });
    expect(githubAvailability({ GITHUB_TOOLS_ENABLED: 'true', GH_TOKEN: 'x' })).toEqual({
      enabled: true,
      tokenSet: true,
    });
    expect(githubAvailability({ GITHUB_TOOLS_ENABLED: ' No ' })).toMatchObject({ enabled: false });
  });
});

describe('the address', () => {
  it('is github.com, or the server that is named', () => {
    expect(githubAddress(undefined)).toEqual({ baseUrl: 'https://api.github.com', host: 'github.com' });
    expect(githubAddress('')).toEqual({ baseUrl: 'https://api.github.com', host: 'github.com' });
    expect(githubAddress('https://api.acme.ghe.com')).toMatchObject({ host: 'acme.ghe.com' });
    expect(githubAddress('https://api.github.com:443/')).toMatchObject({ host: 'github.com' });
    expect(githubAddress('https://ghe.example.com/api/v3/')).toEqual({
      baseUrl: 'https://ghe.example.com/api/v3',
      host: 'ghe.example.com',
    });
  });

  it.each([
    'http://ghe.example.com',
    'ghe.example.com',
    'https://a:b@ghe.example.com',
    'file:///etc',
    'https://x/?a=b',
  ])('is refused: %s', (address) => {
    expect(() => githubAddress(address)).toThrow(expect.objectContaining({ code: 'config-invalid' }));
  });

  it('is not taken from .env, which comes along with a repository', async () => {
    site.project.write('.env', 'GITHUB_API_URL=https://evil.example.com\n');
    expect((await run({ GITHUB_TOKEN: TOKEN })).code).toBe(0);
    expect(site.github.calls.length).toBeGreaterThan(0);
  });
});
