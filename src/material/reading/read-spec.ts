// What a person may ask to have read: files and folders, globs, revisions and ranges of git, web pages, earlier
// decisions.
import { HallError } from '../../domain/failures/errors.ts';
import { isPageAddress } from '../../net/fetch/page-address.ts';

export type ReadSpec =
  | { readonly kind: 'path'; readonly spec: string; readonly path: string; readonly at: string }
  | { readonly kind: 'revision'; readonly spec: string; readonly revision: string }
  | { readonly kind: 'range'; readonly spec: string; readonly range: string }
  | { readonly kind: 'decisions'; readonly spec: string }
  | { readonly kind: 'page'; readonly address: string };

const HINT = 'Pass a file, a folder, a quoted glob, git:REVISION, git:A..B, an https:// address or decisions.';

function refuse(spec: string, why: string): HallError {
  return new HallError('bad-input', `"${spec}" cannot be read: ${why}.`, { hint: HINT });
}

/** @throws HallError `bad-input` */
export function parseReadSpec(spec: string): ReadSpec {
  if (spec.trim() === '' || spec.includes('\0')) throw refuse(spec, 'it names nothing');
  if (spec === '-') throw refuse(spec, 'standard input can only be context');
  if (spec === 'decisions') return { kind: 'decisions', spec };
  if (isPageAddress(spec)) return { kind: 'page', address: spec };
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(spec)) throw refuse(spec, 'it is an address');
  if (!spec.startsWith('git:')) return { kind: 'path', spec, path: spec, at: 'disk' };
  const revision = spec.slice('git:'.length);
  if (revision.trim() === '') throw refuse(spec, 'it names no revision');
  return revision.includes('..') ? { kind: 'range', spec, range: revision } : { kind: 'revision', spec, revision };
}
