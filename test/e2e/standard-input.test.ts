import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inCampaign } from '../support/campaign.ts';
import { createProject, everySeat, MAIN, type Project, quickRehearsal } from '../support/project.ts';
import { CTRL_C, CTRL_D } from '../support/terminal.ts';

let project: Project;
beforeAll(async () => {
  project = createProject();
  await project.call(['open', '--id', 'd', 'Do we close this one?']);
});
afterAll(() => {
  project.dispose();
});

const nothingWritten = () => {
  expect(project.events('d').map(({ type }) => type)).toEqual(['debate-opened']);
  expect(project.ledgers.ids()).toEqual(['d']);
};

/** Prints half a text, waits until it was read to the last byte, and says so at the terminal. */
const PRODUCER = `
import fcntl, struct, sys, termios, time
print("- The first half of a decision:", flush=True)
while struct.unpack("i", fcntl.ioctl(1, termios.FIONREAD, b"0000"))[0]: time.sleep(0.01)
print("it was read", file=sys.stderr, flush=True)
time.sleep(60)
print("- and the half that turns it around")
`;

it.runIf(inCampaign).each([{ command: 'close d -' }, { command: 'run --rehearse --id new "Should we?" --context -' }])(
  'a pipeline into $command that is cancelled writes nothing',
  async ({ command }) => {
    project.write('producer.py', PRODUCER);
    const pipeline = `python3 producer.py 2>/dev/tty | '${process.execPath}' '${MAIN}' ${command}`;
    // With a trap the shell outlives Ctrl-C, as an interactive one does, and tells what became of its last command.
    const terminal = project.terminal(['sh', '-c', `trap : INT; ${pipeline}`]);
    await terminal.sees('it was read');
    terminal.type(CTRL_C);
    expect(await terminal.finished).toBe(130);
    expect(terminal.printed()).toContain('Cancelled: nothing was written.');
    expect(terminal.printed()).not.toContain('agents');
    nothingWritten();
  },
);

it.runIf(inCampaign).each([
  [['say', 'd', '--seat', 'wind'], 'Type the turn of wind.'],
  [['interject', 'd'], 'Type the interjection.'],
  [['open', '--id', 'new', '-c', '-', 'Should we?'], 'Type the material.'],
  [['plan', '--rehearse', '-f', '-', '--id', 'new'], 'Type the topic.'],
] as const)('%j says at a terminal what it waits for, and Ctrl-C cancels it', async (args, prompt) => {
  const terminal = project.startAtTerminal(args, { columns: 100 });
  await terminal.sees(`${prompt} Press Ctrl-D on an empty line to finish, Ctrl-C to cancel.`);
  terminal.type('half a text\n');
  terminal.type(CTRL_C);
  expect(await terminal.finished).toBe(130);
  expect(terminal.printed()).toContain('Cancelled: nothing was written.');
  nothingWritten();
});

it.runIf(inCampaign)('what is typed at a terminal and ended with Ctrl-D is recorded', async () => {
  const terminal = project.startAtTerminal(['interject', 'd']);
  await terminal.sees('Type the interjection.');
  terminal.type(`No nuts, please.\n${CTRL_D}`);
  expect(await terminal.finished).toBe(0);
  expect((await project.call(['show', 'd'])).stdout).toContain('No nuts, please.');
});

it.runIf(inCampaign)(
  'whoever types a turn sees what is asked and how it is written, and keeps what is refused',
  async () => {
    await project.call(['open', '--format', 'oxford', '--id', 'motion', 'We should.']);
    const terminal = project.startAtTerminal(['say', 'motion', '--seat', 'proposition'], { columns: 100 });
    await terminal.sees('Type the turn of proposition, which nobody sees');
    expect(terminal.printed()).toContain('── What is asked');
    expect(terminal.printed()).toContain('── How to answer\n\n│ Plain lines will do');
    expect(terminal.printed()).toContain('│ Arguments:\n│ Title:\n│ Claim:');
    terminal.type(`We should, because it is fast.\n${CTRL_D}`);
    expect(await terminal.finished).not.toBe(0);
    const [, file = ''] = /What you wrote is saved in (\S+\.md)/.exec(terminal.printed()) ?? [];
    expect(readFileSync(file, 'utf8')).toBe('We should, because it is fast.\n');
  },
);

it.runIf(inCampaign)(
  'what is typed while the debate moves on does not become the answer to a later question',
  async () => {
    await project.call(['open', '--id', 'late', 'Do we close this one?']);
    const say = async (seat: string) => await project.call(['say', 'late', '--seat', seat, '1. A\n2. B\n\nWhich?']);
    await say('wind');
    const terminal = project.startAtTerminal(['say', 'late', '--seat', 'wall'], { columns: 100 });
    await terminal.sees('Type the turn of wall.');
    for (const seat of ['wall', 'door', 'wind']) expect((await say(seat)).code).toBe(0);
    terminal.type(`Too late.\n${CTRL_D}`);
    expect(await terminal.finished).not.toBe(0);
    expect(terminal.printed()).toContain('This turn is no longer due');
    expect(terminal.printed()).toContain('What you wrote is saved in');
    expect((await project.call(['show', 'late'])).stdout).not.toContain('Too late.');
  },
);

it.runIf(inCampaign)('every debate of a batch gets what was piped in', async () => {
  project.configure({ agents: { quick: quickRehearsal }, seats: everySeat('quick'), recipe: 'quick' });
  project.write('topics.jsonl', '{"topic":"One question?","id":"b1"}\n{"topic":"Other question?","id":"b2"}\n');
  const args = ['run', '--batch', 'topics.jsonl', '-c', '-'];
  expect((await project.run(args, { stdin: 'The same material.' })).code).toBe(0);
  for (const id of ['b1', 'b2']) expect((await project.record(['show', '--json', id])).context[0]?.bytes).toBe(18);
});
