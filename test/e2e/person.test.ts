// A person at a real terminal in a seat of a debate: what they see, and that nothing that they wrote is lost.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, MAIN, type Project, quickRehearsal } from '../support/project.ts';
import { BY_SIGHUP, CTRL_C, DOWN, ENTER } from '../support/terminal.ts';

const EDITOR = fileURLToPath(new URL('../fakes/edits-turn.mjs', import.meta.url));

let project: Project;
beforeEach(() => {
  project = createProject();
  project.configure({
    agents: { quick: quickRehearsal, last: project.seat('door', { until: project.path('go') }) },
    seats: { wind: 'quick', wall: 'human', door: 'last' },
    recipe: 'quick',
  });
});
afterEach(() => {
  project.dispose();
});

const run = (env: Readonly<Record<string, string>> = {}) =>
  project.startAtTerminal(['run', '--id', 'd', 'Should we?'], { env });
const go = () => fs.writeFileSync(project.path('go'), '');
const kept = () => {
  const folder = path.join(project.root, 'home', '.local/state/debate-hall/kept');
  return fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
};
const wallTurns = async () => {
  const { entries } = await project.shown('d');
  return entries.flatMap((entry) => (entry.kind === 'turn' && entry.seat === 'wall' ? [entry.text] : []));
};

it('sees interjections in front of the question and while typing, and what was typed is recorded', async () => {
  const terminal = run();
  await terminal.sees('Wall speaks: it is your turn.');
  await project.call(['interject', 'd', '--author', 'Ada', 'The budget is 40 EUR.']);
  await terminal.sees('── Interjection by Ada');
  await terminal.sees('│ The budget is 40 EUR.');
  await terminal.sees('Wall speaks: it is your turn.');
  terminal.type(ENTER);
  await terminal.sees('End it with a line that contains only "."');
  terminal.type(`1. Not for more than that.${ENTER}and not`);
  await terminal.sees('and not');
  await project.call(['interject', 'd', '--author', 'Ada', 'Per month.']);
  await terminal.sees('│ Per month.');
  await terminal.sees('> and not');
  terminal.type(` in winter.${ENTER}.${ENTER}`);
  await terminal.sees('Door');
  go();
  expect(await terminal.finished).toBe(0);
  expect(await wallTurns()).toEqual(['1. Not for more than that.\nand not in winter.']);
});

it.runIf(inCampaign)(
  'is told that somebody else took the turn, keeps what was typed, and can say it as an interjection',
  async () => {
    const terminal = run();
    await terminal.sees('Wall speaks: it is your turn.');
    terminal.type(ENTER);
    await terminal.sees('End it with a line that contains only "."');
    terminal.type(`My own words,${ENTER}half a line`);
    await terminal.sees('half a line');
    await project.call(['say', 'd', '--seat', 'wall', '--author', 'Grace', 'I was quicker.']);
    await terminal.sees('── Round 1, Wall, taken by Grace');
    await terminal.sees('Someone else has taken this turn.');
    await terminal.sees('│ My own words,');
    await terminal.sees('Use what you wrote?');
    await expect.poll(kept).toEqual(['My own words,\nhalf a line\n']);
    await expect.poll(() => project.calls().length).toBe(1);
    terminal.type(ENTER);
    await terminal.sees('── Interjection by');
    go();
    expect(await terminal.finished).toBe(0);
    const { entries } = await project.shown('d');
    expect(entries.flatMap((entry) => (entry.kind === 'interjection' ? [entry.text] : []))).toEqual([
      'My own words,\nhalf a line',
    ]);
  },
);

