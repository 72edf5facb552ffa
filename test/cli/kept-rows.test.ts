// What a list made of a ledger is kept for the next one, and is never older than the ledger. Only the built program keeps it.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ListedDebate } from '../../src/domain/debate-summary.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, everySeat, type Project, quickRehearsal } from '../support/project.ts';

let project: Project;
beforeEach(() => {
  project = createProject({ agents: { quick: quickRehearsal }, seats: everySeat('quick') });
});
afterEach(() => project.dispose());

const TOPIC = 'Where do we keep the ledger?';
const memoFile = () => path.join(project.debates, '.hall', 'd.memo.json');

async function listed(): Promise<ListedDebate> {
  const { stdout } = await project.run(['list', '--json']);
  const [row] = JSON.parse(stdout) as ListedDebate[];
  return row as ListedDebate;
}

function changeMemo(change: (memo: string) => string): void {
  const [version, ...memo] = fs.readFileSync(memoFile(), 'utf8').split('\n');
  fs.writeFileSync(memoFile(), `${version}\n${change(memo.join('\n'))}`);
}

const textsOf = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => fs.readFileSync(path.join(parentPath, name), 'utf8'))
    .join();

it.runIf(inCampaign)('is read by the next list, until the debate is written again', async () => {
  await project.call(['open', '--id', 'd', TOPIC]);
  const first = await listed();
  expect(first).toMatchObject({ topic: TOPIC, turns: 0, waitsFor: expect.any(Array) });
  expect(await listed()).toEqual(first);
  changeMemo((memo) => memo.replace(TOPIC, 'Kept'));
  expect(await listed()).toEqual({ ...first, topic: 'Kept' });
  await project.call(['say', 'd', '--seat', 'wind', 'A file.']);
  expect(await listed()).toMatchObject({ topic: TOPIC, turns: 1 });
  expect(await listed()).toMatchObject({ topic: TOPIC, turns: 1 });
});

it.runIf(inCampaign)('has the members of its row in the order of a row that was read from the ledger', async () => {
  await project.call(['run', '-q', '--id', 'd', TOPIC]);
  await project.call(['fork', 'd', '--id', 'f', '-q']);
  const list = async () => (await project.run(['list', '--json'])).stdout;
  fs.rmSync(path.join(project.debates, '.hall', 'f.memo.json'), { force: true });
  const fresh = await list();
  expect(fresh).toContain('"kind": "fork"');
  expect(await list()).toBe(fresh);
});

it.runIf(inCampaign)('is left aside when it is damaged, or when another build of the program made it', async () => {
  await project.call(['open', '--id', 'd', TOPIC]);
  const row = await listed();
  const changes: ((memo: string) => string)[] = [
    () => '',
    (memo) => memo.slice(0, -9),
    (memo) => memo.replace(/"build":"[^"]*"/, '"build":"another"').replace(TOPIC, 'Theirs'),
    (memo) => memo.replace(`"${TOPIC}"`, '{}'),
  ];
  for (const change of changes) {
    changeMemo(change);
    expect(await listed()).toEqual(row);
  }
});

it.runIf(inCampaign)('does not hide that the ledger was damaged since', async () => {
  await project.call(['run', '-q', '--id', 'd', TOPIC]);
  await listed();
  const { atime, mtime } = fs.statSync(project.ledger('d'));
  fs.writeFileSync(
    project.ledger('d'),
    fs.readFileSync(project.ledger('d'), 'utf8').replace(TOPIC, TOPIC.toUpperCase()),
  );
  fs.utimesSync(project.ledger('d'), atime, mtime);
  expect(await listed()).toMatchObject({ threadId: 'd', unreadable: expect.stringContaining('is damaged') });
});

it.runIf(inCi)('holds nothing that was redacted, and goes with its debate', async () => {
  await project.call(['open', '--id', 'd', TOPIC]);
  await listed();
  expect(fs.readFileSync(memoFile(), 'utf8')).toContain(TOPIC);
  const redacted = await project.call(['redact', 'd', '--event', '0', '--field', '/topic', '--reason', 'private']);
  expect(redacted).toMatchObject({ code: 0 });
  expect(textsOf(project.debates)).not.toContain(TOPIC);
  expect(await listed()).toMatchObject({ topic: null });
  expect(fs.existsSync(memoFile())).toBe(true);
  expect(await project.call(['delete', 'd', '--yes'])).toMatchObject({ code: 0 });
  expect(fs.existsSync(memoFile())).toBe(false);
});

const DECISION = 'A file, since git shows how it changes.';
/** A decision, and no list of it yet. */
async function decide(): Promise<void> {
  await project.call(['open', '--id', 'd', TOPIC]);
  expect(await project.call(['close', 'd', DECISION])).toMatchObject({ code: 0 });
  expect(fs.existsSync(memoFile())).toBe(false);
}
const recalled = async (question: string) => (await project.run(['recall', question])).stdout;

it.runIf(inCampaign)('is made by recall, too, and what questions are compared with is read from it', async () => {
  await decide();
  expect(await recalled('How do we keep a ledger?')).toContain(TOPIC);
  expect(fs.readFileSync(memoFile(), 'utf8')).toContain(DECISION);
  expect(await recalled('Which bicycles?')).not.toContain(TOPIC);
  changeMemo((memo) => memo.replace(DECISION, 'Bicycles.'));
  expect(await recalled('Which bicycles?')).toContain(TOPIC);
  changeMemo((memo) => memo.replace('"decision":"Bicycles."', '"decision":7'));
  expect(await recalled('Which bicycles?')).not.toContain(TOPIC);
  expect(await recalled('How do we keep a ledger?')).toContain(TOPIC);
});

it.runIf(inCampaign)('is kept of a ledger that came from elsewhere, where somebody debates', async () => {
  await decide();
  const side = path.dirname(memoFile());
  fs.rmSync(path.join(side, 'd.lock'));
  await listed();
  expect(fs.existsSync(memoFile())).toBe(true);
  fs.rmSync(side, { recursive: true });
  await listed();
  expect(fs.existsSync(side)).toBe(false);
});
