// `npm run dev`: the program as its sources are, which start the programs of the package through a loader of TypeScript.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
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
  const { scripts } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const dev = scripts.dev.split(' ').map((word: string) => word.replace(/^(?:src|tsconfig)\b/, `${ROOT}/$&`));
  const argv = [tsx, ...dev.slice(1), 'run', '--rehearse', '--id', 'd', '--report', 'd.html', 'Should we?'];
  await promisify(execFile)(process.execPath, argv, { cwd: project.folder, env: project.env });
  expect(await project.shown('d')).toMatchObject({ outcome: 'decided', calls: 3 });
  expect(fs.readFileSync(project.path('d.html'), 'utf8')).toContain('Should we?');
});
