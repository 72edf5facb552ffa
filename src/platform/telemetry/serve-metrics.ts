// Serves the figures of a process at an address of their own, away from where people sign in, and says that the process lives.
import { json } from '../../net/server/answers.ts';
import { type HttpServer, startHttpServer } from '../../net/server/server.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsAddress {
  readonly address: string;
  readonly port: number;
}

const TEXT = 'text/plain; version=0.0.4; charset=utf-8';

async function answer(metrics: Metrics, path: string): Promise<Response> {
  if (path === '/healthz') return json({ ok: true });
  if (path !== '/metrics') return new Response('Not found.\n', { status: 404 });
  return new Response(await metrics.render(), { headers: { 'content-type': TEXT } });
}

/** Any name will do, as those who ask know only an address; whoever can reach it may know what it tells. */
export async function serveMetrics(
  metrics: Metrics,
  listen: MetricsAddress,
  report: (fault: unknown) => void,
): Promise<HttpServer> {
  return await startHttpServer({
    portFlag: '--metrics ADDRESS:PORT',
    ...listen,
    policy: () => ({ hosts: [], origins: [], linkable: () => false, open: () => true }),
    handle: async (request) => await answer(metrics, new URL(request.url).pathname),
    report,
  });
}
