// What a server and a worker do beside their work: tell webhooks, and serve figures where that is wanted.
import { HallError } from '../../../domain/failures/errors.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { observeHall } from '../../../hall/operations/upkeep/observe-hall.ts';
import { announceAll } from '../../../hall/operations/webhooks/announcer.ts';
import { printFault, printMessage, printWarning } from '../terminal/io.ts';

const LISTEN = /^(?:\[(?<v6>[0-9a-f:.]+)\]|(?<host>[a-z0-9.-]+)):(?<port>\d{1,5})$/i;

function parseAddress(listen: string): { address: string; port: number } {
  const { v6, host, port } = LISTEN.exec(listen)?.groups ?? {};
  const address = v6 ?? host;
  if (address !== undefined && Number(port) <= 65_535) return { address, port: Number(port) };
  throw new HallError('bad-input', '--metrics needs an address and a port.', {
    hint: 'Such as --metrics 127.0.0.1:9464.',
  });
}

/** Throws `bad-input`, and what listening throws. */
async function startMetrics(hall: Hall, listen: string) {
  const { serveMetrics } = await import('../../../platform/telemetry/serve-metrics.ts');
  const metrics = await serveMetrics(hall.metrics, parseAddress(listen), printFault);
  observeHall(hall);
  printMessage(`Metrics at http://${listen.replace(/:\d+$/, `:${metrics.port}`)}/metrics`);
  return metrics;
}

/** Throws `bad-input`, and what listening throws. */
export async function workBeside(hall: Hall, listen: string | undefined): Promise<{ close(): Promise<void> }> {
  const metrics = listen === undefined ? undefined : await startMetrics(hall, listen);
  const stop = new AbortController();
  const announcing = announceAll(hall, printWarning, stop.signal).catch(printFault);
  return {
    close: async () => {
      stop.abort();
      await announcing;
      await metrics?.close();
    },
  };
}
