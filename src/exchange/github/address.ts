// Where GitHub's API is: github.com, or the Enterprise server that GITHUB_API_URL names. The token goes there, so the
// address comes from the person's own environment and never from a file of the project.
import { HallError } from '../../domain/failures/errors.ts';

const PUBLIC = 'https://api.github.com';
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export interface GitHubAddress {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** The host that `gh` knows. */
  readonly host: string;
}

/** Throws `config-invalid` for anything that is not an address, or one that would send the token unencrypted over a network. */
export function githubAddress(apiUrl: string | undefined): GitHubAddress {
  const text = apiUrl?.trim() || PUBLIC;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname));
  if (url === undefined || !safe || url.username !== '' || url.password !== '' || url.search !== '') {
    throw new HallError('config-invalid', 'GITHUB_API_URL is not a valid address.', {
      hint: 'It should look like "https://github.example.com/api/v3".',
    });
  }
  return {
    baseUrl: `${url.origin}${url.pathname}`.replace(/\/+$/, ''),
    host: url.hostname === 'api.github.com' ? 'github.com' : url.hostname,
  };
}
