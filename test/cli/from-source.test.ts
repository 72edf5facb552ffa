// `npm run dev`: the program as its sources are, which start the programs of the package through a loader of TypeScript.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { inCampaign } from '../support/campaign.ts';
import { createProject } from '../support/project.ts';

const ROOT = path.join(import.meta.dirname, '../..');

it.runIf(inCampaign)('holds a debate of rehearsals from source', async ({ onTestFinished }) => {
  const project = createProject({ agents: { rehearsal: { wordsPerSecond: 0 } }, recipe: 'quick' });
  onTestFinished(project.dispose);
  const tsx = path.join(ROOT, 'node_modules/tsx/dist/cli.mjs');
  const argv = [tsx, path.join(ROOT, 'src/doors/cli/start.ts'), 'run', '--rehearse', '--id', 'd', 'Should we?'];
  await promisify(execFile)(process.execPath, argv, { cwd: project.folder, env: project.env });
  expect(await project.shown('d')).toMatchObject({ outcome: 'decided', calls: 3 });
});
