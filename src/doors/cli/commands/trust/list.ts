// `debate-hall trust list`: what was decided, for which projects.
import { homedir } from 'node:os';
import { trustStore } from '../../../../hall/compose/trust.ts';
import { escapeInvisible } from '../../../../support/control-characters.ts';
import { coloursFor, printJson, printMessage, printResult } from '../../terminal/io.ts';

export async function run(flags: { readonly json?: boolean }): Promise<void> {
  const store = trustStore({ env: process.env, home: homedir() });
  const entries = await store.list();
  if (flags.json === true) return await printJson(entries);
  if (entries.length === 0) return printMessage('No decisions yet.');
  const colours = coloursFor(process.stdout);
  const blocks = entries.map(({ folder, digest, decision, decidedAt, allows }) =>
    [
      `${colours.bold(escapeInvisible(folder))}  ${decision}, ${escapeInvisible(decidedAt)}`,
      colours.dim(`  ${digest}`),
      ...allows.map((line) => `  ${escapeInvisible(line)}`),
    ].join('\n'),
  );
  await printResult(blocks.join('\n'));
}
