// The hall as an agent of the Agent Client Protocol: which request of a client does what.
import { isAbsolute } from 'node:path';
import {
  type AgentConnection,
  type AgentContext,
  agent,
  type InitializeResponse,
  RequestError,
  type SessionConfigOption,
  type Stream,
} from '@agentclientprotocol/sdk';
import { type ErrorCode, HallError } from '../../domain/failures/errors.ts';
import { writeOffTerminal } from '../../domain/failures/hints.ts';
import { shownError } from '../../domain/failures/storage-error.ts';
import { UNREADABLE } from '../../domain/failures/unreadable.ts';
import { describeUnreadableDebates } from '../../hall/operations/records/lists/find-debate.ts';
import { systemRandom } from '../../support/clock.ts';
import { packageVersion } from '../../support/package-root.ts';
import { statIfThere } from '../../support/stat-if-there.ts';
import { cleanName } from '../../support/text.ts';
import { applyChoice, isChoice, listModes, listOptions } from './choices.ts';
import { type HallSettings, withHallFor } from './halls.ts';
import { COMMANDS, STEPS } from './prompt.ts';
import { listSession, pageSessions, replay } from './replay.ts';
import { Session } from './session.ts';
import { createRemark } from './speech.ts';

const INVALID_PARAMS = -32602;
const INTERNAL = -32603;

/** What the machine could not do; every other failure is the answer to what was asked for. */
const FAULTS: ReadonlySet<ErrorCode> = new Set(['storage', ...UNREADABLE]);

/**
 * How failures look to a client of the Agent Client Protocol: a sentence, the next step, and a code that programs can read. Faults
 * are reported only to the operator, as their text may hold anything.
 */
function toRequestError(thrown: unknown): RequestError {
  if (thrown instanceof RequestError) return thrown;
  const error = shownError(thrown);
  if (!(error instanceof HallError)) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`debate-hall: internal error: ${text}\n`);
    return new RequestError(INTERNAL, 'Internal error in Debate Hall.');
  }
  const { code, message, hint } = error.toJSON();
  const words = hint === undefined ? message : `${message} ${writeOffTerminal(hint, STEPS)}`;
  return new RequestError(FAULTS.has(error.code) ? INTERNAL : INVALID_PARAMS, words, { code });
}

/** What `work` returns, or its failure as the protocol tells it. */
async function answering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toRequestError(error);
  }
}

const PROTOCOL_VERSION = 1;
const MAX_NAME = 80;

/** Throws `bad-input`. A hall would be made in a folder that is not there. */
function checkFolder(cwd: string): void {
  const why = !isAbsolute(cwd)
    ? 'is not an absolute path'
    : (cwd.includes('\0') || statIfThere(cwd)?.isDirectory() !== true) && 'is not a folder';
  if (why === false) return;
  throw new HallError('bad-input', `The working directory "${cleanName(cwd)}" ${why}.`, {
    hint: 'Open an existing folder by its absolute path.',
  });
}

export class PanelAgent {
  readonly #settings: HallSettings;
  readonly #sessions = new Map<string, Session>();
  #client: AgentContext | undefined;
  #clientName = 'an ACP client';

  constructor(settings: HallSettings) {
    this.#settings = settings;
  }

