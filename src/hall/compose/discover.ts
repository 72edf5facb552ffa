// Finds the implementations of a contract by their folders, so that a new one needs no registry to be edited.
import { existsSync, readdirSync } from 'node:fs';
import type { AnyAgentKind } from '../../agents/agent.ts';
import { IMPORTED_FORMAT } from '../../domain/ids.ts';
import { createMissingError } from '../../domain/values/problems.ts';
import type { Exporter } from '../../exchange/exporters/exporter.ts';
import { listSeatNames } from '../../formats/common/seats.ts';
import type { AnyFormat } from '../../formats/format.ts';
import { importModule, moduleUrl } from '../../support/package-root.ts';
import type { FormatLoaders, FormatRules } from '../config/check.ts';
import type { AgentKinds } from '../config/load.ts';

function listEntries(plural: string): readonly URL[] {
  return readdirSync(new URL('./', moduleUrl(`${plural}/index`)), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => moduleUrl(`${plural}/${entry.name}/index`))
    .filter((url) => existsSync(url))
    .sort((a, b) => (a.href < b.href ? -1 : 1));
}

async function load<T>(entry: URL, name: string): Promise<T> {
  const module = await importModule(entry);
  const implementation = module[name];
  if (implementation === undefined) throw new TypeError(`${entry.pathname} does not export "${name}".`);
  return implementation as T;
}

const all = <T>(plural: string, name: string): Promise<readonly T[]> =>
  Promise.all(listEntries(plural).map((entry) => load<T>(entry, name)));

export const discoverAgentKinds = () => all<AnyAgentKind>('agents/kinds', 'agentKind');

/** What the configuration wants to know of the kinds. */
export function describeKinds(kinds: readonly AnyAgentKind[]): AgentKinds {
  return {
    builtIn: Object.fromEntries(
      kinds.flatMap(({ kind, builtIn }) =>
        Object.entries(builtIn).map(([name, { settings }]) => [name, { kind, ...(settings as object) }]),
      ),
    ),
    settings: Object.fromEntries(kinds.map(({ kind, options }) => [kind, options])),
  };
}

export const discoverExporters = () => all<Exporter>('exchange/exporters', 'exporter');
export const discoverFormats = () => all<AnyFormat>('formats', 'format');

const listNames = (plural: string): readonly string[] =>
  listEntries(plural).map((entry) => entry.pathname.split('/').at(-2) ?? '');

export const formatNames = listNames('formats');
export const listExporters = () => listNames('exchange/exporters');

/** Formats and exporters are called as their folders, so that only the one that is named is loaded. */
async function find<T>(plural: string, id: string, name: string): Promise<T | undefined> {
  if (!/^[a-z0-9-]+$/.test(id)) return undefined;
  const entry = moduleUrl(`${plural}/${id}/index`);
  return existsSync(entry) ? await load<T>(entry, name) : undefined;
}

/** Throws `not-found` with the known ones. */
export async function findExporter(id: string): Promise<Exporter> {
  const exporter = await find<Exporter>('exchange/exporters', id, 'exporter');
  if (exporter !== undefined) return exporter;
  throw createMissingError('export format', id, listExporters());
}

/** Throws `not-found` with the known ones. A history that was imported has rules too, which nobody chooses. */
export async function findFormat(id: string): Promise<AnyFormat> {
  if (id === IMPORTED_FORMAT) return (await import('../../formats/imported.ts')).format;
  const format = await find<AnyFormat>('formats', id, 'format');
  if (format !== undefined) return format;
  throw createMissingError('format', id, formatNames);
}

async function loadFormatRules(id: string): Promise<FormatRules> {
  const format = await findFormat(id);
  return { options: format.options, recipes: Object.keys(format.recipes), seats: listSeatNames(format) };
}

/** What a configuration may say of the debates of each format. */
export const formatRules: FormatLoaders = Object.fromEntries(formatNames.map((id) => [id, () => loadFormatRules(id)]));
