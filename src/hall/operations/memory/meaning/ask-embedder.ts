// Asks the program or service of `recall.embed` for the vectors of some texts. What goes wrong there is a value: words are compared then.
import { programEnvironment } from '../../../../agents/cli/environment.ts';
import { createRedactor } from '../../../../agents/failures/redact.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { exchange, readText, toNetworkFailure } from '../../../../net/exchange.ts';
import type { EmbedSettings } from '../../../config/embed-schema.ts';
import type { Hall } from '../../hall.ts';
import { readVectors, type Vectors } from './read-vectors.ts';

const MAX_BYTES = 64 * 1024 * 1024;
/** Of what it said about a failure. */
const MOST_SAID = 200;

interface Question {
  readonly texts: readonly string[];
  readonly signal: AbortSignal;
}

type Of<Kind extends EmbedSettings['kind']> = Extract<EmbedSettings, { kind: Kind }>;

/** How it is called in sentences. */
export const nameEmbedder = (settings: EmbedSettings): string =>
  settings.kind === 'command' ? (settings.argv[0] ?? '') : new URL(settings.baseUrl).host;

/** One line without secrets, as the end of a sentence. */
function quote(said: string, redact: (text: string) => string): string {
  const line = redact(said)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return line === '' ? '' : `: ${line.slice(0, MOST_SAID)}`;
}

async function askCommand(hall: Hall, settings: Of<'command'>, { texts, signal }: Question): Promise<Vectors> {
  const { argv, inheritEnv, model, timeoutSeconds } = settings;
  const { env, projectRoot } = hall.loaded;
  const processes = await hall.processes();
  const totalMs = timeoutSeconds * 1_000;
  const { end, stdout, stderrTail } = await processes.start({
    argv: argv as [string, ...string[]],
    env: programEnvironment({ from: env, inherit: inheritEnv, settings: {} }),
    cwd: projectRoot,
    stdin: `${JSON.stringify({ ...(model === undefined ? {} : { model }), input: texts })}\n`,
    limits: { totalMs, idleMs: 0, firstOutputMs: 0, maxOutputBytes: MAX_BYTES },
    signal,
  }).result;
  const said = quote(stderrTail, createRedactor(env));
  switch (end.reason) {
    case 'exited':
      return end.code === 0
        ? readVectors(stdout, texts.length)
        : { problem: `ended with exit code ${end.code}${said}` };
    case 'timed-out':
      return { problem: `did not answer within ${timeoutSeconds} s` };
    case 'too-large':
      return { problem: 'printed too much' };
    case 'not-started':
      return { problem: `could not be started (${end.errorCode})` };
    default:
      return { problem: `ended early (${end.reason})${said}` };
  }
}

async function askService(
  { loaded }: Hall,
  settings: Of<'openai-http'>,
  { texts, signal }: Question,
): Promise<Vectors> {
  const { baseUrl, keyEnv, model, timeoutSeconds } = settings;
  const { env } = loaded;
  const key = keyEnv === undefined ? undefined : env[keyEnv]?.trim();
  // Anything else cannot stand in a header, and the error that says so would quote it.
  if (keyEnv !== undefined && !/^[\x21-\x7e]+$/.test(key ?? ''))
    return { problem: `has no key in the variable "${keyEnv}"` };
  const redactSecrets = createRedactor(env);
  const redact = (text: string) => redactSecrets(key === undefined ? text : text.replaceAll(key, '[redacted]'));
  const patience = AbortSignal.timeout(timeoutSeconds * 1_000);
  const url = `${baseUrl.replace(/\/+$/, '')}/embeddings`;
  const call = { method: 'POST', url, key, env, body: JSON.stringify({ model, input: texts }) } as const;
  try {
    return await exchange({ ...call, signal: AbortSignal.any([signal, patience]) }, async (response) => {
      const text = await readText(response, MAX_BYTES);
      if (text === undefined) return { problem: 'answered with too much' };
      if (response.status === 200) return readVectors(text, texts.length);
      return { problem: `answered with status ${response.status}${quote(text, redact)}` };
    });
  } catch (error) {
    if (signal.aborted) throw new HallError('cancelled', 'Cancelled while decisions were compared.');
    if (patience.aborted) return { problem: `did not answer within ${timeoutSeconds} s` };
    const failure = toNetworkFailure(error, url);
    if (failure === undefined) throw error;
    return { problem: failure.code === 'unreachable' ? 'could not be reached' : 'ended the connection' };
  }
}

/** Throws `cancelled`. */
export async function askEmbedder(hall: Hall, settings: EmbedSettings, question: Question): Promise<Vectors> {
  const answer =
    settings.kind === 'command'
      ? await askCommand(hall, settings, question)
      : await askService(hall, settings, question);
  if (question.signal.aborted) throw new HallError('cancelled', 'Cancelled while decisions were compared.');
  return answer;
}