it.runIf(inCampaign)(
  'finds topic, words and request in the editor; the run goes on when the turn is taken while it is open',
  async () => {
    const seen = project.path('seen');
    const saved = project.path('saved');
    const terminal = run({
      VISUAL: '',
      EDITOR: `${process.execPath} ${EDITOR.replaceAll(' ', '\\ ')} ${seen} ${saved} Mine:\\ no.`,
    });
    await terminal.sees('Wall speaks: it is your turn.');
    await project.call(['interject', 'd', '--author', 'Ada', 'The budget is 40 EUR.\u2028Hidden words.']);
    await terminal.sees('Hidden words.');
    await terminal.sees('Wall speaks: it is your turn.');
    terminal.type(ENTER);
    await expect.poll(() => fs.existsSync(seen)).toBe(true);
    const sheet = fs.readFileSync(seen, 'utf8');
    for (const part of [
      'Should we?',
      'Round 1, Wind',
      'Interjection by Ada',
      '#! The budget is 40 EUR.\\u{2028}Hidden words.',
      'What is asked',
    ]) {
      expect(sheet).toContain(part);
    }
    expect(sheet.split('\n').filter((line) => line !== '' && !line.startsWith('#!'))).toEqual([]);
    await project.call(['say', 'd', '--seat', 'wall', '--author', 'Grace', 'I was quicker.']);
    await expect.poll(() => project.calls().length).toBe(1);
    fs.writeFileSync(saved, '');
    await terminal.sees('Someone else has taken this turn.');
    await terminal.sees('Use what you wrote?');
    expect(kept()).toEqual(['Mine: no.\n']);
    terminal.type(`${DOWN}${DOWN}${ENTER}`);
    go();
    expect(await terminal.finished).toBe(0);
    expect(await wallTurns()).toEqual(['I was quicker.']);
  },
);

it.runIf(inCampaign)(
  'keeps what was typed before Ctrl-C, and Ctrl-C at the question stops the run like anywhere else',
  async () => {
    const typing = run();
    await typing.sees('Wall speaks: it is your turn.');
    typing.type(ENTER);
    await typing.sees('End it with a line that contains only "."');
    typing.type('Half a thought');
    await typing.sees('Half a thought');
    typing.type(CTRL_C);
    expect(await typing.finished).toBe(130);
    expect(kept()).toEqual(['Half a thought\n']);
    const asked = project.startAtTerminal(['resume', 'd']);
    await asked.sees('Wall speaks: it is your turn.');
    asked.type(CTRL_C);
    expect(await asked.finished).toBe(130);
    expect(await wallTurns()).toEqual([]);
    // It is offered again, and its file goes once the debate has it.
    const resumed = project.startAtTerminal(['resume', 'd']);
    await resumed.sees('Use the text you wrote before');
    resumed.type(ENTER);
    await resumed.sees('Door');
    go();
    expect(await resumed.finished).toBe(0);
    expect(await wallTurns()).toEqual(['Half a thought']);
    expect(kept()).toEqual([]);
  },
);

it.runIf(inCampaign)(
  'prints the decision also when Ctrl-C answers the last question, after the debate is over',
  async () => {
    const terminal = run();
    await terminal.sees('Wall speaks: it is your turn.');
    terminal.type(ENTER);
    await terminal.sees('End it with a line that contains only "."');
    terminal.type('My own words');
    await terminal.sees('My own words');
    go();
    await project.call(['say', 'd', '--seat', 'wall', '--author', 'Grace', 'I was quicker.']);
    await terminal.sees('Use what you wrote?');
    const ended = async () => (await project.shown('d')).status;
    await expect.poll(ended).toBe('closed');
    await terminal.sees('── Round 1, Door');
    await terminal.sees('Use what you wrote?');
    terminal.type(CTRL_C);
    await terminal.sees('Outcome   Decided');
    expect(await terminal.finished).toBe(0);
  },
);

it.runIf(inCampaign)(
  'is not asked by a batch, which cannot say for which debate, and takes the turn with resume',
  async () => {
    fs.writeFileSync(project.path('topics.jsonl'), '{"topic": "Tabs or spaces?", "id": "d"}\n');
    const batch = project.startAtTerminal(['run', '--batch', 'topics.jsonl']);
    await batch.sees('Wall waits for a person');
    expect(await batch.finished).toBe(4);
    const resumed = project.startAtTerminal(['resume', 'd']);
    await resumed.sees('Wall speaks: it is your turn.');
    resumed.type(CTRL_C);
    expect(await resumed.finished).toBe(130);
  },
);

it.runIf(inCampaign)('can write at the terminal after the editor failed', async () => {
  const terminal = run({ VISUAL: 'false' });
  await terminal.sees('Wall speaks: it is your turn.');
  terminal.type(ENTER);
  await terminal.sees('The editor "false" failed.');
  await terminal.sees('Wall speaks: it is your turn.');
  terminal.type(`${DOWN}${ENTER}`);
  await terminal.sees('End it with a line that contains only "."');
  terminal.type(`My own words${ENTER}.${ENTER}`);
  go();
  expect(await terminal.finished).toBe(0);
  expect(await wallTurns()).toEqual(['My own words']);
});

