// Joins the parts: configuration in, a running hall out. The only place that knows all implementations.
import type { AgentPorts, PersonPort } from '../../agents/agent.ts';
import { personEnvironment } from '../../agents/cli/environment.ts';
import { createSessionPool } from '../../agents/session/session-pool.ts';
import { defined } from '../../domain/defined.ts';
import { once } from '../../domain/once.ts';
import { toNotice } from '../../domain/webhook-notices.ts';
import type { AnyFormat } from '../../formats/format.ts';
import { Engine } from '../../ledger/engine/engine.ts';
import { loadPrompts } from '../../material/prompts/load.ts';
import { PERSPECTIVES, readOverrides } from '../../material/prompts/overrides.ts';
import { listPerspectives } from '../../material/prompts/perspectives.ts';
import type { Outbox } from '../../platform/outboxes/outbox.ts';
import { Metrics, timePermits } from '../../platform/telemetry/metrics.ts';
import type { ProcessRunner } from '../../process/process.ts';
import { findBubblewrap, locateBubblewrap } from '../../process/sandbox.ts';
import { type Clock, type RandomHex, systemClock, systemRandom } from '../../support/clock.ts';
import { closeInOrder } from '../../support/close-all.ts';
import type { Environment } from '../../support/environment.ts';
import { homeFolder, stateFolder } from '../../support/home-folder.ts';
import { packageVersion } from '../../support/package-root.ts';
import { neverAborted } from '../../support/wait.ts';
import { loadConfig } from '../config/load.ts';
import type { Setting } from '../config/sources/variables.ts';
import type { Hall } from '../operations/hall.ts';
import { DebateTexts } from '../operations/records/debate-texts.ts';
import { DebateSummaries } from '../operations/records/lists/debate-summaries.ts';
import type { NoticeAnnouncer } from '../operations/webhooks/announcer.ts';
import { agentDirectory } from './agent-directory.ts';
import {
  describeKinds,
  discoverAgentKinds,
  discoverExporters,
  discoverFormats,
  findExporter,
  findFormat,
  formatRules,
} from './discover.ts';
import { agentsElsewhere, takeNoRuns } from './elsewhere.ts';
import { connectGitHub } from './github.ts';
import { listKeyFiles, listSecretVariables } from './secret-places.ts';
import { openOutbox, openPermits, openQueue, openStore, openUsage } from './store.ts';
import { decideTrust, EVERYTHING, type TrustOption, trustOutside } from './trust.ts';

/** Three debates of three seats. A program that waits holds 130 to 280 MB; services forget what they cached after 5 to 60 minutes. */
const SESSION_LIMITS = { maxPrograms: 9, idleMs: 15 * 60_000 };

export interface OpenHallOptions {
  /** The folder to work from; default: the current folder. */
  readonly cwd?: string;
  /** The environment to read; default: that of this process. Never changed. `home` is an absolute path, by default its HOME. */
  readonly env?: Environment;
  readonly home?: string;
  /** Settings that win over every file and variable, with the names that errors call them by. */
  readonly settings?: readonly Setting[];
  readonly configFile?: string;
  /**
   * What to do when the project asks for something that needs trust (docs/trust.md) and nobody has decided yet:
   * `true` trusts it this time; a function asks, and its answer is remembered. Without it, what needs trust is ignored.
   */
  readonly trust?: TrustOption | undefined;
  /** Whose programs the agents are, on a worker that serves several people; default: those of this process. */
  readonly identity?: AgentIdentity;
  /** Asks a person at a terminal; without it human seats wait for manual turns. */
  readonly person?: PersonPort;
  /**
   * `elsewhere`: this process starts no agent; runs are only given to the queue. `queued`: debates are run by workers, where the
   * hall has a queue that they share. `worker`: this process runs debates for others, so its own rule for sandboxes holds.
   */
  readonly runs?: 'elsewhere' | 'queued' | 'worker' | undefined;
  /** Gets a sentence on each wait of seconds before a debate begins; without it nobody sees what is waited for. */
  readonly onWait?: (sentence: string) => void;
  /** Gets what went wrong beside the work and costs it nothing, such as webhooks that could not be notified; else nobody hears of it. */
  readonly onWarning?: (warning: string) => void;
  readonly clock?: Clock;
  readonly random?: RandomHex;
  /** Where it counts, for a process that opens several halls; default: figures of its own. */
  readonly metrics?: Metrics;
}

export interface AgentIdentity {
  readonly home: string;
  /** Variables of the programs, such as keys. */
  readonly env: Readonly<Record<string, string>>;
}

