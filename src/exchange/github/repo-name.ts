// The names of a repository: as GitHub takes them, and in the addresses that people give git.
export function ownerAndName(repo: string): { owner: string; repo: string } {
  const [owner = '', name = ''] = repo.split('/');
  return { owner, repo: name };
}

/** "https://github.com/acme/shop.git", "ssh://git@github.com/acme/shop" */
const LONG = /^(?:https?|ssh):\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/+([^/]+\/[^/]+?)(?:\.git)?\/?$/;
/** "git@github.com:acme/shop.git", "github.com:/acme/shop" */
const SHORT = /^(?:[\w.-]+@)?([\w.-]+):\/?([^/]+\/[^/]+?)(?:\.git)?\/?$/;
/** Where GitHub takes SSH on the port of HTTPS. */
const SSH_OVER_HTTPS = 'ssh.github.com';

interface RemoteAddress {
  readonly host: string;
  /** "owner/name", as it stands there. */
  readonly repo: string;
}

/** `undefined` for what cannot be a repository on GitHub. */
export function parseRemoteAddress(address: string): RemoteAddress | undefined {
  const [, named, repo] = LONG.exec(address) ?? SHORT.exec(address) ?? [];
  if (named === undefined || repo === undefined) return undefined;
  const host = named.toLowerCase();
  return { host: host === SSH_OVER_HTTPS ? 'github.com' : host, repo };
}
