// Addresses of web pages: which are taken, and how they are shown and recorded without what could be a secret.
import { HallError } from '../../domain/failures/errors.ts';
import { findSecret, isSecretName } from '../../support/secrets/find-secret.ts';

const HINT = 'Pass an address such as https://example.org/page, without a login.';
const HIDDEN = 'hidden';
/** Parameters that open what is closed to others, beyond those that say so in their name. */
const OPENS = /^(?:sig|signature|code|auth|session|sid|jwt|pwd|key|policy|x-(?:amz|goog|ms)-.*)$/i;
/** A value that nobody would write: long, of letters and digits. */
const RANDOM = /^(?=[^\d]*\d)(?=[^A-Za-z]*[A-Za-z])[\w+/=.~-]{20,}$/;

export function isPageAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

function isTelling(name: string, value: string): boolean {
  return isSecretName(name) || OPENS.test(name) || RANDOM.test(value) || findSecret(value) !== undefined;
}

/** "user:password@" of any address, also one that is malformed; a port is none. */
const LOGIN = /^([a-z][a-z\d+.-]*:\/\/)(?:[^/?#]*:[^/?#]*@|[^/?#:]*:(?!\d*(?:[/?#]|$))[^@]*@)/i;
const USER = /^([a-z][a-z\d+.-]*:\/\/)([^/?#@]*)@/i;
const PAIR = /(?<=[?&#;])[^=?&#;]+=[^?&#;]*/g;

function hidePair(pair: string): string {
  const [[name, value] = ['', '']] = new URLSearchParams(pair);
  return isTelling(name, value) ? `${pair.slice(0, pair.indexOf('='))}=${HIDDEN}` : pair;
}

/** An address of any form as it was written, but for a login and values that could open something. */
export function hideSecrets(address: string): string {
  const shown = address
    .replace(LOGIN, '$1')
    .replace(USER, (all, scheme, user) => (isTelling('', user) ? scheme : all))
    .replace(PAIR, hidePair);
  if (findSecret(shown) === undefined) return shown;
  const [place = '', scheme = '', host] = /^([a-z][a-z\d+.-]*:)(\/\/[^/?#]*)?/i.exec(shown) ?? [];
  return host === undefined || findSecret(place) !== undefined ? `${scheme}${HIDDEN}` : `${place}/${HIDDEN}`;
}

/** As it stands in records and errors: no fragment, no login, and no value that could open something. */
export function showAddress(url: URL): string {
  const shown = new URL(url);
  shown.hash = '';
  shown.username = '';
  shown.password = '';
  return hideSecrets(shown.href);
}

function createMalformedError(): HallError {
  return new HallError('bad-input', 'The address of a web page is malformed.', { hint: HINT });
}

/** Whether an address is recorded without what opens it, so that it is that of another page. */
export function isShortened(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { pathname, searchParams } = new URL(address);
  return pathname === `/${HIDDEN}` || [...searchParams.values()].includes(HIDDEN);
}

/** @throws HallError `bad-input` */
export function parsePageAddress(source: string): URL {
  if (!URL.canParse(source)) throw createMalformedError();
  const url = new URL(source);
  if (url.username !== '' || url.password !== '') {
    throw new HallError('bad-input', `The address of a page on ${url.host} has a login in it.`, { hint: HINT });
  }
  if (!isPageAddress(url.href)) throw createMalformedError();
  return url;
}

/** What seats call a page among the files: a path, so that it can be cited like one. */
export function namePage(address: string): string {
  const { host, pathname } = new URL(address);
  const path = pathname.endsWith('/') ? `${pathname}index` : pathname;
  return `web/${host}${path}`.replace(/[^\w./+~-]+/g, '_').slice(0, 280);
}
