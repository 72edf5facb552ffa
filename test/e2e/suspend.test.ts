// Ctrl-Z at a real terminal: the shell gets the cursor back, and the program continues where it was.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inCampaign } from '../support/campaign.ts';
import { createProject, MAIN, type Project } from '../support/project.ts';

const CTRL_Z = '\x1a';
const [SHOW, HIDE] = ['\x1b[?25h', '\x1b[?25l'];

let project: Project;
beforeEach(async () => {
  project = createProject();
  await project.call(['open', '--id', 'd', 'Should we?']);
});
afterEach(() => project.dispose());

const PLACES: readonly (readonly [string, string, string, string])[] = [
  ['a prompt', 'delete d', 'Permanently delete', 'y'],
  ['the live view', "run --rehearse --recipe quick --id r 'Should we?'", 'speaks', ''],
];
it.runIf(inCampaign && process.platform !== 'win32').each(inCampaign ? PLACES : PLACES.slice(1))(
  'at %s shows the cursor until the program runs again',
  async (_, command, words, answer) => {
    const terminal = project.terminal([
      'bash',
      '-mc',
      `'${process.execPath}' '${MAIN}' ${command}; echo SUSPENDED; fg`,
    ]);
    await terminal.sees(words);
    await expect.poll(() => terminal.raw().includes(HIDE)).toBe(true);
    terminal.type(CTRL_Z);
    await terminal.sees('SUSPENDED');
    const before = terminal.raw().slice(0, terminal.raw().indexOf('SUSPENDED'));
    expect(before.lastIndexOf(SHOW)).toBeGreaterThan(before.lastIndexOf(HIDE));
    await expect.poll(() => terminal.raw().lastIndexOf(HIDE) > before.length).toBe(true);
    terminal.type(answer);
    expect(await terminal.finished).toBe(0);
    expect(terminal.raw().lastIndexOf(SHOW)).toBeGreaterThan(terminal.raw().lastIndexOf(HIDE));
  },
);
