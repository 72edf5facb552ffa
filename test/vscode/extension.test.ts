// The extension with a double of the editor, and the real command line. test/vscode/editor has it in a real editor.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { temporaryFolder } from '../support/hall.ts';
import { createProject, MAIN, type Project } from '../support/project.ts';
import { createDouble, type Double } from './double.ts';

const FOLDER = fileURLToPath(new URL('../../extensions/vscode/', import.meta.url));
const build = (...args: string[]) => execFileSync(process.execPath, [path.join(FOLDER, 'build.mjs'), ...args]);

let project: Project;
let double: Double;

/** Loads what ships, with the double in place of the module that only an editor has. */
function loadExtension(): { activate(context: unknown): void } {
  const file = path.join(FOLDER, 'dist/extension.cjs');
  const loaded = { exports: {} };
  const require = Module.createRequire(file);
  const withDouble = (name: string) => (name === 'vscode' ? double.api : require(name));
  new Function('module', 'exports', 'require', fs.readFileSync(file, 'utf8'))(loaded, loaded.exports, withDouble);
  return loaded.exports as ReturnType<typeof loadExtension>;
}

function activate(command?: string): void {
  const program = path.join(project.root, 'debate-hall');
  const set = Object.entries(project.env).map(([name, value]) => `export ${name}='${value}'`);
  fs.writeFileSync(program, ['#!/bin/sh', ...set, `exec "${process.execPath}" "${MAIN}" "$@"`, ''].join('\n'), {
    mode: 0o755,
  });
  double = createDouble(project.folder, { command: command ?? program });
  loadExtension().activate({
    subscriptions: [],
    extension: { packageJSON: { version: '0.1.0' } },
    globalStorageUri: { fsPath: path.join(project.root, 'storage') },
  });
}

const AGENTS = {
  fast: { kind: 'rehearsal', wordsPerSecond: 0, vote: 'approve' },
  broken: { kind: 'rehearsal', misbehave: 'garbage' },
  silent: { kind: 'rehearsal', misbehave: 'hangs', limits: { firstOutputMs: 600_000, totalMs: 600_000 } },
};
const FAST = Object.fromEntries(['wind', 'wall', 'door', 'reviewer-1', 'reviewer-2'].map((seat) => [seat, 'fast']));

/** Packed by the build that all tests use. */
let packed: string;
beforeAll(() => {
  packed = path.join(temporaryFolder(), 'extension.vsix');
  build('--vsix', packed);
});
afterAll(() => fs.rmSync(path.dirname(packed), { recursive: true }));
beforeEach(() => {
  project = createProject({ agents: AGENTS, seats: FAST, recipe: 'quick', agentRetries: 0 });
});
afterEach(() => project.dispose());

async function listed(): Promise<{ threadId: string; topic: string; status: string }[]> {
  return JSON.parse((await project.call(['list', '--json'])).stdout);
}

const content = async () => {
  const [newest] = await listed();
  return await project.shown(newest?.threadId ?? '');
};

function git(...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd: project.folder });
}

/** What a review is about. */
function change(): void {
  git('init', '-q');
  project.write('cart.js', 'export const total = (items) => items.length;\n');
  git('add', 'cart.js');
  git('commit', '-q', '-m', 'Begin');
  project.write('cart.js', '// The cart.\nexport const total = (items) => items.size;\n');
}

