// Where a server listens, by which names it answers, and whether only its own machine can reach it.
import { isIP } from 'node:net';
import type { Config } from '../../hall/config/config.ts';
import { loopbackPolicy, type OriginPolicy } from '../../net/server/origin-policy.ts';

export interface ListenAddress {
  readonly address: string;
  readonly port: number;
  readonly isLoopback: boolean;
}

/** "127.0.0.1:3900", "[::1]:3900", "localhost:3900", "0.0.0.0:80"; its form was checked. */
export function parseListen(listen: string): ListenAddress {
  const at = listen.lastIndexOf(':');
  const address = listen.slice(0, at).replace(/^\[|\]$/g, '');
  return { address, port: Number(listen.slice(at + 1)), isLoopback: isLoopback(address) };
}

const isLoopback = (name: string): boolean =>
  name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));

const nameOf = (host: string) =>
  host
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();

/** What others than this machine can reach the server by: what it listens on, and names that somebody's proxy has. */
export function namesBeyond(
  { publicUrl, hosts = [], origins = [] }: Config['server'],
  listen: ListenAddress,
): string[] {
  const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);
  const names = [...(publicUrl === undefined ? [] : [hostOf(publicUrl)]), ...hosts, ...origins.map(hostOf)];
  const beyond = names.filter((host) => !isLoopback(nameOf(host)));
  return [...new Set([...(listen.isLoopback ? [] : [`${listen.address}:${listen.port}`]), ...beyond])];
}

/** Without a slash at its end; one without a port of its own gets that on which the server listens. */
export function publicUrlOf({ publicUrl }: Config['server'], { address, port }: ListenAddress): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** Beyond its machine a server answers only to the names that it was given. */
export function policyOf(
  server: Config['server'],
  listen: ListenAddress,
  paths: Pick<OriginPolicy, 'linkable' | 'open'>,
): OriginPolicy {
  const { host, origin } = new URL(publicUrlOf(server, listen));
  const local = listen.isLoopback ? loopbackPolicy([listen.port], paths.linkable) : { hosts: [], origins: [] };
  return {
    hosts: [...local.hosts, host, ...(server.hosts ?? [])],
    origins: [...local.origins, origin, ...(server.origins ?? [])],
    ...paths,
  };
}
