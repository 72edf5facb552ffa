// `debate-hall trust`: which projects may run programs and use keys.
import path from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { HallError } from '../../../../domain/failures/errors.ts';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { findTrustRequest, listOutsideRequests } from '../../../../hall/compose/examine.ts';
import { joinRequests } from '../../../../hall/compose/trust.ts';
import { projectFolder } from '../../../../hall/config/sources/files.ts';
import { trustStore } from '../../../../hall/config/trust/trust-store.ts';
import { isAttended } from '../../../../process/terminals.ts';
import { systemClock } from '../../../../support/clock.ts';
import { escapeInvisible } from '../../../../support/control-characters.ts';
import { homeFolder } from '../../../../support/home-folder.ts';
import { requireFolder } from '../../input/named-file.ts';
import { askTrust, describeTrust } from '../../terminal/ask-consent.ts';
import { coloursFor, printEither, printJson, printMessage, printResult } from '../../terminal/io.ts';

export function define(trust: Command): void {
  trust
    .description(
      "A project's configuration can name programs, addresses, keys and folders outside its repository. None of that takes " +
        'effect until you trust the project. Trust covers a folder and the exact content of its files: after a change you are asked again.',
    )
    .addHelpText(
      'after',
      `
Without a terminal, --trust trusts the project for one command, and
DEBATE_HALL_TRUST trusts the folders and digests it lists.

Examples:
  debate-hall trust add
  debate-hall trust list
  debate-hall trust remove`,
    );

  trust
    .command('add')
    .description('Show what trusting a project would allow, and trust it as it is now.')
    .argument('[folder]', 'the project (default: the current folder)')
    .option('--yes', 'skip the confirmation')
    .option('--json', 'print JSON')
    .action(async (folder, flags) => {
      const cwd = path.resolve(folder ?? '.');
      await requireFolder(cwd);
      const person = { env: process.env, home: homeFolder() };
      const own = await findTrustRequest(cwd, person);
      const requests = [...(own === undefined ? [] : [own]), ...(await listOutsideRequests(cwd, person))];
      const request = requests.length === 1 ? requests[0] : joinRequests(requests);
      if (request === undefined) {
        if (flags.json === true) await printJson({ trusted: false, needed: false });
        else printMessage('Nothing here needs trust.');
        return;
      }
      const asks = flags.yes !== true && isAttended();
      if (!asks) for (const line of describeTrust(request)) printMessage(line);
      const trusted = asks ? await askTrust(request) : true;
      for (const each of requests)
        await trustStore(person).remember(each, trusted ? 'trusted' : 'refused', systemClock.now());
      const { claims } = request;
      const { digest } = own ?? request;
      if (flags.json === true) await printJson({ trusted, needed: true, folder: request.folder, digest, claims });
      else await printResult(`${trusted ? 'trusted' : 'not trusted'} ${escapeInvisible(request.folder)} ${digest}`);
      process.exitCode = trusted ? EXIT.ok : EXIT.cancelled;
    });
  trust
    .command('list')
    .description('List your decisions and what each allows.')
    .option('--json', 'print JSON')
    .action(async (flags) => {
      const store = trustStore({ env: process.env, home: homeFolder() });
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
    });
  trust
    .command('remove')
    .description('Forget your decision about a project; the next command asks again.')
    .argument('[folder]', 'the project (default: the current folder)')
    .option('--json', 'print JSON')
    .action(async (folder, flags) => {
      const named = path.resolve(folder ?? '.');
      // One that is gone is known by the name that "trust list" shows.
      const project = await projectFolder(named).catch(() => named);
      const store = trustStore({ env: process.env, home: homeFolder() });
      const forgotten = await store.forget(project);
      if (forgotten === 0) {
        throw new HallError('not-found', `Nothing was decided about ${escapeInvisible(project)}.`, {
          hint: 'See the projects with "debate-hall trust list".',
        });
      }
      await printEither(flags, { folder: project, forgotten }, () => printResult(`forgot ${escapeInvisible(project)}`));
    });
}
