// `kill -9` at every change that opening, importing, redacting and deleting make to the hall's folder: afterwards no file of
// the hall holds what `redact` or `delete` say to have removed, and git would commit nothing but records.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { openHall } from '../../src/hall/compose/hall.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { redact } from '../../src/hall/operations/debate/related/redact.ts';
import { close } from '../../src/hall/operations/debate/take-part/end-debate.ts';
import { interject } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { deleteDebate } from '../../src/hall/operations/records/delete-debate.ts';
import { verifyDebate } from '../../src/hall/operations/records/verify-debate.ts';
import { neverAborted } from '../../src/support/wait.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

const AT_ONCE = 3;
const MARK = 'MARKEDTEXT';
const IMPORTED = fileURLToPath(new URL('../interop/fixtures/2026-01-05-closed.json', import.meta.url));
const PRELOAD = fileURLToPath(new URL('../fakes/killed-at-write.cjs', import.meta.url));
const author = 'Ada';

const projects = new Set<Project>();
afterEach(() => {
  for (const project of projects) project.dispose();
  projects.clear();
});

function gitProject(): Project {
  const project = createProject();
  projects.add(project);
  execFileSync('git', ['init', '--quiet', '--template='], { cwd: project.folder });
  return project;
}

async function inHall<T>(project: Project, work: (hall: Hall) => Promise<T>): Promise<T> {
  const hall = await openHall({ cwd: project.folder, home: project.path('..', 'home'), env: project.env });
  try {
    return await work(hall);
  } finally {
    await hall.close();
  }
}

/** Files of the hall that hold the text. */
function holding(project: Project, text: string): string[] {
  if (!fs.existsSync(project.debates)) return [];
  return fs
    .readdirSync(project.debates, { recursive: true, encoding: 'utf8' })
    .filter((name) => fs.statSync(path.join(project.debates, name)).isFile())
    .filter((name) => fs.readFileSync(path.join(project.debates, name), 'utf8').includes(text));
}

/** What git would commit of the hall. */
function committable(project: Project): string[] {
  const args = ['ls-files', '--others', '--exclude-standard', 'debates'];
  return execFileSync('git', args, { cwd: project.folder, encoding: 'utf8' }).split('\n').slice(0, -1);
}

/**
 * Runs the command again and again, killed one change of the hall's folder later each time, until one run is not killed; looks
 * at what each of them left. More than `fewest` are killed. A sample is killed once, at a change in the middle.
 */
async function killedEverywhere(
  args: readonly string[],
  fewest: number,
  prepare: (hall: Hall) => Promise<unknown>,
  check: (hall: Hall, project: Project) => Promise<void>,
): Promise<void> {
  const model = createProject();
  projects.add(model);
  await inHall(model, prepare);
  async function killedAfter(changes: number): Promise<boolean> {
    const project = gitProject();
    if (fs.existsSync(model.debates)) fs.cpSync(model.debates, project.debates, { recursive: true });
    const env = {
      NODE_OPTIONS: `--require=${JSON.stringify(PRELOAD)}`,
      KILL_IN: project.debates,
      KILL_AFTER: String(changes),
    };
    const { child, finished } = project.start(args, { env });
    const { code, stderr } = await finished;
    const killed = child.signalCode === 'SIGKILL';
    if (!killed) expect([code, stderr]).toEqual([0, expect.not.stringContaining('error')]);
    await inHall(project, async (hall) => await check(hall, project)).catch((cause: unknown) => {
      throw new Error(`${args.join(' ')}, killed after ${changes} changes`, { cause });
    });
    return killed;
  }
  if (!inCampaign) {
    expect(await killedAfter(Math.floor(fewest / 2))).toBe(true);
    return;
  }
  let survived = -1;
  for (let first = 0; survived === -1; first += AT_ONCE) {
    const ends = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => killedAfter(first + index)));
    survived = ends.includes(false) ? first + ends.indexOf(false) : -1;
  }
  expect(survived).toBeGreaterThan(fewest);
}

const open = (hall: Hall, threadId: string, topic: string) =>
  openDebate(hall, { threadId, topic, seating: 'by-hand', signal: neverAborted });

/** Closed, so that a record is there; what is said in event 1 is marked. */
async function debate(hall: Hall): Promise<void> {
  await open(hall, 'd', 'Should we?');
  await interject(hall, { threadId: 'd', content: MARK, author });
  await close(hall, { threadId: 'd', synthesis: 'No.', author });
}

const nothing = async () => {};
const verified = async (hall: Hall) => expect(await verifyDebate(hall, { threadId: 'd' })).toMatchObject({ ok: true });