it.runIf(inCampaign)('reads that an answer is blind before giving it', async () => {
  const args = ['check', '--seats', '2', '--seat', 'seat-1=human', '--seat', 'seat-2=quick', '--id', 'blind'];
  const terminal = project.startAtTerminal([...args, 'Is it safe?']);
  await terminal.sees('Blind: nobody sees the answer');
  await terminal.sees('it is your turn.');
  terminal.type(CTRL_C);
  expect(await terminal.finished).toBe(130);
});

it.runIf(inCampaign).each([
  {
    what: 'refused answers of two seats',
    seats: ['Wind', 'Wall'],
    newer: undefined,
    words: ['Bananas 1', 'Bananas 2'],
  },
  {
    what: 'what was typed after a refused answer',
    seats: ['Wind'],
    newer: 'Half a thought',
    words: ['Half a thought'],
  },
])('keeps $what when Ctrl-C comes', async ({ seats, newer, words }) => {
  const people = Object.fromEntries(seats.map((seat) => [seat.toLowerCase(), 'human']));
  project.configure({
    agents: { quick: quickRehearsal },
    seats: { wind: 'quick', wall: 'quick', door: 'quick', ...people },
  });
  const terminal = run();
  for (const [index, seat] of seats.entries()) {
    await terminal.sees(`${seat} gives an opening: it is your turn.`);
    terminal.type(ENTER);
    await terminal.sees('End it with a line that contains only "."');
    terminal.type(`Bananas ${index + 1}${ENTER}.${ENTER}`);
    await terminal.sees(`${seat}: the answer cannot be used`);
  }
  await terminal.sees('Use the text you wrote before');
  if (newer !== undefined) {
    terminal.type(`${DOWN}${ENTER}`);
    await terminal.sees('End it with a line that contains only "."');
    terminal.type(newer);
    await terminal.sees(newer);
  }
  terminal.type(CTRL_C);
  expect(await terminal.finished).toBe(130);
  expect(
    kept()
      .map((text) => text.trim())
      .sort(),
  ).toEqual(words);
});

it.runIf(inCampaign)(
  'gets the form of a turn of several parts, in the editor to fill in, and leaves the seat open with a blank one',
  async () => {
    project.configure({
      agents: { quick: quickRehearsal },
      seats: { proposition: 'human', opposition: 'quick', judge: 'quick' },
      format: 'oxford',
      recipe: 'quick',
    });
    const seen = project.path('seen');
    const copy = `require('fs').copyFileSync(process.argv.at(-1),${JSON.stringify(seen)})`;
    const terminal = run({ VISUAL: '', EDITOR: `${process.execPath} -e ${copy.replaceAll(' ', '\\ ')}` });
    await terminal.sees('── How to answer');
    await terminal.sees('Proposition opens: it is your turn.');
    terminal.type(ENTER);
    expect(await terminal.finished).not.toBe(0);
    const lines = fs.readFileSync(seen, 'utf8').split('\n');
    expect(lines.slice(0, 3)).toEqual(['Arguments:', 'Title:', 'Claim:']);
    expect(terminal.printed()).toContain('debate-hall say d --seat proposition');
  },
);

it.runIf(inCi).each([
  ['alone', []],
  ['with the shell that runs it', ['bash', '--norc', '-ic', '"$@"; :', 'bash']],
])('keeps what was typed before the terminal is closed, %s', async (_, shell) => {
  const terminal = project.terminal([...shell, process.execPath, MAIN, 'run', '--id', 'd', 'Should we?']);
  await terminal.sees('Wall speaks: it is your turn.');
  terminal.type(ENTER);
  await terminal.sees('End it with a line that contains only "."');
  terminal.type(`My own words,${ENTER}half a line`);
  await terminal.sees('half a line');
  terminal.hangUp();
  expect(await terminal.finished).toBe(BY_SIGHUP);
  await expect.poll(() => project.events('d').at(-1)?.type).toBe('run-paused');
  await expect.poll(kept).toEqual(['My own words,\nhalf a line\n']);
  expect(await wallTurns()).toEqual([]);
});
