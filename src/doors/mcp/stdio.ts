// Serves one client over standard input and output, and ends with it: runs are paused, agents ended, nothing is left.
import { Console } from 'node:console';
import type { Transport } from '@modelcontextprotocol/server';
import { type StdioServerHandle, StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { defined } from '../../domain/defined.ts';
import type { Setting } from '../../hall/config/sources/variables.ts';
import { exitProcess, onStopSignal } from '../../process/cleanup/stop-signals.ts';
import { type PartsOptions, ServerParts } from './parts.ts';
import { createServer, type ServerOptions } from './server.ts';

/** Ending agents takes a few seconds at most; whatever still hangs then must not keep the process. */
const LONGEST_END_MS = 15_000;

export interface ServeOptions extends Omit<ServerOptions, 'era'> {
  readonly hall?: string;
  readonly configFile?: string;
  /** Trusts the project as long as the server runs. */
  readonly trust?: true;
}

const say = (sentence: string) => void process.stderr.write(`debate-hall: ${sentence}\n`);

/** `place` is that of the process, unless it says otherwise. */
export function createParts(
  options: ServeOptions,
  place: Pick<PartsOptions, 'cwd' | 'env' | 'home' | 'onWarning'> = {},
): ServerParts {
  const settings: Setting[] =
    options.hall === undefined ? [] : [{ name: '--hall', path: ['hall'], value: options.hall }];
  return new ServerParts({
    ...place,
    settings,
    runs: 'queued',
    ...defined({ configFile: options.configFile, trust: options.trust, readOnly: options.readOnly }),
  });
}

/** Serves the one client at the other end of the transport, whichever revision of the protocol it opens with. */
export function serveTransport(transport: Transport, parts: ServerParts, options: ServeOptions): StdioServerHandle {
  return serveStdio(
    async ({ era }) => {
      // A broken configuration is reported by every tool; a server that does not start reports nothing.
      const hall = await parts.hall().catch(() => undefined);
      return createServer(parts, hall, { ...options, era });
    },
    { transport, onerror: ({ message }) => say(message) },
  );
}

/** Returns when the client has gone, or a signal came, and everything is closed. */
export async function serve(options: ServeOptions = {}): Promise<void> {
  // Standard output belongs to the protocol: whatever a library prints goes to standard error.
  globalThis.console = new Console(process.stderr);
  const parts = createParts(options, { onWarning: say });
  const transport = new StdioServerTransport();
  const handle = serveTransport(transport, parts, options);
  const closed = transport.onclose;
  await new Promise<void>((resolve) => {
    transport.onclose = () => {
      closed?.();
      resolve();
    };
    onStopSignal(resolve);
  });
  setTimeout(() => exitProcess(1), LONGEST_END_MS).unref();
  await parts.close();
  await handle.close();
  exitProcess(0);
}
