// `debate-hall trust remove`: forgets what was decided about a project.
import { homedir } from 'node:os';
import path from 'node:path';
import { HallError } from '../../../../domain/failures/errors.ts';
import { trustStore } from '../../../../hall/compose/trust.ts';
import { projectFolder } from '../../../../hall/config/sources/files.ts';
import { escapeInvisible } from '../../../../support/control-characters.ts';
import { printJson, printResult } from '../../terminal/io.ts';

/** The project around the folder; one that is gone is known by the name that "trust list" shows. */
async function projectAround(folder: string): Promise<string> {
  return await projectFolder(folder).catch(() => folder);
}

export async function run(folder: string | undefined, flags: { readonly json?: boolean }): Promise<void> {
  const project = await projectAround(path.resolve(folder ?? '.'));
  const store = trustStore({ env: process.env, home: homedir() });
  const forgotten = await store.forget(project);
  if (forgotten === 0) {
    throw new HallError('not-found', `Nothing was decided about ${escapeInvisible(project)}.`, {
      hint: 'See the projects with "debate-hall trust list".',
    });
  }
  if (flags.json === true) await printJson({ folder: project, forgotten });
  else await printResult(`forgot ${escapeInvisible(project)}`);
}
