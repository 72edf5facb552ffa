// Asks the program or service of `recall.embed` for the vectors of some texts. What goes wrong there is a value: words are compared then.
import * as z from 'zod';
import { programEnvironment } from '../../../../agents/cli/environment.ts';
import { createRedactor } from '../../../../agents/failures/redact.ts';
import { buildUrl, createKeyRedactor, findKey, getServiceName } from '../../../../agents/service.ts';
import { defined } from '../../../../domain/defined.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { parseJson } from '../../../../domain/parse-json.ts';
import { exchange, readText, toNetworkFailure } from '../../../../net/exchange.ts';
import { whyNotStarted } from '../../../../process/process.ts';
import { startTimeLimit } from '../../../../support/wait.ts';
import type { EmbedSettings } from '../../../config/schema-parts.ts';
import type { Hall } from '../../hall.ts';

// Reads vectors out of the answer of a program or a service, in the form of OpenAI's embeddings.

const MOST_NUMBERS = 50_000;

const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().optional(), embedding: z.array(z.number()).min(1).max(MOST_NUMBERS) })),
});

/** Vectors, or what is wrong, as the end of "It …". */
export type ReadVectors = { readonly vectors: readonly Float32Array[] } | { readonly problem: string };

/** One for each of so many texts, in their order, all of one length. */
function readVectors(text: string, texts: number): ReadVectors {
  const answer = parseJson(text);
  if (answer === undefined) return { problem: 'answered with something other than JSON' };
  const read = answerSchema.safeParse(answer);
  if (!read.success) {
    const where = read.error.issues[0]?.path.join('.') ?? '';
    return { problem: `answered without vectors of finite numbers${where === '' ? '' : ` (at ${where})`}` };
  }
  const { data } = read.data;
  if (data.length !== texts) return { problem: `gave ${data.length} vectors for ${texts} texts` };
  const numbers = data.map(({ index }, at) => index ?? at);
  if (new Set(numbers).size !== texts || numbers.some((number) => number < 0 || number >= texts))
    return { problem: 'numbered its vectors wrongly' };
  const vectors: Float32Array[] = [];
  data.forEach(({ embedding }, at) => {
    vectors[numbers[at] ?? at] = Float32Array.from(embedding);
  });
  const [first] = vectors;
  if (vectors.some(({ length }) => length !== first?.length)) return { problem: 'gave vectors of different lengths' };
  // Also what is too large or too small for 32 bits.
  const hasLength = (vector: Float32Array) => {
    const square = vector.reduce((sum, number) => sum + number * number, 0);
    return Number.isFinite(square) && square > 0;
  };
  if (!vectors.every(hasLength)) return { problem: 'gave a vector that is zero or too large' };
  return { vectors };
}

const MAX_BYTES = 64 * 1024 * 1024;
/** Of what it said about a failure. */
const MOST_QUOTED = 200;

interface Question {
  readonly texts: readonly string[];
  readonly signal: AbortSignal;
  /** Longest wait, where `timeoutSeconds` of the settings is longer. */
  readonly limitMs: number;
}

type Of<Kind extends EmbedSettings['kind']> = Extract<EmbedSettings, { kind: Kind }>;

/** How it is called in sentences. */
export const nameEmbedder = (settings: EmbedSettings): string =>
  settings.kind === 'command' ? (settings.argv[0] ?? '') : getServiceName(settings);

/** In milliseconds, and as the end of "It …". */
function choosePatience({ timeoutSeconds }: EmbedSettings, { limitMs }: Question) {
  const ms = Math.ceil(Math.min(timeoutSeconds * 1_000, limitMs));
  return { ms, problem: `did not answer within ${Math.ceil(ms / 100) / 10} s` };
}

/** One line without secrets, as the end of a sentence. */
function quote(quoted: string, redact: (text: string) => string): string {
  const line = redact(quoted)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return line === '' ? '' : `: ${line.slice(0, MOST_QUOTED)}`;
}

async function askCommand(hall: Hall, settings: Of<'command'>, question: Question): Promise<ReadVectors> {
  const { argv, inheritEnv, model } = settings;
  const { texts, signal } = question;
  const { env, projectRoot } = hall.loaded;
  const processes = await hall.processes();
  const patience = choosePatience(settings, question);
  const { end, stdout, stderrTail } = await processes.start({
    argv: argv as [string, ...string[]],
    env: programEnvironment({ from: env, inherit: inheritEnv, settings: {} }),
    cwd: projectRoot,
    stdin: `${JSON.stringify({ ...defined({ model }), input: texts })}\n`,
    limits: { totalMs: patience.ms, idleMs: 0, firstOutputMs: 0, maxOutputBytes: MAX_BYTES },
    signal,
  }).result;
  const quoted = quote(stderrTail, createRedactor(env));
  switch (end.reason) {
    case 'exited':
      return end.code === 0
        ? readVectors(stdout, texts.length)
        : { problem: `ended with exit code ${end.code}${quoted}` };
    case 'timed-out':
      return { problem: patience.problem };
    case 'too-large':
      return { problem: 'printed too much' };
    case 'not-started':
      return { problem: `could not be started (${whyNotStarted(end)})` };
    default:
      return { problem: `ended early (${end.reason})${quoted}` };
  }
}

async function askService({ loaded }: Hall, settings: Of<'openai-http'>, question: Question): Promise<ReadVectors> {
  const { texts, signal } = question;
  const { env } = loaded;
  const key = findKey(settings, env);
  if (typeof key === 'object') return { problem: `was not asked: ${key.message.replace(/\.$/, '')}` };
  const redact = createKeyRedactor(key, env);
  const patience = choosePatience(settings, question);
  const tooLate = startTimeLimit(patience.ms);
  const url = buildUrl(settings, 'embeddings');
  const body = JSON.stringify({ model: settings.model, input: texts });
  const call = { method: 'POST', url, key, env, body } as const;
  try {
    return await exchange({ ...call, signal: AbortSignal.any([signal, tooLate]) }, async (response) => {
      const text = await readText(response, MAX_BYTES);
      if (text === undefined) return { problem: 'answered with too much' };
      if (response.status === 200) return readVectors(text, texts.length);
      return { problem: `answered with status ${response.status}${quote(text, redact)}` };
    });
  } catch (error) {
    if (signal.aborted) throw new HallError('cancelled', 'Cancelled while decisions were compared.');
    if (tooLate.aborted) return { problem: patience.problem };
    const failure = toNetworkFailure(error, url);
    if (failure === undefined) throw error;
    return { problem: failure.code === 'unreachable' ? 'could not be reached' : 'ended the connection' };
  }
}

/** Throws `cancelled`. */
export async function askEmbedder(hall: Hall, settings: EmbedSettings, question: Question): Promise<ReadVectors> {
  const answer =
    settings.kind === 'command'
      ? await askCommand(hall, settings, question)
      : await askService(hall, settings, question);
  if (question.signal.aborted) throw new HallError('cancelled', 'Cancelled while decisions were compared.');
  return answer;
}
