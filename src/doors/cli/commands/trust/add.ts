// `debate-hall trust add`: shows what a project would be allowed, and trusts it.
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { HallError } from '../../../../domain/failures/errors.ts';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { outsideRequestsOf, trustRequestOf } from '../../../../hall/compose/examine.ts';
import { joinRequests, trustStore } from '../../../../hall/compose/trust.ts';
import { systemClock } from '../../../../support/clock.ts';
import { escapeInvisible } from '../../../../support/control-characters.ts';
import { askTrust, trustQuestion } from '../../terminal/ask-trust.ts';
import { printJson, printMessage, printResult } from '../../terminal/io.ts';
import { isAttended } from '../../terminal/person.ts';

interface TrustFlags {
  readonly yes?: boolean;
  readonly json?: boolean;
}

export async function run(folder: string | undefined, flags: TrustFlags): Promise<void> {
  const cwd = path.resolve(folder ?? '.');
  if (!(await stat(cwd).catch(() => undefined))?.isDirectory())
    throw new HallError('bad-input', `There is no folder ${escapeInvisible(cwd)}.`, { hint: 'Check the path.' });
  const person = { env: process.env, home: homedir() };
  const own = await trustRequestOf(cwd, person);
  const requests = [...(own === undefined ? [] : [own]), ...(await outsideRequestsOf(cwd, person))];
  const request = requests.length === 1 ? requests[0] : joinRequests(requests);
  if (request === undefined) {
    if (flags.json === true) await printJson({ trusted: false, needed: false });
    else printMessage('Nothing here needs trust.');
    return;
  }
  const asks = flags.yes !== true && isAttended();
  if (!asks) for (const line of trustQuestion(request)) printMessage(line);
  const trusted = asks ? await askTrust(request) : true;
  for (const each of requests)
    await trustStore(person).remember(each, trusted ? 'trusted' : 'refused', systemClock.now());
  const { claims } = request;
  const { digest } = own ?? request;
  if (flags.json === true) await printJson({ trusted, needed: true, folder: request.folder, digest, claims });
  else await printResult(`${trusted ? 'trusted' : 'not trusted'} ${escapeInvisible(request.folder)} ${digest}`);
  process.exitCode = trusted ? EXIT.ok : EXIT.cancelled;
}
