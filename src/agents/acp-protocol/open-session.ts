// The beginning of an ACP connection: the handshake, the login that was chosen, a session, and its model.
import type { ClientContext, Stream } from '@agentclientprotocol/sdk';
import { defined } from '../../domain/defined.ts';
import type { Usage } from '../../domain/event-parts.ts';
import type { FailureCode } from '../../domain/failures/failures.ts';
import { PICTURE_TYPES, type PictureType } from '../../domain/pictures.ts';
import { MICRO } from '../../domain/words/format-figures.ts';
import { type SeatTools, TOOL_SERVER } from '../../material/reading/seat-tools.ts';
import type { AcpDialogueOptions } from './dialogue-options.ts';
import type { FileReader } from './files.ts';
import {
  errorSchema,
  initializeResultSchema,
  type NewSession,
  newSessionResultSchema,
  permissionSchema,
  readFileSchema,
} from './messages.ts';
import { answerPermission, type Remarks, readForAgent, refuseRequest } from './requests.ts';
import { AUTHENTICATION_REQUIRED } from './verdict.ts';

const PROTOCOL_VERSION = 1;

/** Why there is no session, as a full sentence; without a code the agent does not keep to the protocol. */
export interface ProtocolBreach {
  readonly breach: string;
  readonly code?: FailureCode;
}

export const isBreach = (value: unknown): value is ProtocolBreach => Object.hasOwn(Object(value), 'breach');

function describeServer({ url, token }: SeatTools) {
  const headers = [{ name: 'Authorization', value: `Bearer ${token}` }];
  return { type: 'http' as const, name: TOOL_SERVER, url, headers };
}

export async function connectAgent(
  stream: Stream,
  readFile: FileReader | undefined,
  remarks: Remarks,
  options: Pick<AcpDialogueOptions, 'tools' | 'works' | 'cwd'>,
): Promise<ClientContext> {
  const { client, RequestError } = await import('@agentclientprotocol/sdk');
  const orThrow = <T extends object>(reply: T | { readonly refused: string }) => {
    if ('refused' in reply) throw new RequestError(-32603, `Declined: ${reply.refused}.`);
    return reply;
  };
  const app = client({ name: 'debate-hall' })
    .onRequest('session/request_permission', permissionSchema, ({ params }) =>
      answerPermission(params, remarks, options),
    )
    .onRequest('fs/read_text_file', readFileSchema, async ({ params }) =>
      orThrow(await readForAgent(readFile, params, remarks)),
    )
    .onRequest('*', ({ method }) => orThrow(refuseRequest(method, remarks)));
  return app.connect(stream).agent;
}

/** The session, and the types of pictures that the agent takes. */
export async function openOffered(
  agent: ClientContext,
  {
    cwd,
    tools,
    sees,
    authMethod,
    loginAdvice,
  }: Pick<AcpDialogueOptions, 'cwd' | 'tools' | 'sees' | 'authMethod' | 'loginAdvice'>,
  readTextFile: boolean,
): Promise<{ readonly created: NewSession; readonly sees: readonly PictureType[] } | ProtocolBreach> {
  const capabilities = { fs: { readTextFile, writeTextFile: false }, terminal: false };
  const initialized = initializeResultSchema.safeParse(
    await agent.request('initialize', { protocolVersion: PROTOCOL_VERSION, clientCapabilities: capabilities }),
  ).data;
  if (initialized?.protocolVersion !== PROTOCOL_VERSION) {
    return { breach: `It speaks version ${initialized?.protocolVersion} of the protocol, not ${PROTOCOL_VERSION}.` };
  }
  const { agentCapabilities } = initialized;
  if (tools !== undefined && agentCapabilities?.mcpCapabilities?.http !== true) {
    return { breach: 'It cannot connect to MCP servers over HTTP, so it cannot look anything up.' };
  }
  const mcpServers = tools === undefined ? [] : [describeServer(tools)];
  const offered = initialized.authMethods.map(({ id }) => id);
  const ways = offered.length === 0 ? '' : ` It offers these ways to log in: ${offered.join(', ')}.`;
  if (authMethod !== undefined) {
    if (!offered.includes(authMethod))
      return { code: 'rejected', breach: `It has no way to log in that is called "${authMethod}".${ways}` };
    await agent.request('authenticate', { methodId: authMethod });
  }
  const opened = await agent.request('session/new', { cwd, mcpServers }).catch((error: unknown) => {
    if (authMethod !== undefined || errorSchema.safeParse(error).data?.code !== AUTHENTICATION_REQUIRED) throw error;
    // Where there is nothing to choose with, the ways are of no use.
    const advice = loginAdvice === undefined ? '' : `${ways} ${loginAdvice}`;
    return { code: 'not-logged-in' as const, breach: `It opens no session before a login.${advice}` };
  });
  if (isBreach(opened)) return opened;
  const created = newSessionResultSchema.safeParse(opened).data;
  if (created === undefined) return { breach: 'It did not open a session.' };
  const takesPictures = agentCapabilities?.promptCapabilities?.image === true;
  return { created, sees: takesPictures ? (sees ?? PICTURE_TYPES) : [] };
}

/** The model that it will use, as far as it says. */
export async function chooseModel(
  agent: ClientContext,
  { sessionId, models, configOptions }: NewSession,
  model: string | undefined,
): Promise<string | undefined> {
  const choice = configOptions?.find(({ category }) => category === 'model');
  if (model === undefined) {
    const current = choice?.currentValue ?? models?.currentModelId;
    return typeof current === 'string' ? current : undefined;
  }
  if (choice !== undefined) {
    await agent.request('session/set_config_option', { sessionId, configId: choice.id, value: model });
  } else await agent.request('session/set_model', { sessionId, modelId: model });
  return model;
}

// What each question of an ACP session cost, of agents that report sums of the session.

/** `countsTokens`: tokens, too, are those of the session so far. */
export function createUsageCounter(countsTokens: boolean) {
  let costMicroUsd: number | undefined;
  let costBefore = 0;
  let tokensBefore: Usage = {};

  function countCost(): Usage {
    if (costMicroUsd === undefined) return {};
    const cost = Math.max(0, costMicroUsd - costBefore);
    costBefore = costMicroUsd;
    return { costMicroUsd: cost };
  }

  function countTokens(counted: Usage): Usage {
    if (!countsTokens) return counted;
    const before = tokensBefore;
    tokensBefore = { ...before, ...counted };
    const added = (count: number | undefined, earlier = 0) =>
      count === undefined ? count : Math.max(0, count - earlier);
    return defined({
      inputTokens: added(counted.inputTokens, before.inputTokens),
      cachedInputTokens: added(counted.cachedInputTokens, before.cachedInputTokens),
      outputTokens: added(counted.outputTokens, before.outputTokens),
    });
  }

  return {
    /** Dollars of the session so far. */
    noteCost(usd: number) {
      costMicroUsd = usd * MICRO;
    },
    countQuestion: (tokens: Usage): Usage => ({ ...countTokens(tokens), ...countCost() }),
  };
}
