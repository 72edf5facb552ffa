// Any service that speaks OpenAI's Chat Completions as an agent: OpenAI, OpenRouter, Ollama, LM Studio, vLLM.
import * as z from 'zod';
import { defined } from '../../../domain/defined.ts';
import type { Failure } from '../../../domain/failures/failures.ts';
import { parseJson } from '../../../domain/parse-json.ts';
import { exchange, isLoopback, readText, toNetworkFailure } from '../../../net/exchange.ts';
import { startTimeLimit } from '../../../support/wait.ts';
import type { Agent, AgentKind, AgentPorts, Probe } from '../../agent.ts';
import { redactArguments } from '../../failures/redact.ts';
import { buildUrl, createKeyRedactor, findKey, getServiceName } from '../../service.ts';
import { type OpenaiHttpOptions, openaiHttpOptions } from './options.ts';
import { describeCall, listSeenTypes } from './request.ts';
import { createOpenaiHttpSession } from './session.ts';

const PROBE_TIMEOUT_MS = 10_000;
const MAX_BYTES = 20 * 1024 * 1024;

const listSchema = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })).min(1) });

/** Services may list a model under a name with a tag, such as "llama3.2:latest". */
function listsModel(list: string | undefined, model: string): boolean {
  const listed = listSchema.safeParse(parseJson(list ?? '')).data?.data;
  return (
    listed === undefined ||
    listed.some(({ id }) => id === model || id.startsWith(`${model}:`) || model.startsWith(`${id}:`))
  );
}

async function probeService(options: OpenaiHttpOptions, { env }: AgentPorts, signal: AbortSignal): Promise<Probe> {
  const name = getServiceName(options);
  const { baseUrl, model, keyEnv } = options;
  const exposed = keyEnv !== undefined && baseUrl.toLowerCase().startsWith('http:') && !isLoopback(baseUrl);
  const notes = exposed ? [`the key goes to ${name} unencrypted`] : [];
  const unusable = (failure: Failure): Probe => ({ usable: false, failure, notes });
  const key = findKey(options, env);
  if (typeof key === 'object') return unusable(key);

  const patience = startTimeLimit(PROBE_TIMEOUT_MS);
  const call = { method: 'GET', url: buildUrl(options, 'models'), key, env } as const;
  try {
    return await exchange({ ...call, signal: AbortSignal.any([signal, patience]) }, async (response) => {
      const { status } = response;
      if (status === 401) {
        return unusable({
          code: 'not-logged-in',
          message: `${name} refused ${key === undefined ? 'to answer without a key' : `the key in "${keyEnv}"`}.`,
        });
      }
      // A key may be for answers only, and not every service lists its models.
      if (status !== 200)
        return { usable: true, notes: [...notes, `${name} answered a request for its models with status ${status}`] };
      const unlisted = model !== undefined && !listsModel(await readText(response, MAX_BYTES), model);
      return { usable: true, notes: unlisted ? [...notes, `${name} does not list the model "${model}"`] : notes };
    });
  } catch (error) {
    if (signal.aborted) return unusable({ code: 'cancelled', message: `Checking ${name} was stopped.` });
    if (patience.aborted)
      return unusable({ code: 'unreachable', message: `${name} did not answer within ${PROBE_TIMEOUT_MS / 1_000} s.` });
    const failure = toNetworkFailure(error, call.url);
    if (failure === undefined) throw error;
    return unusable({ code: 'unreachable', message: failure.explanation });
  }
}

function createAgent(name: string, options: OpenaiHttpOptions, ports: AgentPorts): Agent {
  const { vendor, model, effort, keyEnv, windowCharacters } = options;
  return {
    ref: { agent: name, kind: 'openai-http', ...defined({ vendor, model, effort }) },
    ...defined({ window: windowCharacters }),
    usesTools: true,
    sees: listSeenTypes(options),
    probe: async (signal) => await probeService(options, ports, signal),
    plan(prompt) {
      const key = findKey(options, ports.env);
      const redact = createKeyRedactor(typeof key === 'string' ? key : undefined, ports.env);
      const argv = redactArguments(describeCall(options, prompt.step.schema), redact);
      return { argv, env: keyEnv === undefined ? [] : [keyEnv], stdin: 'prompt' };
    },
    open: async (_seat, { tools } = {}) => createOpenaiHttpSession(options, ports, tools),
  };
}

export const agentKind: AgentKind<OpenaiHttpOptions> = {
  kind: 'openai-http',
  title: 'OpenAI-compatible service',
  options: openaiHttpOptions,
  builtIn: {},
  create: createAgent,
  lead: ({ keyEnv: _, ...options }, url) => ({ options: { ...options, baseUrl: `${url}/v1` }, env: {} }),
};
