// A person at a terminal is asked once, and sees exactly what they would allow.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { CTRL_C, DOWN, ENTER } from '../support/terminal.ts';
import { CANARY, cloneHostile, decisions, type HostileClone } from './hostile-clone.ts';

let clone: HostileClone;
beforeEach(async () => {
  clone = await cloneHostile();
});
afterEach(() => clone.dispose());

const QUESTION = 'Do you trust this project?';
const start = (...args: string[]) => clone.project.startAtTerminal(args, { env: clone.env, columns: 160, rows: 60 });

it.runIf(inCampaign)('is asked once, and is believed', async () => {
  const first = start('agents');
  await first.sees('agents.router.keyEnv: sends your variable "MY_SECRET" as the key');
  await first.sees(QUESTION);
  expect(clone.harm()).toEqual([]);
  first.type(`${DOWN}${ENTER}`);
  expect(await first.finished).toBe(0);
  expect(clone.harm()).toContain(`GET /v1/models Bearer ${CANARY}`);
  const second = start('agents');
  await second.finished;
  expect(second.printed()).not.toContain(QUESTION);
  expect(second.printed()).not.toContain('not trusted');
});

it('is warned once a day about ignored settings, in a pipe, too', async () => {
  const listing = async () => (await clone.project.call(['list'], { env: clone.env })).stderr;
  expect(await listing()).toContain('is not trusted, so these settings are ignored');
  expect(await listing()).not.toContain('not trusted');
  fs.appendFileSync(clone.project.path('.env'), '\nDEBATE_HALL_DIR=../elsewhere\n');
  expect(await listing()).toContain('is not trusted, so these settings are ignored');
});

it.runIf(inCi)('says no by pressing Enter alone, is not asked again, and can change their mind', async () => {
  const first = start('run', '--wind', 'router', 'Should we?');
  await first.sees(QUESTION);
  first.type(ENTER);
  expect(await first.finished).toBe(2);
  const second = start('agents');
  await second.finished;
  expect(second.printed()).toContain('not trusted');
  expect(second.printed()).not.toContain(QUESTION);
  expect(clone.harm()).toEqual([]);
  const third = start('trust', 'add');
  await third.sees(QUESTION);
  third.type(`${DOWN}${ENTER}`);
  expect(await third.finished).toBe(0);
  expect(decisions(clone)).toHaveLength(1);
});

it.runIf(inCampaign)('decides nothing by leaving, and is not asked where nothing depends on it', async () => {
  const first = start('agents');
  await first.sees(QUESTION);
  first.type(CTRL_C);
  expect(await first.finished).toBe(130);
  expect(decisions(clone)).toEqual([]);
  const explained = start('config', 'explain');
  expect(await explained.finished).toBe(0);
  expect(explained.printed()).not.toContain(QUESTION);
  const trusting = start('agents', '--trust');
  expect(await trusting.finished).toBe(0);
  expect(trusting.printed()).not.toContain(QUESTION);
  expect(decisions(clone)).toEqual([]);
});

it.runIf(inCi)('sees what would deceive them, in the question and in the list', async () => {
  const hostile = '\u001b[2J\u001b[1;1H\u202eharmless\u200b\u0007\r\n  nothing: at all';
  clone.project.configure({
    agents: { [`tool`]: { kind: 'command', argv: ['./evil.sh', hostile, 'x'.repeat(100_000)], prompt: 'stdin' } },
  });
  const asked = start('agents');
  await asked.sees(QUESTION);
  const question = asked.raw();
  expect(question).toContain('\\u001b[2J\\u001b[1;1H\\u{202e}harmless\\u{200b}');
  expect(question).not.toContain('\u001b[2J');
  expect(question).not.toContain('\u202e');
  expect(question).not.toContain('\n  nothing: at all');
  expect(question).toContain('(cut: 100002 characters, see the file)');
  expect(question.length).toBeLessThan(10_000);
  asked.type(ENTER);
  await asked.finished;
  // A file of decisions that somebody has changed shows nothing that it should not either.
  const [file] = decisions(clone) as [string];
  const kept = JSON.parse(fs.readFileSync(file, 'utf8'));
  fs.writeFileSync(file, JSON.stringify({ ...kept, decidedAt: hostile, allows: [hostile] }));
  for (const damaged of ['', '{', '[]', JSON.stringify({ ...kept, decision: 'yes' })])
    fs.writeFileSync(
      path.join(path.dirname(file), `${'0'.repeat(60)}${damaged.length.toString().padStart(4, '0')}.json`),
      damaged,
    );
  // A decision about another project, put in place of one about this.
  const { stdout, code } = await clone.project.call(['trust', 'list'], { env: clone.env });
  expect(code).toBe(0);
  expect(stdout).toContain('\\u{1b}[2J');
  expect(stdout).not.toContain('\u001b[2J');
  expect(stdout.split('\n').filter((line) => line.includes('refused'))).toHaveLength(1);
});
