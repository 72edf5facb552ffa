// Which settings git gets to see: of a repository only such that name no program and no file, of the person a few more.
import { isAbsolute, join } from 'node:path';
import { defined } from '../../../domain/defined.ts';
import type { Environment } from '../../../support/environment.ts';

export type Settings = ReadonlyMap<string, string>;

/** How files lie on disk, and how objects and refs are stored. */
const STORAGE =
  /^(?:core\.(?:filemode|ignorecase|symlinks|precomposeunicode|autocrlf|eol|sparsecheckout|sparsecheckoutcone)|extensions\.(?:objectformat|refstorage))$/;
const WORD = /^[a-z0-9]{1,20}$/i;
/** What `@{upstream}` means. */
const UPSTREAM = /^(?:branch\.[\w./-]+\.(?:remote|merge)|remote\.[\w./-]+\.fetch)$/;
const REF_NAMES = /^[\w./*:+-]{1,500}$/;

/** "NAME\nVALUE" between NUL bytes; a name without a value means true. */
export function parseSettings(listed: string): Settings {
  const fields = listed.split('\0').filter((field) => field !== '');
  return new Map(
    fields.map((field) => {
      const end = field.indexOf('\n');
      return end === -1 ? [field, 'true'] : [field.slice(0, end), field.slice(end + 1)];
    }),
  );
}

/** "SCOPE\0NAME\nVALUE" between NUL bytes, of the person and the machine alone. */
export function parseOwnSettings(listed: string): Settings {
  const fields = listed.split('\0');
  const own = fields.filter((_, at) => at % 2 === 1 && /^(?:system|global)$/.test(fields[at - 1] ?? ''));
  return parseSettings(own.join('\0'));
}

function section(name: string, value: string): string {
  const [first = '', last = ''] = [name.slice(0, name.indexOf('.')), name.slice(name.lastIndexOf('.') + 1)];
  const middle = name.slice(first.length + 1, -last.length - 1);
  return `[${first}${middle === '' ? '' : ` "${middle}"`}]\n\t${last} = ${value}\n`;
}

/** The text of the only configuration file that git reads. */
export function writeConfig(ofRepository: Settings, own: Settings): string {
  const isLegal = ([name, value]: readonly [string, string]) =>
    (STORAGE.test(name) && WORD.test(value)) || (UPSTREAM.test(name) && REF_NAMES.test(value));
  const kept = new Map([...own, ...ofRepository].filter(isLegal));
  const version = [...kept.keys()].some((name) => name.startsWith('extensions.')) ? '1' : '0';
  return [
    section('core.repositoryformatversion', version),
    section('core.bare', 'false'),
    section('core.quotepath', 'false'),
    // Else git writes a part of an index into the repository, wherever the index itself is.
    section('core.splitindex', 'false'),
    ...[...kept].map(([name, value]) => section(name, value)),
  ].join('');
}

/** What `~/` in a setting means. */
function expandHome(path: string, home: string | undefined): string | undefined {
  const full = path.startsWith('~/') && home !== undefined ? join(home, path.slice(2)) : path;
  return isAbsolute(full) ? full : undefined;
}

/** The person's own lists of files to ignore, and of attributes. */
export function findOwnFiles(own: Settings, env: Environment): Readonly<Record<string, string>> {
  const home = env['HOME'] ?? env['USERPROFILE'];
  const folder = env['XDG_CONFIG_HOME'] || (home === undefined ? undefined : join(home, '.config'));
  const find = (setting: string, usual: string) =>
    expandHome(own.get(setting) ?? (folder === undefined ? '' : join(folder, 'git', usual)), home);
  return defined({
    'core.excludesFile': find('core.excludesfile', 'ignore'),
    'core.attributesFile': find('core.attributesfile', 'attributes'),
  });
}
