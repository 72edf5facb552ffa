// Any service that speaks OpenAI's Chat Completions as an agent: OpenAI, OpenRouter, Ollama, LM Studio, vLLM.
import { defined } from '../../../domain/defined.ts';
import type { Agent, AgentKind, AgentPorts } from '../../agent.ts';
import { redactArguments } from '../../failures/redact.ts';
import { createKeyRedactor, findKey } from '../../service.ts';
import { type OpenaiHttpOptions, openaiHttpOptions } from './options.ts';
import { probeService } from './probe.ts';
import { describeCall, listSeenTypes } from './request.ts';
import { createOpenaiHttpSession } from './session.ts';

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
