// Finds the implementations of a contract by their folders, so that a new one needs no registry to be edited.
import { existsSync, readdirSync } from 'node:fs';
import type { AnyAgentKind } from '../agents/agent.ts';
import { HallError } from '../domain/errors.ts';
import { IMPORTED_FORMAT } from '../domain/ids.ts';
import type { Exporter } from '../exporters/exporter.ts';
import type { AnyFormat } from '../formats/format.ts';

/** Built files end with .js, sources with .ts; both are found beside this one. */
const ENTRY = import.meta.url.endsWith('.ts') ? 'index.ts' : 'index.js';

function foldersOf(plural: string): readonly URL[] {
  const root = new URL(`../${plural}/`, import.meta.url);
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => new URL(`${entry.name}/${ENTRY}`, root))
    .filter((url) => existsSync(url))
    .sort((a, b) => (a.href < b.href ? -1 : 1));
}

async function load<T>(entry: URL, name: string): Promise<T> {
  const module = (await import(/* @vite-ignore */ entry.href)) as Record<string, T>;
  const implementation = module[name];
  if (implementation === undefined) throw new TypeError(`${entry.pathname} does not export "${name}".`);
  return implementation;
}

const all = <T>(plural: string, name: string): Promise<readonly T[]> =>
  Promise.all(foldersOf(plural).map((entry) => load<T>(entry, name)));

export const discoverAgentKinds = () => all<AnyAgentKind>('agents/kinds', 'agentKind');
export const discoverExporters = () => all<Exporter>('exporters', 'exporter');
export const discoverFormats = () => all<AnyFormat>('formats', 'format');

/** Formats are called as their folders, so that a command loads only the one that it needs, which halves its start. */
const FORMATS = new Map(foldersOf('formats').map((entry) => [entry.pathname.split('/').at(-2) ?? '', entry]));
export const formatNames: readonly string[] = [...FORMATS.keys()];

/** Throws `not-found` with the known ones. A history that was imported has rules too, which nobody chooses. */
export async function findFormat(id: string): Promise<AnyFormat> {
  if (id === IMPORTED_FORMAT) return (await import('../formats/imported.ts')).format;
  const entry = FORMATS.get(id);
  if (entry !== undefined) return await load<AnyFormat>(entry, 'format');
  throw new HallError('not-found', `There is no format "${id}".`, {
    hint: `Known formats: ${formatNames.join(', ')}.`,
  });
}
