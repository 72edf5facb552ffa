// The real CLIs on a worker that serves several people: kept apart by bubblewrap, each with the keys of whoever asked.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecordedRequest } from '../../src/agents/model-server/wire.ts';
import { seatOf } from '../model-server/opinion-answers.ts';
import { answerAsSeat } from '../model-server/role-answers.ts';
import { type ModelServer, startModelServer } from '../model-server/server.ts';
import { whyNoPostgres } from '../support/postgres.ts';
import { createSharedHall, type SharedHall } from '../support/shared-hall.ts';
import { CLIS, SEATED, SEATS } from './hall.ts';
import { PROGRAMS } from './machine.ts';

const KEY_NAMES = Object.values(CLIS).flatMap(({ login }) => Object.keys(login));
const PEOPLE = ['Ada', 'Grace'] as const;
const keyOf = (person: string) => `dummy-key-of-${person.toLowerCase()}`;

function hasSandbox(): boolean {
  try {
    execFileSync('bwrap', ['--ro-bind', '/', '/', '--unshare-pid', '--', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** What programs with a home below this folder find there, each under its number and its home. */
function homesSeenBy(homes: string): Record<string, readonly string[]> {
  const seen: Record<string, readonly string[]> = {};
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const environment = fs.readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
      const home = environment.find((each) => each.startsWith(`HOME=${homes}/`));
      // It sets up the sandbox, and stays outside.
      if (fs.readFileSync(`/proc/${pid}/comm`, 'utf8') === 'bwrap\n') continue;
      if (home !== undefined) seen[`${pid} ${home}`] = fs.readdirSync(`/proc/${pid}/root${homes}`);
    } catch {
      // It ended meanwhile.
    }
  }
  return seen;
}

describe.skipIf(whyNoPostgres !== undefined || !hasSandbox())('the real CLIs on a worker', () => {
  let shared: SharedHall;
  let server: ModelServer;
  beforeAll(async () => {
    shared = await createSharedHall();
  });
  afterAll(async () => {
    await shared.remove();
    await server.close();
  });

  test('answer in a sandbox with the keys of whoever asked, and see no home but their own', async () => {
    const homes = join(shared.project.root, 'homes');
    const seen: Record<string, readonly string[]> = {};
    server = await startModelServer({
      behaviour: (request: RecordedRequest) => {
        Object.assign(seen, homesSeenBy(homes));
        return answerAsSeat(request);
      },
    });
    const agents = Object.fromEntries(Object.entries(CLIS).map(([name, cli]) => [name, cli.settings(server.url)]));
    const people = Object.fromEntries(
      PEOPLE.map((person) => [
        person,
        { env: Object.fromEntries(KEY_NAMES.map((name) => [name, `env:KEY_OF_${person.toUpperCase()}`])) },
      ]),
    );
    shared.useNewHall({ agents, seats: SEATED, worker: { homes, sandbox: 'required', people } });
    const keys = Object.fromEntries(PEOPLE.map((person) => [`KEY_OF_${person.toUpperCase()}`, keyOf(person)]));
    const worker = await shared.startWorkerWith({
      ...keys,
      PATH: `${PROGRAMS}:${process.env['PATH']}`,
      LANG: 'C.UTF-8',
    });
    expect(await worker.says('stderr', 'Agents: ')).toMatch(/run in bubblewrap.*Agents: claude, codex, gemini/s);

    for (const person of PEOPLE) {
      server.clear();
      const threadId = `of-${person.toLowerCase()}`;
      const env = { ...shared.env, GIT_AUTHOR_NAME: person };
      const args = ['run', '--queue', '--recipe', 'quick', '--id', threadId, 'Should we?'];
      expect(await shared.project.call(args, { env })).toMatchObject({ code: 0 });
      expect(await shared.whenEnded(threadId)).toMatchObject({ state: 'done', owner: person });
      const requests = server.answerRequests();
      expect(new Set(requests.map(seatOf))).toEqual(new Set(SEATS));
      for (const { headers } of requests) expect(JSON.stringify(headers)).toContain(keyOf(person));
    }
    expect(fs.readdirSync(homes)).toHaveLength(PEOPLE.length);
    // Each saw one home: that of the person whose name is in its environment.
    expect(Object.keys(seen).length).toBeGreaterThanOrEqual(PEOPLE.length * SEATS.length);
    for (const [program, inside] of Object.entries(seen)) {
      expect(inside).toHaveLength(1);
      expect(program).toContain(`/${inside[0]}`);
    }
    const { stderr } = await stopped(worker);
    for (const person of PEOPLE) {
      expect(stderr).not.toContain(keyOf(person));
      expect(await shared.dump()).not.toContain(keyOf(person));
    }
  });

  async function stopped(worker: Awaited<ReturnType<SharedHall['startWorker']>>) {
    worker.child.kill('SIGTERM');
    return await worker.finished;
  }
});
