// Serves the figures of a process at an address of their own, away from where people sign in, and says that the process lives.
import { json } from '../http/answers.ts';
import { type HttpServer, openHttpServer } from '../http/server.ts';
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
