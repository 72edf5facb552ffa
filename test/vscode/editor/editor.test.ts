// The extension in a real VS Code, as a person uses it.
import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProject, type Project, recordIn } from '../../support/project.ts';
import { openRealEditor, type RealEditor } from './editor.ts';

const FAST = Object.fromEntries(['wind', 'wall', 'door', 'reviewer-1', 'reviewer-2'].map((seat) => [seat, 'fast']));
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd: project.folder });

const shown = async (id: string) => recordIn(await project.run(['show', '--json', id]));

let project: Project;
let editor: RealEditor;

beforeEach(async () => {
  project = createProject({
    agents: { fast: { kind: 'rehearsal', wordsPerSecond: 0, vote: 'approve' } },
    seats: FAST,
    recipe: 'quick',
  });
  git('init', '-q', '-b', 'main');
  project.write('.gitignore', 'debates/\n');
  project.write('cart.js', 'export const total = (items) => items.length;\n');
  git('add', '.');
  git('commit', '-q', '-m', 'Begin');
  editor = await openRealEditor(project);
});
afterEach(async () => {
  await editor.close();
  project.dispose();
});

describe('the extension', () => {
  it('reviews the working tree, counts the problems, and shows the report', async () => {
    project.write('cart.js', 'export const total = (items) => items.size;\n');
    await editor.command('Debate Hall: Review the Working Tree');
    const told = editor.page.locator('.notification-toast', {
      hasText: /Review \S+: .*findings?.*Authority: full panel/,
    });
    await told.waitFor();
    await editor.page.locator('.statusbar-item[id="status.problems"]', { hasText: '1' }).waitFor();
    await told.getByText('Show the report').click();
    await editor.page.locator('.tab.active', { hasText: 'review-cart-js' }).waitFor();
  });

  it('says who waits for you, and sends the turn that you write', async () => {
    project.configure({
      agents: { fast: { kind: 'rehearsal', wordsPerSecond: 0, vote: 'approve' } },
      seats: { ...FAST, wall: 'human' },
      recipe: 'quick',
    });
    expect((await project.run(['run', '--quiet', '--id', 'rust', 'Should we use Rust?'])).code).toBe(4);
    // What the tests install has no watcher of files, so that a command has to look.
    await editor.command('Debate Hall: Clear the Findings');
    await editor.page.locator('.statusbar-item', { hasText: /Debate Hall\s+1/ }).click();
    await editor.page.locator('.tab.active', { hasText: 'turn-of-wall' }).waitFor();
    await editor.page.keyboard.insertText('It is too dear, and nobody here knows it.');
    await editor.command('Debate Hall: Send This Turn');
    // While it is sent, another document is opened and written.
    await editor.command('File: New Untitled Text File');
    await editor.page.keyboard.insertText('Words of an hour.');
    const told = editor.page.locator('.notification-toast', { hasText: 'The turn is recorded in rust.' });
    await told.waitFor();
    await editor.page.locator('.tab.active.dirty', { hasText: 'Words of an hour.' }).waitFor();
    await editor.page.locator('.tab', { hasText: 'turn-of-wall' }).waitFor({ state: 'detached' });
    await told.getByText('Resume the debate').click();
    await expect.poll(async () => (await shown('rust')).status).toBe('closed');
    expect((await shown('rust')).entries).toContainEqual(
      expect.objectContaining({ seat: 'wall', text: 'It is too dear, and nobody here knows it.' }),
    );
  });
});
