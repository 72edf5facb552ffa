// Decides from the headers of a request alone whether it may be answered: its host, where it comes from, and how it was made.
// A page on another site can make a browser send requests to this machine; none of them gets past here.

export interface OriginPolicy {
  /** Every allowed `Host` header, exactly: "127.0.0.1:7777", "hall.example.com". */
  readonly hosts: readonly string[];
  /** Every allowed `Origin` header, exactly: "http://127.0.0.1:7777", "https://hall.example.com". */
  readonly origins: readonly string[];
  /** Paths that a link on another site may open. What they answer must be the same for everybody. */
  readonly linkable: (path: string) => boolean;
  /** Paths that answer whoever asks, by whatever name, such as those for health checks. They tell nothing of a hall. */
  readonly open?: (path: string) => boolean;
}

type Headers = Pick<globalThis.Headers, 'get'>;

/** Set by browsers alone; scripts of a page cannot change them. */
const isNavigation = (headers: Headers) =>
  headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document';

/** A program that is no browser sends neither `Origin` nor `Sec-Fetch-Site`; it is held to its token. */
export function checkOrigin(
  { hosts, origins, linkable, open }: OriginPolicy,
  { method, path, headers }: { readonly method: string; readonly path: string; readonly headers: Headers },
): { readonly status: 403 | 421; readonly reason: string } | undefined {
  if (open?.(path) === true) return undefined;
  // DNS rebinding gives a foreign page this address under a name of its own.
  if (!hosts.includes(headers.get('host') ?? ''))
    return { status: 421, reason: 'This server does not go by that name.' };
  const origin = headers.get('origin');
  if (origin !== null && !origins.includes(origin))
    return { status: 403, reason: 'The request comes from another site.' };
  const site = headers.get('sec-fetch-site');
  if (site === null || site === 'same-origin' || site === 'none') return undefined;
  if (method === 'GET' && linkable(path) && isNavigation(headers)) return undefined;
  return { status: 403, reason: 'The request comes from another site.' };
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** For a server that only this machine reaches, at these ports. */
export function loopbackPolicy(ports: readonly number[], linkable: OriginPolicy['linkable']): OriginPolicy {
  // A browser leaves out the port that every address has.
  const withPort = (name: string, port: number) => (port === 80 ? name : `${name}:${port}`);
  const hosts = ports.flatMap((port) => LOOPBACK_NAMES.map((name) => withPort(name, port)));
  return { hosts, origins: hosts.map((host) => `http://${host}`), linkable };
}
