// `debate-hall serve`: the halls of a team over HTTP, until it is stopped.
import { gatePortsOf, openKeys, openVerify } from '../../../compose/access.ts';
import type { Setting } from '../../../config/sources/variables.ts';
import { defined } from '../../../domain/defined.ts';
import { EXIT } from '../../../domain/exit-codes.ts';
import { startServer } from '../../../serve/server.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { printMessage, printWarning } from '../../terminal/io.ts';

interface ServeFlags extends HallFlags {
  readonly listen?: string;
  readonly publicUrl?: string;
}

function settingsFrom({ listen, publicUrl }: ServeFlags): readonly Setting[] {
  const settings: Setting[] = [
    { name: '--listen', path: ['server', 'listen'], value: listen },
    { name: '--public-url', path: ['server', 'publicUrl'], value: publicUrl },
  ];
  return settings.filter(({ value }) => value !== undefined);
}

const reportFault = (fault: unknown) =>
  printWarning(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault));

export async function run(flags: ServeFlags): Promise<void> {
  await withHall(
    flags,
    settingsFrom(flags),
    async ({ hall, signal }) => {
      const { config, env } = hall.loaded;
      const keys = await openKeys(config, env);
      try {
        const server = await startServer({
          hall,
          parts: {
            settings: flags.hall === undefined ? [] : [{ name: '--hall', path: ['hall'], value: flags.hall }],
            ...defined({ configFile: flags.config, trust: flags.trust === true ? (true as const) : undefined }),
          },
          keys,
          verify: (audience) => openVerify({ config, keys, clock: hall.clock, audience }),
          gatePorts: gatePortsOf,
          report: reportFault,
        });
        try {
          printMessage(`Serving ${hall.store.place} at ${server.url}/ (MCP: ${server.url}/mcp). Ctrl-C to stop.`);
          if (server.isOpen) {
            printWarning(
              'Nobody is asked to sign in: every program on this machine can use the hall. Add a key with "debate-hall keys add NAME" and restart.',
            );
          }
          if (!signal.aborted) await new Promise((ended) => signal.addEventListener('abort', ended, { once: true }));
        } finally {
          await server.close();
        }
        return EXIT.ok;
      } finally {
        await keys.close();
      }
    },
    { asksForTurns: false },
  );
}
