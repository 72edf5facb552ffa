// Debates whose seats look things up: from the flag to the ledger, its views, and the check that reads everything again.
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type TestContext, test } from 'vitest';
import { debateRecordSchema } from '../../src/domain/record.ts';
import { createProject } from '../support/project.ts';

const SHOP = fileURLToPath(new URL('../fixtures/small-shop/', import.meta.url));
const FAKE = fileURLToPath(new URL('../fakes/looks-up.mjs', import.meta.url));
const QUESTIONS = fileURLToPath(new URL('../fixtures/small-shop-questions.json', import.meta.url));

function looksUp(manner: 'look' | 'guess') {
  return { kind: 'command', argv: [process.execPath, FAKE, ['{toolUrl}'], manner, QUESTIONS], prompt: 'stdin' };
}

async function shop(context: TestContext) {
  const project = createProject({
    agents: {
      looks: looksUp('look'),
      guesses: looksUp('guess'),
      blind: { ...looksUp('guess'), argv: [process.execPath, FAKE] },
    },
  });
  context.onTestFinished(() => project.dispose());
  await cp(SHOP, project.path('shop'), { recursive: true });
  return { cwd: project.folder, run: async (...args: string[]) => await project.run(args) };
}

const cited = (status: string) => expect.objectContaining({ status });

test('a question set: seats that look find the answers, those that guess are marked as citing what they have not read', async (context) => {
  const { cwd, run } = await shop(context);
  const questions = JSON.parse(await readFile(QUESTIONS, 'utf8')) as {
    question: string;
    answer: string;
    citation: string;
  }[];
  for (const [index, { question, answer, citation }] of questions.entries()) {
    const id = `q${index}`;
    const seats = ['--wind', 'looks', '--wall', 'guesses', '--door', 'looks'];
    const ended = await run('run', question, '--recipe', 'quick', '--id', id, '--read', 'shop', ...seats, '--json');
    expect(ended.code, ended.stderr).toBe(0);
    const record = debateRecordSchema.parse(JSON.parse(ended.stdout));
    const turns = record.entries.filter((entry) => entry.kind === 'turn');
    const of = (seat: string) => turns.find((turn) => turn.seat === seat);
    expect(of('wind')?.text).toContain(answer);
    expect(of('wind')?.citations).toEqual([{ cited: `shop/${citation}`, status: 'read' }]);
    expect(of('wall')?.text).not.toContain(answer);
    expect(of('wall')?.citations).toEqual([cited('unread')]);
    expect(record.reading?.seats).toContainEqual(expect.objectContaining({ seat: 'wall', looks: 0 }));
    const verified = await run('verify', id, '--evidence');
    expect(verified.stdout).toMatch(/^evidence 4 looks and \d citations? confirmed/m);
  }
  const shown = await run('show', 'q0', '--evidence');
  expect(shown.stdout).toMatch(/wind read_file .*shop\/src\/tax\.ts 2/);
  expect(shown.stdout).toMatch(/unread src\/tax\.ts:2/);
  await writeFile(join(cwd, 'shop/src/tax.ts'), 'export const taxRate = 0.19;\n');
  const changed = await run('verify', 'q0', '--evidence');
  expect(changed.code).not.toBe(0);
  expect(changed.stderr).toContain('has changed since it was opened');
});

test('an agent that cannot be held to the tools is refused by name, before anything is asked', async (context) => {
  const { run } = await shop(context);
  const refused = await run(
    'run',
    'Should we?',
    '--read',
    'shop',
    '--wind',
    'looks',
    '--wall',
    'blind',
    '--door',
    'looks',
  );
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('blind cannot be held to the tools for reading (seat wall)');
  expect(refused.stderr).not.toContain('looks cannot');
});

test('a person looks things up, and cites', async (context) => {
  const { run } = await shop(context);
  await run('open', 'Which rate?', '--id', 'm', '--read', 'shop', '--recipe', 'quick');
  const found = await run('read', 'm', 'read_file', '--data', 'path=shop/src/tax.ts', '--seat', 'wind');
  expect(found.stdout).toContain('taxRate = 0.07');
  expect((await run('read', 'm', 'list_files', '--seat', 'wall')).stderr).toContain("It is not wall's turn");
  const words =
    '1. **Keep it**: shop/src/tax.ts:2 "taxRate = 0.07"\n2. **Change it**: shop/src/cart.ts:99\n\nWhich one?';
  await run('say', 'm', '--seat', 'wind', words);
  const shown = await run('show', 'm', '--json');
  const record = debateRecordSchema.parse(JSON.parse(shown.stdout));
  const turn = record.entries.find((entry) => entry.kind === 'turn');
  expect(turn?.citations).toEqual([
    { cited: 'shop/src/tax.ts:2', status: 'read' },
    { cited: 'shop/src/cart.ts:99', status: 'wrong', why: 'the file has 7 lines' },
  ]);
  const prompt = await run('show', 'm');
  expect(prompt.stdout).toContain('2 citations: 1 read, 1 wrong');
});

test('while a phase is blind nobody sees what others read, at no door', async (context) => {
  const { run, cwd } = await shop(context);
  await mkdir(join(cwd, 'notes'), { recursive: true });
  await run('open', 'Which rate?', '--id', 'b', '--read', 'shop', '--format', 'asymmetric');
  const first = JSON.parse((await run('show', 'b', '--json')).stdout);
  const [seat] = first.seats.map((each: { seat: string }) => each.seat);
  await run('read', 'b', 'read_file', '--data', 'path=shop/src/tax.ts', '--seat', seat);
  for (const args of [
    ['show', 'b', '--json'],
    ['show', 'b', '--evidence'],
    ['export', 'b', '--format', 'markdown'],
    ['export', 'b', '--format', 'octave'],
    ['verify', 'b', '--evidence'],
  ]) {
    const { stdout, stderr } = await run(...args);
    expect([args, (stdout + stderr).includes('tax.ts')]).toEqual([args, false]);
  }
});
