// What a shared hall does when its database, or the way to it, fails: it loses nothing that was acknowledged, writes nothing twice,
// and goes on or ends with an error that people understand.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSealed } from '../../src/domain/sealed/sealed.ts';
import { openHall } from '../../src/hall/compose/hall.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { verifyAll } from '../../src/hall/operations/records/verify-debate.ts';
import { Database } from '../../src/platform/database/database.ts';
import { connectHere } from '../mcp/support.ts';
import { inCampaign, inCi, times } from '../support/campaign.ts';
import { makeTables, startDurablePostgres } from '../support/make-tables.ts';
import { type NetworkLine, openLine } from '../support/network-line.ts';
import { type Postgres, whyNoPostgres } from '../support/postgres.ts';
import { createProject, type Project } from '../support/project.ts';
import { canMount } from '../support/small-disk.ts';

const WRITER = fileURLToPath(new URL('../fakes/writes-debates.mjs', import.meta.url));
const WRITERS = times(5, 2);
const DEBATES_EACH = times(10, 3);
/** Whom the database runs as where the tests run as root. */
const NOBODY = 65_534;

describe.runIf(inCi && whyNoPostgres === undefined)('a shared hall whose database fails', () => {
  let postgres: Postgres;
  let database: Database;
  let line: NetworkLine;
  let project: Project;
  let halls = 0;
  const opened: Hall[] = [];
  const writers = new Set<ChildProcess>();
  beforeAll(async () => {
    postgres = await startDurablePostgres();
    database = new Database(postgres);
  });
  afterAll(async () => {
    await database.close();
    await postgres.remove();
  });
  beforeEach(async () => {
    halls += 1;
    project = createProject();
    line = await openLine(postgres.socket);
  });
  afterEach(async () => {
    for (const writer of writers) writer.kill('SIGKILL');
    for (const hall of opened.splice(0)) await hall.close();
    await line.close();
    project.dispose();
  });

  const overLine = (user?: string) => postgres.urlAt(line.port, user);
  const variables = (url: string) => ({
    ...project.env,
    DEBATE_HALL_STORE: 'postgres',
    DEBATE_HALL_DATABASE_URL: url,
    DEBATE_HALL_NAME: `faults-${halls}`,
  });
  const openAnother = async (url: string) => {
    const hall = await openHall({ cwd: project.folder, home: project.root, env: variables(url) });
    opened.push(hall);
    return hall;
  };
  const call = async (url: string, ...args: string[]) => await project.call(args, { env: variables(url) });
  const readyFor = async (statements: string) => void (await database.query(statements));

  /** A process that writes to several debates until it is stopped; `acknowledged` grows while it does. */
  function startWriter(name: string, url: string) {
    const child = spawn(process.execPath, [WRITER, JSON.stringify({ name, debates: DEBATES_EACH })], {
      cwd: project.folder,
      env: variables(url),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    writers.add(child);
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (piece: string) => {
        said[stream] += piece;
      });
    }
    return {
      acknowledged: () => said.stdout.split('\n').slice(0, -1),
      stop: () => void child.stdin.end(),
      finished: new Promise<{ code: number | null; stderr: string }>((resolve) =>
        child.on('close', (code) => {
          writers.delete(child);
          resolve({ code, stderr: said.stderr });
        }),
      ),
    };
  }

  /** Starts all writers, lets one fault after the other happen while they write, and looks at what they wrote. */
  async function writeThrough(url: string, faults: readonly (() => unknown)[]): Promise<void> {
    const started = Array.from({ length: WRITERS }, (_, index) => startWriter(`w${index}`, url));
    const counts = () => started.map((writer) => writer.acknowledged().length);
    const eachWrites = async (atLeast: number) => {
      const before = counts();
      const least = () => Math.min(...counts().map((count, index) => count - (before[index] as number)));
      await expect.poll(least).toBeGreaterThanOrEqual(atLeast);
    };
    // A database that a process has never reached is not waited for.
    await eachWrites(DEBATES_EACH * 2);
    for (const happen of faults) {
      await happen();
      await eachWrites(1);
    }
    for (const { stop } of started) stop();
    for (const { finished } of started) expect(await finished).toEqual({ code: 0, stderr: '' });

    const hall = await openAnother(postgres.url);
    const all = await verifyAll(hall);
    expect(all).toHaveLength(WRITERS * DEBATES_EACH);
    expect(all.filter(({ ok }) => !ok)).toEqual([]);
    const acknowledged = new Set(started.flatMap((writer) => writer.acknowledged()));
    for (const { threadId } of all) {
      const { log } = await hall.engine.snapshot(threadId);
      const notes = log.flatMap((event) =>
        event.type === 'interjection-added' ? [readSealed(event.data.content)] : [],
      );
      // Each once, in the order of the writer.
      expect(notes).toEqual(notes.map((_, index) => `note ${index + 1}`));
      for (let number = 0; number <= notes.length; number += 1) {
        expect(acknowledged.delete(`${threadId} ${number}`)).toBe(true);
      }
    }
    expect([...acknowledged]).toEqual([]);
  }

  const repeat = (count: number, fault: () => unknown) => Array.from({ length: count }, () => fault);
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  it.runIf(inCi)('is left at once by who listens to a database that has stopped answering', async () => {
    const far = new Database({ url: overLine() });
    await new Promise<void>((heard) => void far.listen('changes', () => heard()));
    line.set('silent');
    await far.close();
  });

  it(`loses and doubles nothing when it is killed while ${WRITERS} processes write to ${WRITERS * DEBATES_EACH} debates`, async () => {
    const kill = async () => {
      await postgres.stop('SIGKILL');
      await postgres.start();
    };
    await writeThrough(postgres.url, repeat(times(3, 1), kill));
  });

  it.runIf(inCampaign)(
    'loses and doubles nothing when connections are cut, refused, bring no answers or fall silent',
    async () => {
      const close = async () => {
        line.set('closed');
        await pause(500);
        line.set('open');
      };
      /** Whatever was written meanwhile. */
      const loseAnswers = async () => {
        line.set('one-way');
        await pause(100);
        line.set('closed');
        line.set('open');
      };
      /** Nobody says so, and it takes the hall a while to notice. */
      const fallSilent = async () => {
        line.set('silent');
        await pause(1_000);
        line.set('open');
      };
      const many = 20;
      // By one set of writers, which take longer to start than to write through a fault.
      await writeThrough(overLine(), [
        ...repeat(many, line.cut),
        close,
        ...repeat(many, loseAnswers),
        ...(inCampaign ? [fallSilent] : []),
      ]);
    },
  );

  it('ends at once, and says so, when it cannot be reached at all', async () => {
    const { port } = line;
    await line.close();
    const { code, stderr } = await call(`postgres://hall@127.0.0.1:${port}/postgres`, 'list');
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('Check that it runs and that this machine can reach it'),
    ]);
  });

  it('is waited for by every part of a process that has reached it, also by one that uses it for the first time', async () => {
    const [one, other] = [new Database({ url: overLine() }), new Database({ url: overLine() })];
    await one.query('select 1');
    line.set('closed');
    expect(await other.query('select 1', [], () => line.set('open'))).toHaveLength(1);
    for (const each of [one, other]) await each.close();
  });

  it('tells clients of MCP of what was written while they heard nothing, also those that came meanwhile', async () => {
    const uri = 'debate://d';
    const write = async () =>
      expect(await call(postgres.url, 'interject', 'd', '--author', 'Ada', 'What if?')).toMatchObject({ code: 0 });
    const listen = async (url: string) => {
      const heard: string[] = [];
      const prepare = (client: Client) =>
        client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri));
      const { client, close } = await connectHere(project.folder, { env: variables(url), era: 'legacy', prepare });
      await client.subscribeResource({ uri });
      return { heard, client, close };
    };
    expect(await call(postgres.url, 'open', '--id', 'd', 'Should we?')).toMatchObject({ code: 0 });
    const early = await listen(overLine());
    await early.client.listResources();
    line.set('closed');
    await write();
    // By an address of its own, over which nobody has reached the database before.
    const late = await listen(`${overLine()}?application_name=late`);
    line.set('open');
    await expect.poll(() => early.heard).toContain(uri);
    await expect.poll(async () => [await write(), ...late.heard]).toContain(uri);
    for (const each of [early, late]) await each.close();
  });

  it.runIf(inCampaign)('says what is wrong with a login, a name, permissions and tables', async () => {
    await readyFor(`create role locked_out nologin; create role stranger login`);
    await readyFor('create database without_tables');
    const tells = async (url: string, ...words: string[]) => {
      const { code, stderr } = await call(url, 'list');
      for (const word of words) expect([code, stderr]).toEqual([1, expect.stringContaining(word)]);
      expect(stderr).not.toContain('internal error');
    };
    await tells(overLine('locked_out'), 'refuses the login', 'Check user and password');
    await tells(overLine('nobody_at_all'), 'refuses the login');
    await tells(overLine('stranger'), 'does not let this user do that', 'grant');
    await tells(overLine().replace(/postgres$/, 'nowhere'), 'does not exist', 'createdb');
    await tells(overLine().replace(/postgres$/, 'without_tables'), 'db migrate');
    const readOnly = `${overLine()}?options=-c%20default_transaction_read_only%3Don`;
    expect((await call(readOnly, 'open', '--id', 'd', 'Should we?')).stderr).toContain('is read-only');
    // What it uses is named in full.
    const elsewhere = `${overLine()}?options=-c%20search_path%3Dnowhere`;
    expect(await call(elsewhere, 'open', '--id', 'd', 'Should we?')).toMatchObject({ code: 0 });
    expect(await call(elsewhere, 'verify', 'd')).toMatchObject({ code: 0 });
  });

  it.runIf(inCampaign)(
    'waits for a connection when it has none left, and says so when there is none for long',
    async () => {
      await readyFor(
        `create role crowded superuser login connection limit 1; grant all on schema debate_hall to crowded`,
      );
      await readyFor('alter role crowded nosuperuser');
      await readyFor('grant all on all tables in schema debate_hall to crowded');
      // By an address of its own, so that the program does not use its connection too.
      const holder = new Database({ url: `${overLine('crowded')}?application_name=holder` });
      await holder.query('select 1');
      const { code, stderr } = await call(overLine('crowded'), 'list');
      expect([code, stderr]).toEqual([1, expect.stringContaining('has no connection left')]);
      const waiting = call(overLine('crowded'), 'list');
      await holder.close();
      expect(await waiting).toMatchObject({ code: 0 });
    },
  );

  it.runIf(inCampaign && canMount())(
    'writes nothing when its disk is full, and goes on when there is room',
    async () => {
      const disk = fs.mkdtempSync(path.join(project.root, 'disk-'));
      fs.chmodSync(project.root, 0o755);
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=1m,uid=${NOBODY},gid=${NOBODY}`, 'tmpfs', disk]);
      await readyFor('create database full_disk');
      const url = postgres.url.replace('/postgres?', '/full_disk?');
      await makeTables(url);
      const small = new Database({ url });
      try {
        await small.query(`create tablespace small location '${disk}'`);
        await small.query('alter table debate_hall.line set tablespace small');
        expect(await call(url, 'open', '--id', 'd', 'Should we?')).toMatchObject({ code: 0 });
        const note = (text: string) => call(url, 'interject', 'd', '--author', 'Ada', text);
        // Random, or the database would press it.
        const long = () => randomBytes(24_000).toString('base64');
        let written = 0;
        let refused = await note(long());
        for (; refused.code === 0; refused = await note(long())) written += 1;
        expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('has no space left on its disk') });
        expect(written).toBeGreaterThan(3);
        expect(await call(url, 'verify', 'd')).toMatchObject({ code: 0 });
        execFileSync('mount', ['-o', 'remount,size=8m', disk]);
        expect(await note(long())).toMatchObject({ code: 0 });
        const { stdout } = await call(url, 'verify', 'd');
        expect(stdout).toContain(`ok ${written + 2} events`);
      } finally {
        await small.close();
        await readyFor('drop database full_disk');
        await readyFor('drop tablespace if exists small');
        execFileSync('umount', [disk]);
      }
    },
  );
});
