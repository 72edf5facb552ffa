// What an agent cannot read through the hall while it debates: the debates themselves, in which others may not be seen yet.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect } from 'vitest';
import { createProject, type Project, quickRehearsal } from '../support/project.ts';
import { itInFolders } from '../support/shared-store.ts';

const FAKE = fileURLToPath(new URL('../fakes/speaks-acp.mjs', import.meta.url));

let project: Project;
beforeEach(() => {
  project = createProject({});
});
afterEach(() => {
  project.dispose();
});

itInFolders('a ledger that an agent could read as a file')(
  'an agent that may read in the project folder is declined the ledger, and the record says so',
  async () => {
    const ledger = project.ledger('d');
    const ask = { method: 'fs/read_text_file', params: { path: ledger } };
    const argv = [
      process.execPath,
      FAKE,
      JSON.stringify({ log: path.join(project.folder, 'heard'), turns: [[{ ask }]] }),
    ];
    project.configure({
      agents: { quick: quickRehearsal, reader: { kind: 'acp', sandbox: 'off', argv, readRoot: '.' } },
      seats: { wind: 'quick', wall: 'reader', door: 'quick' },
      recipe: 'quick',
    });
    await project.call(['run', '--id', 'd', 'Should we?']);
    const { stdout } = await project.call(['show', 'd']);
    expect(stdout).toContain('Declined: it belongs to the debates.');
    expect(stdout).toContain('was declined: it belongs to the debates');
  },
);