describe.skipIf(process.platform === 'win32')('a kill at every change of the folder', () => {
  it.runIf(inCampaign)(
    'while a debate is opened leaves a whole debate or none, and nothing that redact does not reach',
    async () => {
      await killedEverywhere(['open', '--id', 'd', MARK], 3, nothing, async (hall, project) => {
        expect(committable(project)).toEqual([]);
        await open(hall, 'e', 'Another one?');
        if (await hall.store.exists('d')) {
          await verified(hall);
          await redact(hall, { threadId: 'd', event: 0, reason: 'a name', author });
        } else expect((await hall.store.list()).items).toEqual(['e']);
        expect(holding(project, MARK)).toEqual([]);
      });
    },
  );

  it.runIf(inCampaign)('while a debate is imported leaves nothing that delete does not reach', async () => {
    await killedEverywhere(['import', IMPORTED, '--id', 'd'], 6, nothing, async (hall, project) => {
      expect([[], ['debates/d.oct.md']]).toContainEqual(committable(project));
      await open(hall, 'e', 'Another one?');
      if (await hall.store.exists('d')) {
        await verified(hall);
        await deleteDebate(hall, 'd');
      }
      expect(holding(project, 'Which \\"store\\"')).toEqual([]);
      expect(holding(project, 'store')).toEqual([]);
    });
  });

  it('while a text is redacted leaves nothing that holds it once redact has been run again', async () => {
    const args = ['redact', 'd', '--event', '1', '--reason', 'a name'];
    await killedEverywhere(args, 6, debate, async (hall, project) => {
      expect(committable(project)).toEqual(['debates/d.oct.md']);
      const again = redact(hall, { threadId: 'd', event: 1, reason: 'a name', author });
      await again.catch((error: unknown) => expect(error).toMatchObject({ code: 'bad-input' }));
      expect(holding(project, MARK)).toEqual([]);
      await verified(hall);
    });
  });

  it.runIf(inCi)('while a debate is deleted leaves nothing of it once delete has been run again', async () => {
    await killedEverywhere(['delete', 'd', '--yes'], 2, debate, async (hall, project) => {
      expect([[], ['debates/d.oct.md']]).toContainEqual(committable(project));
      if (await hall.store.exists('d')) await deleteDebate(hall, 'd');
      expect(holding(project, MARK)).toEqual([]);
      expect(committable(project)).toEqual([]);
    });
  });
});

describe('the draft of a debate that is gone', () => {
  it.runIf(inCampaign)('is named by doctor, and removed when it is asked to', async () => {
    const project = gitProject();
    await inHall(project, async (hall) => {
      await debate(hall);
      for (const name of ['d.jsonl', 'd.oct.md']) fs.rmSync(path.join(project.debates, name));
      fs.writeFileSync(path.join(project.debates, '.hall', 'drafts', 'gone'), MARK);
      fs.writeFileSync(path.join(project.debates, '.hall', 'drafts', '.DS_Store'), 'of a file manager');
    });
    expect((await project.run(['doctor'])).stdout).toMatch(/✗ copies .*drafts.gone.*doctor --clean/);
    expect(holding(project, MARK)).toHaveLength(1);
    const { stdout } = await project.run(['doctor', '--clean', '--json']);
    expect(JSON.parse(stdout).checks).toContainEqual(expect.objectContaining({ name: 'copies', ok: true }));
    expect(holding(project, MARK)).toEqual([]);
  });
});

it.runIf(inCampaign)('rules for git and files that a person put there stay as they are', async () => {
  const project = gitProject();
  const names = ['d.jsonl.old', 'd.md.2024', 'notes.md.20241231'];
  await inHall(project, async (hall) => {
    await open(hall, 'd', 'Should we?');
    fs.writeFileSync(path.join(project.debates, '.gitignore'), 'mine');
    for (const name of names) fs.writeFileSync(path.join(project.debates, name), MARK);
    await open(hall, 'e', 'Another one?');
    await deleteDebate(hall, 'd');
  });
  expect(fs.readFileSync(path.join(project.debates, '.gitignore'), 'utf8')).toBe('mine');
  expect((await project.run(['doctor', '--clean'])).stdout).toContain('none left behind');
  expect(holding(project, MARK)).toEqual(names);
});

describe('the live feed', () => {
  it.runIf(inCampaign)('of a run that goes on keeps nothing of what is redacted, and reaches who watches', async () => {
    const project = gitProject();
    const go = project.path('go');
    const said = 'first holds:';
    project.configure({
      agents: {
        first: project.seat('first'),
        second: project.seat('second', { until: go }),
      },
      seats: { wind: 'first', wall: 'second', door: 'second' },
      recipe: 'quick',
    });
    const run = project.start(['run', '--id', 'd', 'Should we?']);
    await expect.poll(() => project.calls().length).toBe(2);
    const watching = project.start(['watch', '--events', 'd']);
    await watching.says('stdout', 'run-started');
    expect(holding(project, said)).toEqual(expect.arrayContaining([path.join('.hall', 'd.live.ndjson')]));
    const turn = project.events('d').find(({ type }) => type === 'turn-recorded')?.seq;
    expect((await project.run(['redact', 'd', '--event', String(turn), '--reason', 'a name'])).code).toBe(0);
    expect(holding(project, said)).toEqual([]);
    // Who watches has found the new feed before the run ends and takes it away.
    await project.call(['interject', 'd', '--author', author, 'Mind the cost.']);
    await watching.says('stdout', 'Mind the cost.');
    fs.writeFileSync(go, '');
    expect((await run.finished).code).toBe(0);
    expect((await watching.finished).stdout).toContain('run-ended');
    expect(holding(project, said)).toEqual([]);
  });
});