describe('the commands', () => {
  it.runIf(inCampaign)('debate what is selected, as it is in the editor', async () => {
    activate();
    double.open('src/cart.js', 'one\ntwo\nthree\n', { text: 'two', from: 1, to: 1 });
    double.person.inputs.push('--Should we keep this?');
    await double.run('debateHall.debate');
    expect(double.shown.errors).toEqual([]);
    const record = await content();
    expect(record).toMatchObject({ topic: '--Should we keep this?', status: 'closed', context: [{ source: '-' }] });
    const [opened] = project.events(record.threadId);
    expect(JSON.stringify(opened)).toContain('src/cart.js, lines 2–2\\n\\ntwo');
    expect(double.shown.progress).toContain('Wind speaks, round 1');
    expect([...double.shown.previews, ...double.shown.pages].join()).toContain('Should we keep this?');
    expect(double.shown.status).toMatchObject({ visible: true, text: '$(comment-discussion) Debate Hall' });
    expect(double.shown.messages).toEqual([
      expect.stringMatching(/^Debate \S+: .+\. Authority: full panel, REHEARSAL in/),
    ]);
  });

  it.runIf(inCampaign)('do not send a file that usually holds secrets, whole or in part', async () => {
    activate();
    fs.symlinkSync(project.write('config/.env', 'one\ntwo\n'), project.path('plain.txt'));
    for (const [name, selected] of [
      ['config/.env', undefined],
      ['config/.env', { text: 'two', from: 1, to: 1 }],
      ['plain.txt', undefined],
    ] as const) {
      double.open(name, 'one\ntwo\n', selected);
      double.person.inputs.push('Should we keep this?');
      await double.run('debateHall.debate');
    }
    const refuse = (name: string) =>
      expect.stringContaining(`Debate Hall: ${name} is a file that usually holds secrets. `);
    expect(double.shown.errors).toEqual([refuse('.env'), refuse('.env'), refuse('plain.txt')]);
    expect(fs.existsSync(project.path('debates'))).toBe(false);
  });

  it.runIf(inCampaign)('show no link that somebody else wrote', async () => {
    change();
    project.write('[Details](command:workbench.action.terminal.new).bin', '\0\u0001');
    activate();
    await double.run('debateHall.review');
    expect(double.shown.errors).toEqual([]);
    const { messages, warnings, progress } = double.shown;
    expect(warnings.join()).toContain('[Details] (command:');
    expect([...messages, ...warnings, ...progress].join()).not.toContain('](');
  });

  it.runIf(inCampaign)(
    'follow the folder of the document that is open, and keep the turns of folders apart',
    async () => {
      const other = createProject({ agents: AGENTS, seats: FAST, recipe: 'quick' });
      try {
        for (const each of [project, other]) await each.call(['open', '--id', 'same', 'Should we?']);
        activate();
        await expect.poll(() => double.shown.status.text).toMatch(/\$\(bell\) 1$/);
        double.addFolder(other.folder);
        await other.call(['open', '--id', 'more', 'Should we?']);
        double.open(path.join(other.folder, 'b.js'), 'one');
        await expect.poll(() => double.shown.status.text, { timeout: 10_000 }).toMatch(/\$\(bell\) 2$/);
        double.person.picks.push('same', 'same');
        await double.run('debateHall.takeSeat');
        double.type('Private words.');
        double.open('a.js', 'one');
        await double.run('debateHall.takeSeat');
        const { document } = double.api.window.activeTextEditor as unknown as { document: { text: string } };
        expect(document.text).not.toContain('Private words.');
      } finally {
        other.dispose();
      }
    },
  );

  it.runIf(inCampaign)('review the working tree, and show each finding at its line', async () => {
    change();
    activate();
    await double.run('debateHall.review');
    const record = await content();
    const { findings } = (record.result ?? { data: {} }).data as {
      findings: { file: string; line: number; title: string }[];
    };
    const found = double.shown.diagnostics.get('cart.js') ?? [];
    expect(found.length).toBeGreaterThan(0);
    for (const { line, title } of findings.filter(({ file }) => file === 'cart.js')) {
      expect(found).toContainEqual(
        expect.objectContaining({ line: line - 1, message: expect.stringContaining(title) }),
      );
    }
    expect(found[0]?.severity).toBe(0);
    const authority = 'Authority: full panel, REHEARSAL in Reviewer 1, Reviewer 2.';
    expect([...double.shown.messages, ...double.shown.warnings]).toEqual([
      expect.stringMatching(
        new RegExp(`^Review \\S+: Not ready to merge: 1 P\\d\\. .*: \\d findings .* ${authority}$`),
      ),
    ]);
    await double.run('debateHall.clearFindings');
    expect(double.shown.diagnostics.size).toBe(0);
    git('commit', '-q', '-a', '-m', 'Change');
    fs.rmSync(project.path('debate-hall.config.json'));
    git('stash', '-q', '--include-untracked');
    await double.run('debateHall.review');
    expect(double.shown.messages.at(-1)).toMatch(/Nothing to review/);
  });

  const shortcomings = [
    [
      'a review that nobody could make',
      { seats: { 'reviewer-1': 'broken', 'reviewer-2': 'broken' } },
      /^Review .*Not reviewed: Reviewer 1 failed.* Authority: incomplete panel \(.*\.$/,
    ],
    [
      'a review that only one could make',
      { seats: { ...FAST, 'reviewer-2': 'broken' } },
      /1 of 2 reviewers.*DEGRADED panel \(.*nothing from Reviewer 2/,
    ],
    [
      'a review that waits for a person',
      { seats: { ...FAST, 'reviewer-1': 'human' } },
      /Not reviewed yet: nobody sees a review before all are in\..*nothing yet from Reviewer 1/,
    ],
    ['a debate that came to its limit', { recipe: 'standard', limits: { turns: 1 } }, /^Debate .*Stopped by a limit/],
  ] as const;
  const warned = inCampaign ? shortcomings : shortcomings.slice(0, 1);
  it.runIf(inCampaign).each(warned)('warn of %s', async (what, settings, words) => {
    project.configure({ agents: AGENTS, seats: FAST, recipe: 'quick', agentRetries: 0, ...settings });
    change();
    activate();
    double.open('cart.js', 'one');
    double.person.inputs.push('Should we keep this?');
    await double.run(what.startsWith('a review') ? 'debateHall.review' : 'debateHall.debate');
    expect(double.shown.errors).toEqual([]);
    expect(double.shown.messages).toEqual([]);
    expect(double.shown.warnings).toEqual([expect.stringMatching(words)]);
  });

  it.runIf(inCampaign)(
    'close no other document than the turn that was sent, and not that one if it was changed since',
    async () => {
      const seats = { ...FAST, wall: 'human' };
      project.configure({ agents: AGENTS, seats, recipe: 'quick', formats: { 'wind-wall-door': { openings: false } } });
      for (const [id, more] of [
        ['kept', ''],
        ['grown', ' And one more thing.'],
      ] as const) {
        await project.call(['run', '--quiet', '--id', id, 'Should we use Rust?']);
        activate();
        await double.run('debateHall.takeSeat');
        double.type('It is too dear.');
        const sent = double.run('debateHall.sendTurn');
        double.type(`It is too dear.${more}`);
        double.open('unsaved.ts', 'Words of an hour.');
        double.type('Words of two hours.');
        await sent;
        expect(double.shown.errors).toEqual([]);
        const turns = more === '' ? [] : [[expect.stringMatching(/^turn-of-wall-/), `It is too dear.${more}`]];
        expect(double.documents()).toEqual([...turns, ['unsaved.ts', 'Words of two hours.']]);
        expect(double.shown.messages.at(-1)?.includes('still open, and is not recorded.')).toBe(more !== '');
        const { entries } = await project.shown(id);
        expect(entries).toContainEqual(expect.objectContaining({ seat: 'wall', text: 'It is too dear.' }));
        await project.call(['close', id, 'Enough.']);
      }
    },
  );

  it.runIf(inCampaign)('give each turn of a seat a document of its own', async () => {
    const seats = { wind: 'human', wall: 'fast', door: 'fast' };
    project.configure({
      agents: AGENTS,
      seats,
      recipe: 'standard',
      formats: { 'wind-wall-door': { openings: false } },
    });
    await project.call(['run', '--quiet', '--id', 'rust', 'Should we use Rust?']);
    activate();
    await double.run('debateHall.takeSeat');
    double.type('Words of the first turn, never sent.');
    expect((await project.call(['say', 'rust', '--seat', 'wind', 'From the terminal.'])).code).toBe(0);
    await project.call(['resume', '--quiet', 'rust']);
    double.open('a.js', 'one');
    await double.run('debateHall.takeSeat');
    const { document } = double.api.window.activeTextEditor as unknown as { document: { text: string } };
    expect(document.text).not.toContain('Words of the first turn');
    double.type('Yes, 80%\n\nIt is cheap.\n\nVote: accept');
    await double.run('debateHall.sendTurn');
    expect(double.shown.errors).toEqual([]);
    const kept = expect.arrayContaining(['Words of the first turn, never sent.']);
    expect(double.documents().map(([, text]) => text)).toEqual(kept);
    const recorded = JSON.stringify(project.events('rust'));
    expect(recorded).toContain('It is cheap.');
    expect(recorded).not.toContain('never sent');
  });

  it.runIf(inCampaign)('say of a run that somebody else ended how it ended', async () => {
    project.configure({ agents: AGENTS, seats: { ...FAST, wall: 'silent' }, recipe: 'quick' });
    activate();
    double.open('a.js', 'one');
    double.person.inputs.push('Should we keep this?');
    const at = 'Wall speaks, round 1';
    double.person.meanwhile = {
      at,
      act: () =>
        void listed().then(async ([debate]) => await project.call(['kill', debate?.threadId ?? '', 'Enough.'])),
    };
    await double.run('debateHall.debate');
    expect((await content()).status).toBe('force-closed');
    expect(double.shown.warnings).toEqual([expect.stringMatching(/^Debate \S+: Force-closed/)]);
  });

  it.runIf(inCampaign)(
    'review what is saved, if that is wanted, and keep the problems of other repositories',
    async () => {
      const other = createProject({ agents: AGENTS, seats: FAST, recipe: 'quick' });
      try {
        change();
        activate();
        double.open('cart.js', 'export const total = 1;\n');
        double.type('export const total = 2;\n');
        await double.run('debateHall.review');
        const unsaved = 'A review reads files as they are saved. Not saved: cart.js.';
        expect(double.shown.warnings).toEqual([unsaved]);
        expect(await listed()).toEqual([]);
        double.person.buttons.push('Save and review');
        await double.run('debateHall.review');
        expect(fs.readFileSync(project.path('cart.js'), 'utf8')).toBe('export const total = 2;\n');
        expect([...double.shown.diagnostics.keys()]).toContain('cart.js');
        double.addFolder(other.folder);
        execFileSync('git', ['init', '-q'], { cwd: other.folder });
        double.open(other.write('z.js', 'let a;\n'), 'let a;\n');
        await double.run('debateHall.review');
        expect(double.shown.errors).toEqual([]);
        expect([...double.shown.diagnostics.keys()]).toContain('cart.js');
      } finally {
        other.dispose();
      }
    },
  );

  it.runIf(inCampaign)('record a pick as its line says it', async () => {
    activate();
    await project.call(['open', '-o', 'order=mediated', '-o', 'rounds=1', '--id', 'mediated', 'Should we?']);
    await double.run('debateHall.takeSeat');
    expect(double.shown.messages.at(-1)).toContain('A line such as "NEXT: wall"');
    double.type('NEXT: wall');
    await double.run('debateHall.sendTurn');
    expect(double.shown.errors).toEqual([]);
    expect(double.shown.messages.at(-1)).toBe('The turn is recorded in mediated. Next: Wall speaks.');
    expect(project.events('mediated').at(-1)).toMatchObject({ data: { seat: 'mediator', data: { next: 'wall' } } });
  });

  it.runIf(inCampaign)('fill in the form of a structured turn', async () => {
    activate();
    await project.call(['open', '--format', 'oxford', '--id', 'motion', 'We should.']);
    double.person.picks.push('motion');
    await double.run('debateHall.takeSeat');
    expect(double.shown.previews.at(-1)).toMatch(/^# Proposition opens\n\n.*Open the debate:/s);
    expect(double.shown.messages.at(-1)).toContain('Plain lines will do');
    const { document } = double.api.window.activeTextEditor as unknown as { document: { text: string } };
    expect(document.text).toMatch(/^Arguments:\nTitle:\nClaim:\n/);
    await double.run('debateHall.sendTurn');
    expect(double.shown.errors.at(-1)).toContain('nothing is written behind the labels');
  });

  it.runIf(inCampaign)('take the seat that waits, keep a turn that is refused, and resume', async () => {
    project.configure({ agents: AGENTS, seats: { ...FAST, wall: 'human' }, recipe: 'quick' });
    await project.call(['run', '--quiet', '--id', 'rust', 'Should we use Rust?']);
    activate();
    await expect.poll(() => double.shown.status.text).toBe('$(comment-discussion) Debate Hall $(bell) 1');
    expect(double.shown.status.tooltip).toContain('(rust)');
    await double.run('debateHall.takeSeat');
    await double.run('debateHall.sendTurn');
    expect(double.shown.errors).toHaveLength(1);
    double.type('It is too dear, and nobody here knows it.');
    double.person.buttons.push('Resume the debate');
    await double.run('debateHall.sendTurn');
    expect(double.documents()).toEqual([]);
    expect(fs.readdirSync(path.join(project.root, 'storage'))).toEqual([]);
    await expect.poll(async () => (await project.shown('rust')).status).toBe('closed');
    await expect.poll(() => double.shown.status.text).toBe('$(comment-discussion) Debate Hall');
    await double.run('debateHall.takeSeat');
    expect(double.shown.messages).toContain('No debate waits for you.');
  });

  it.runIf(inCampaign)('offer every debate with its caveats, and those that cannot be read', async () => {
    project.configure({ agents: AGENTS, recipe: 'quick' });
    await project.call(['run', '--rehearse', '--id', 'played', 'Should we use Rust?']);
    await project.call(['open', '--id', 'broken', 'Should we use Zig?']);
    fs.appendFileSync(project.ledger('broken'), 'no event\n');
    activate();
    double.person.picks.push('nothing');
    await double.run('debateHall.show');
    expect(double.shown.offered).toMatchObject([
      { detail: 'played', description: expect.stringMatching(/^\S+, REHEARSAL · /) },
      { detail: 'broken', description: expect.stringMatching(/^cannot be read: /) },
    ]);
  });

  it.runIf(inCampaign)('show a page that follows its debate', async () => {
    await project.call(['open', '--id', 'slow', 'Should we use Rust?']);
    activate();
    double.person.picks.push('slow');
    await double.run('debateHall.show');
    expect(double.shown.pages.at(-1)).not.toContain('One more fact.');
    await project.call(['interject', 'slow', 'One more fact.']);
    double.change();
    await expect.poll(() => double.shown.pages.at(-1)).toContain('One more fact.');
  });

  it.runIf(inCampaign)('pause a debate that is cancelled', async () => {
    project.configure({ agents: AGENTS, seats: { ...FAST, wall: 'silent' }, recipe: 'quick' });
    activate();
    double.open('a.js', 'one');
    double.person.inputs.push('Should we keep this?');
    double.person.cancelAt = 'Wall speaks, round 1';
    await double.run('debateHall.debate');
    expect((await content()).status).toBe('open');
  });

  it.runIf(inCampaign)('say what is wrong in the words of the program, or that it is not there', async () => {
    project.configure({ format: 'karaoke' });
    activate();
    await double.run('debateHall.show');
    expect(double.shown.errors.at(-1)).toMatch(/^Debate Hall: .*format: there is no format/);
    expect(double.shown.status.visible).toBe(false);
    activate(path.join(project.root, 'nowhere'));
    double.person.buttons.push('Open the setting');
    await double.run('debateHall.show');
    expect(double.shown.errors.at(-1)).toMatch(/nowhere" cannot be started/);
    expect(double.shown.executed).toContain('workbench.action.openSettings');
    activate();
    fs.rmSync(project.folder, { recursive: true });
    await double.run('debateHall.show');
    expect(double.shown.errors.at(-1)).toMatch(/^Debate Hall: The folder \S+ is not there any more\.$/);
  });
});

describe('the extension', () => {
  it('offers the MCP server to the editor, where the editor can take it', () => {
    activate();
    expect(double.servers()).toMatchObject([{ args: ['mcp'], cwd: { fsPath: project.folder } }]);
    expect(fs.existsSync(project.path('.vscode'))).toBe(false);
  });

  it('has the commands that it declares, and a program that no workspace can choose', () => {
    activate();
    const { contributes } = JSON.parse(fs.readFileSync(path.join(FOLDER, 'package.json'), 'utf8'));
    expect([...double.commands.keys()].sort()).toEqual(
      contributes.commands.map(({ command }: { command: string }) => command).sort(),
    );
    expect(contributes.configuration.properties['debateHall.command'].scope).toBe('machine');
  });

  it.runIf(inCi)('is packed into the same file each time, and is no part of the npm package', () => {
    const again = path.join(project.root, 'again.vsix');
    build('--vsix', again);
    expect(fs.readFileSync(again).equals(fs.readFileSync(packed))).toBe(true);
    expect(Object.keys(unzipSync(fs.readFileSync(packed))).sort()).toEqual([
      '[Content_Types].xml',
      'extension.vsixmanifest',
      'extension/LICENSE.txt',
      'extension/changelog.md',
      'extension/dist/extension.cjs',
      'extension/icon.png',
      'extension/package.json',
      'extension/readme.md',
    ]);
    const { files: shipped } = JSON.parse(fs.readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(shipped).not.toContain('extensions');
  });
});