/** Opens a hall. `close()` it in the end. Throws `bad-input`, `not-found`, `config-invalid`. */
export async function openHall(options: OpenHallOptions = {}): Promise<Hall> {
  const {
    cwd = process.cwd(),
    env = process.env,
    home = homeFolder(env),
    clock = systemClock,
    random = systemRandom,
    metrics = new Metrics(),
  } = options;
  const kinds = once(discoverAgentKinds);
  const person = { env, home, clock };
  const loaded = await loadConfig({
    cwd,
    env,
    home,
    flags: options.settings ?? [],
    ...defined({ configFile: options.configFile }),
    agentKinds: async () => describeKinds(await kinds()),
    formats: formatRules,
    trust: decideTrust(options.trust, person),
  });
  const { config, trust } = loaded;
  let running: ProcessRunner | undefined;
  const processes = once(async () => {
    const { createProcessRunner } = await import('../../process/process-runner.ts');
    running = createProcessRunner({ clock, withheld: listSecretVariables(config) });
    return running;
  });
  const store = await openStore(loaded, { random, metrics });
  // A hall without webhooks loads nothing for them. What keeps them from being loaded is for `close` to say.
  let announcing: Promise<NoticeAnnouncer> | undefined;
  const announce = (threadId: string) => {
    announcing ??= import('../operations/webhooks/announcer.ts').then(({ openNoticeAnnouncer }) =>
      openNoticeAnnouncer(hall, options.onWarning ?? (() => {})),
    );
    announcing.then((announcer) => announcer.announce(threadId)).catch(() => {});
  };
  const hasWebhooks = Object.keys(config.webhooks).length > 0;
  const engine = new Engine({
    store,
    format: findFormat,
    clock,
    random,
    onWritten: (threadId, events) => {
      if (hasWebhooks && events.some((event) => toNotice(event) !== undefined)) announce(threadId);
    },
  });
  let opened: Outbox | undefined;
  const outbox = once(async () => {
    opened = await openOutbox(loaded, clock);
    return opened;
  });
  const bubblewrap = once(async () => await findBubblewrap(await processes(), loaded.env, neverAborted));
  const gitSandbox = once(async () => {
    const { findGitSandbox } = await import('../../material/context/git/git.ts');
    // It tries git in it, so nothing else has to be tried there before.
    return await findGitSandbox(await processes(), locateBubblewrap(loaded.env), {
      env: loaded.env,
      signal: neverAborted,
    });
  });
  const gits: Hall['gits'] = async (signal) => {
    const { createGits } = await import('../../material/context/git/git.ts');
    return createGits(await processes(), { env: loaded.env, signal, sandbox: gitSandbox });
  };
  const ports = async (): Promise<AgentPorts> => ({
    processes: await processes(),
    isolation: {
      bubblewrap,
      least: options.runs === 'worker' ? config.worker.sandbox : 'off',
      hidden: [cwd, config.hall, ...loaded.files.map(({ path }) => path), ...listKeyFiles(config)],
      ...defined({ home: options.identity?.home }),
    },
    sessions: createSessionPool(SESSION_LIMITS),
    versions: new Map(),
    clock,
    env: options.identity === undefined ? loaded.env : personEnvironment(loaded.env, options.identity),
    cwd,
    hallFolder: config.hall,
    ...defined({ person: options.person }),
  });
  const shared = { config, env: loaded.env, clock, random };
  const parts: { close(): Promise<void> }[] = [];
  const keep = async <T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> => {
    const part = await opening;
    parts.push(part);
    return part;
  };
  const permits = once(async () => timePermits(await keep(openPermits(shared)), { metrics, clock }));
  const usage = once(async () => await keep(openUsage(config, loaded.env)));
  let hasQueue = false;
  const isElsewhere = options.runs === 'elsewhere';
  const whereRuns = (): Hall['runs'] => {
    if (config.queue.kind === 'inline') return isElsewhere ? 'nowhere' : 'here';
    return options.runs === undefined || options.runs === 'worker' ? 'here' : 'on-workers';
  };
  const runs = whereRuns();
  const queue = once(async () => {
    hasQueue = true;
    const { performRuns } = await import('../operations/queue/perform-run.ts');
    const perform = performRuns(async () => hall);
    const own = await keep(openQueue(shared, perform));
    return runs === 'nowhere' ? takeNoRuns(own) : own;
  });
  const closing = new AbortController();
  const hall: Hall = {
    version: packageVersion(),
    cwd,
    stateFolder: stateFolder(loaded.env, home),
    ...{ loaded, engine, store, metrics, outbox },
    summaries: new DebateSummaries({ engine, store }),
    texts: new DebateTexts(engine),
    processes,
    bubblewrap,
    gits,
    queue,
    usage,
    runs,
    continueRun: async (threadId) => {
      // A queue of this process that was never opened has no run.
      if (config.queue.kind !== 'inline' || hasQueue) await (await queue()).continueRun(threadId);
    },
    agents: once(async () => {
      const limits = { providers: config.providers, permits };
      const agents = agentDirectory(await kinds(), (await loaded.agents()).agents, trust, await ports(), limits);
      return isElsewhere ? agentsElsewhere(agents) : agents;
    }),
    sayWait: options.onWait ?? (() => {}),
    clock,
    random,
    formats: async () => (await discoverFormats()).filter(({ ownCommand }) => ownCommand !== true),
    format: findFormat,
    exporters: discoverExporters,
    exporter: findExporter,
    prompts: async (format: AnyFormat, more: readonly string[] = []) => {
      return await loadPrompts({
        format: format.id,
        names: [...format.prompts, ...more],
        ...(config.prompts === undefined ? {} : { overrideFolder: config.prompts, overrides: loaded.texts }),
      });
    },
    outside: config.store.kind === 'folder' ? trustOutside(options.trust, person, loaded.repository) : EVERYTHING,
    perspectives: async () => {
      const { prompts } = config;
      const own = prompts === undefined ? undefined : (loaded.texts ?? (await readOverrides(prompts, [PERSPECTIVES])));
      return await listPerspectives(own);
    },
    github: connectGitHub({ env: loaded.env, apiUrl: env['GITHUB_API_URL'], processes, cwd }),
    closed: closing.signal,
    close: async () =>
      await closeInOrder([
        async () => closing.abort(),
        ...parts.reverse().map((part) => async () => await part.close()),
        async () => await (await announcing)?.close(),
        async () => await running?.close(),
        async () => await opened?.close(),
        async () => await store.close(),
      ]),
  };
  return hall;
}
