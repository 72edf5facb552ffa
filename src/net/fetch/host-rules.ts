// Which hosts a person lets the hall fetch pages from.
import { HallError } from '../../domain/failures/errors.ts';
import { showAddress } from './page-address.ts';

export interface WebRules {
  /** Public hosts; `*` is any, `*.example.org` any below. */
  readonly hosts: readonly string[];
  /** Hosts whose addresses are not public. */
  readonly privateHosts: readonly string[];
}

/** Whether one of the entries is this host, or any below. */
export function isListed(host: string, list: readonly string[]): boolean {
  return list.some((entry) => {
    const wanted = entry.toLowerCase();
    if (wanted === '*') return true;
    return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) : host === wanted;
  });
}

/** The host without the brackets of IPv6 and without a dot at its end. */
export function readHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** Whether the host may be one of a private network. @throws HallError `bad-input` for a page that is not allowed */
export function checkHost(url: URL, { hosts, privateHosts }: WebRules): 'public' | 'private' {
  const host = readHost(url);
  if (isListed(host, privateHosts)) return 'private';
  const shown = showAddress(url);
  if (!isListed(host, hosts)) {
    const why =
      hosts.length + privateHosts.length === 0 ? 'web pages are off' : `${host} is not among the allowed hosts`;
    throw new HallError('bad-input', `"${shown}" was not fetched: ${why}.`, {
      hint: `Allow it in your own configuration with "web": { "hosts": [${JSON.stringify(host)}] }, or save the page and pass the file.`,
    });
  }
  if (url.protocol === 'https:') return 'public';
  throw new HallError('bad-input', `"${shown}" was not fetched: public pages are only fetched over https.`, {
    hint: 'Try the address with https://, or save the page and pass the file.',
  });
}