  connect(stream: Stream): AgentConnection {
    const app = agent({ name: 'debate-hall' })
      .onRequest('initialize', ({ params }) => this.#initialize(params.clientInfo?.name))
      .onRequest('session/new', ({ params }) => answering(() => this.#new(params.cwd)))
      .onRequest('session/load', ({ params }) => answering(() => this.#load(params, true)))
      .onRequest('session/resume', ({ params }) => answering(() => this.#load(params, false)))
      .onRequest('session/list', ({ params }) => answering(() => this.#list(params)))
      .onRequest('session/close', ({ params }) => answering(() => this.#close(params.sessionId)))
      .onRequest('session/set_config_option', ({ params }) =>
        answering(async () => ({
          configOptions: await this.#choose(params.sessionId, params.configId, String(params.value)),
        })),
      )
      .onRequest('session/set_mode', ({ params }) =>
        answering(async () => {
          const configOptions = await this.#choose(params.sessionId, 'format', params.modeId);
          this.#session(params.sessionId).send({ sessionUpdate: 'config_option_update', configOptions });
          return {};
        }),
      )
      .onRequest('session/prompt', ({ params, signal }) =>
        answering(() => this.#session(params.sessionId).prompt(params.prompt, signal)),
      )
      .onNotification('session/cancel', ({ params }) => this.#sessions.get(params.sessionId)?.cancel());
    const connection = app.connect(stream);
    this.#client = connection.client;
    return connection;
  }

  /** Stops every run and leaves its debate resumable. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#sessions.values()].map((session) => session.close()));
  }

  #initialize(clientName = ''): InitializeResponse {
    const name = cleanName(clientName).trim().slice(0, MAX_NAME);
    if (name !== '') this.#clientName = name;
    return {
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name: 'debate-hall', title: 'Debate Hall', version: packageVersion() },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { embeddedContext: true, image: true },
        sessionCapabilities: { list: {}, resume: {}, close: {} },
      },
      authMethods: [],
    };
  }

  #open(id: string, cwd: string): Session {
    if (this.#client === undefined) throw new TypeError('A request came before the connection.');
    const author = () => `user of ${this.#clientName}`;
    const session = new Session(id, cwd, { settings: this.#settings, client: this.#client, author });
    this.#sessions.set(id, session);
    return session;
  }

  #session(id: string): Session {
    const session = this.#sessions.get(id);
    if (session === undefined) throw RequestError.sessionNotFound(id);
    return session;
  }

  async #new(cwd: string) {
    checkFolder(cwd);
    const session = this.#open(`acp-${systemRandom(16)}`, cwd);
    return { sessionId: session.id, ...(await this.#describe(session)) };
  }

  /** What a client shows of a session that it has just opened; the commands follow its answer. */
  async #describe(session: Session) {
    const hall = await session.openHall();
    try {
      const configOptions = await listOptions(hall, session.chosen);
      setImmediate(() => {
        session.send({ sessionUpdate: 'available_commands_update', availableCommands: [...COMMANDS] });
      });
      return { configOptions, modes: listModes(configOptions) };
    } finally {
      await hall.close();
    }
  }

  /** A session that cannot be loaded leaves the client what it has; one without a debate is taken up while the client has it. */
  async #load({ sessionId, cwd }: { sessionId: string; cwd: string }, says: boolean) {
    checkFolder(cwd);
    return await withHallFor(this.#settings, { cwd }, async (hall) => {
      const threadIds = await listSession(hall, sessionId);
      if (threadIds.length === 0) this.#session(sessionId);
      await this.#end(sessionId);
      const session = this.#open(sessionId, cwd);
      if (says) for (const threadId of threadIds) await replay(hall, threadId, session.send);
      for (const sentence of await describeUnreadableDebates(hall)) session.send(createRemark(sentence));
      await session.load(hall, threadIds.at(-1));
      return await this.#describe(session);
    });
  }

  async #list({ cwd, cursor }: { cwd?: string | null; cursor?: string | null }) {
    if (typeof cwd === 'string') checkFolder(cwd);
    return await withHallFor(this.#settings, { cwd: cwd ?? process.cwd() }, (hall) => pageSessions(hall, cursor));
  }

  async #close(id: string) {
    this.#session(id);
    await this.#end(id);
    return {};
  }

  /** Stops its run, and that of one which was loaded under the same ID meanwhile. */
  async #end(id: string): Promise<void> {
    for (let session = this.#sessions.get(id); session !== undefined; session = this.#sessions.get(id)) {
      await session.close();
      if (this.#sessions.get(id) === session) this.#sessions.delete(id);
    }
  }

  async #choose(sessionId: string, name: string, value: string): Promise<SessionConfigOption[]> {
    const session = this.#session(sessionId);
    if (!isChoice(name)) throw new HallError('bad-input', `There is no option "${name}".`);
    const hall = await session.openHall();
    const chosen = await applyChoice(hall, session.chosen, name, value).finally(() => hall.close());
    session.chosen = chosen;
    const changed = await session.openHall();
    return await listOptions(changed, chosen).finally(() => changed.close());
  }
}
