// Opens what seats may look things up in, and opens it again as it was pinned.
import { defined } from '../../domain/defined.ts';
import { HallError, isGone } from '../../domain/failures/errors.ts';
import { groupBy } from '../../domain/group-by.ts';
import { digestPin, type Pin } from '../../domain/reading/reading.ts';
import type { WebPage } from '../../net/fetch/fetch-page.ts';
import { findRepository, resolveRange } from '../context/git/repository.ts';
import { openPath, type PathRequest } from './files/open-path.ts';
import { type KeptPage, pinPages } from './files/pin-pages.ts';
import { type PinnedFile, type PinnedFiles, readPinnedFiles } from './files/pinned-files.ts';
import { parseReadSpec, type ReadSpec } from './read-spec.ts';
import type { EarlierDecision, GitHistory, OpenPorts, Sources } from './sources.ts';
import { UnreadableError } from './unreadable.ts';

/** Texts are kept while they are small enough together. */
const MAX_KEPT_CHARACTERS = 32 * 1024 * 1024;

function createReader(files: Sources['files']): Pick<Sources, 'read' | 'readMany'> {
  const kept = new Map<string, string>();
  let characters = 0;
  const keep = (name: string, text: string) => {
    if (kept.has(name) || characters + text.length > MAX_KEPT_CHARACTERS) return;
    characters += text.length;
    kept.set(name, text);
  };

  const readNew = async (names: readonly string[]): Promise<ReadonlyMap<string, string | UnreadableError>> => {
    const found = names.flatMap((name) => files.get(name) ?? []);
    const results = new Map<string, string | UnreadableError>();
    for (const [source, all] of groupBy(found, (each) => each.source)) {
      const wanted = all.map(({ file }) => file);
      for (const [{ name }, text] of await readPinnedFiles(source, wanted)) {
        if (typeof text === 'string') keep(name, text);
        results.set(name, text);
      }
    }
    return results;
  };

  return {
    async read(name) {
      if (!files.has(name)) throw new UnreadableError(`There is no file "${name}". list_files shows which there are.`);
      const text = kept.get(name) ?? (await readNew([name])).get(name);
      if (typeof text === 'string') return text;
      throw text ?? new UnreadableError('It cannot be read.');
    },
    async readMany(names) {
      const texts = new Map<string, string>();
      const unknown: string[] = [];
      for (const name of new Set(names)) {
        const text = kept.get(name);
        if (text === undefined) unknown.push(name);
        else texts.set(name, text);
      }
      for (const [name, text] of await readNew(unknown)) if (typeof text === 'string') texts.set(name, text);
      return texts;
    },
  };
}

interface Opened {
  readonly pin: Pin;
  readonly files?: PinnedFiles;
  readonly history?: GitHistory;
  readonly decisions?: readonly EarlierDecision[];
  readonly page?: KeptPage;
  /** The page, when it was fetched now. */
  readonly fetched?: WebPage;
}

function toHistory({ pin, git, root, prefix, scope, mayRead }: PinnedFiles): GitHistory | undefined {
  if (git === undefined || pin.commit === undefined) return undefined;
  return { repository: { root, prefix: '', git }, prefix, to: pin.commit, scope, mayRead };
}

/** Stands for all of the repository around the folder that the debate is held in. */
const WHOLE_REPOSITORY = ':/';

async function openFiles({ path, ...request }: PathRequest, ports: OpenPorts): Promise<Opened> {
  const place = path === WHOLE_REPOSITORY ? (await findRepository(ports.gitIn(ports.cwd))).root : path;
  const files = await openPath({ ...request, path: place }, ports);
  const history = toHistory(files);
  return { pin: files.pin, files, ...defined({ history }) };
}

async function openRange(spec: string, range: string, ports: OpenPorts): Promise<Opened> {
  const repository = await findRepository(ports.gitIn(ports.cwd));
  const { from, to } = await resolveRange(repository.git, range);
  if (to === undefined) throw new TypeError('A range has two sides.');
  const whole = await openPath({ spec, path: repository.root, at: to }, ports);
  const { prefix, mayRead } = whole;
  return { pin: { kind: 'history', spec, from, to }, history: { repository, prefix, from, to, scope: '', mayRead } };
}

async function openDecisions(spec: string, ports: OpenPorts): Promise<Opened> {
  const { sha256, decisions } = await ports.decisions();
  return { pin: { kind: 'decisions', spec, debates: decisions.length, sha256 }, decisions };
}

async function openPage(address: string, { fetchPage }: OpenPorts): Promise<Opened> {
  const fetched = await fetchPage(address);
  const { asked = fetched.address, at, bytes, sha256 } = fetched.fetched;
  return { pin: { kind: 'page', spec: asked, address: fetched.address, at, bytes, sha256 }, page: fetched, fetched };
}

async function openSpec(spec: ReadSpec, ports: OpenPorts): Promise<Opened> {
  switch (spec.kind) {
    case 'path':
      return await openFiles(spec, ports);
    case 'revision': {
      const { git } = await findRepository(ports.gitIn(ports.cwd));
      const { to } = await resolveRange(git, `${spec.revision}..${spec.revision}`);
      return await openFiles({ spec: spec.spec, path: WHOLE_REPOSITORY, at: to ?? spec.revision }, ports);
    }
    case 'range':
      return await openRange(spec.spec, spec.range, ports);
    case 'decisions':
      return await openDecisions(spec.spec, ports);
    case 'page':
      return await openPage(spec.address, ports);
  }
}

function findPage(address: string, { pages }: OpenPorts): KeptPage {
  return pages.find((page) => page.address === address) ?? { address, text: undefined };
}

async function reopenPin(pin: Pin, outputs: readonly string[], others: OpenPorts): Promise<Opened> {
  const ports = { ...others, outputs };
  const { spec } = pin;
  if (pin.kind === 'page') return { pin, page: findPage(pin.address, ports) };
  if (pin.kind === 'decisions') return await openDecisions(spec, ports);
  if (pin.kind === 'history') return await openRange(spec, `${pin.from}..${pin.to}`, ports);
  const path = spec.startsWith('git:') ? WHOLE_REPOSITORY : spec;
  const { at, commit, changed } = pin;
  // What git has stays the same whatever happens to the working copy.
  const isInGit = commit !== undefined && changed === undefined;
  const opened = await openFiles({ spec, path, at: isInGit ? commit : at, commit }, ports);
  return isInGit ? { ...opened, pin: { ...opened.pin, at } as Pin } : opened;
}

function gather(opened: readonly Opened[], { documents, leftOut, gitIn }: OpenPorts): Sources {
  const files = new Map<string, { source: PinnedFiles; file: PinnedFile }>();
  const pages = opened.flatMap(({ page }) => page ?? []);
  const sources = [
    ...opened.flatMap(({ files: source }) => source ?? []),
    ...(pages.length > 0 ? [pinPages(pages)] : []),
  ];
  for (const source of sources) {
    for (const file of source.files) if (!files.has(file.name)) files.set(file.name, { source, file });
  }
  return {
    pins: opened.map(({ pin }) => pin),
    files,
    sources,
    pages: opened.flatMap(({ fetched }) => fetched ?? []),
    histories: opened.flatMap(({ history }) => history ?? []),
    documents,
    leftOut,
    decisions: opened.flatMap(({ decisions = [] }) => decisions),
    gitIn,
    ...createReader(files),
  };
}

interface Lenience {
  /** What is opened only if nobody is kept from reading it. */
  readonly ifReadable?: readonly string[];
  /** Takes what was asked for and is not there; absent where that is an error. */
  readonly onGone?: (source: string) => void;
}

/**
 * Opens and pins what was asked for.
 * @throws HallError `bad-input`, `context-unreadable`
 */
export async function openSources(
  specs: readonly (string | ReadSpec)[],
  ports: OpenPorts,
  { ifReadable = [], onGone }: Lenience = {},
): Promise<Sources> {
  const opened: Opened[] = [];
  for (const each of specs) {
    const spec = typeof each === 'string' ? parseReadSpec(each) : each;
    try {
      opened.push(await openSpec(spec, ports));
    } catch (error) {
      if (onGone === undefined || typeof each !== 'string' || !isGone(error)) throw error;
      onGone(each);
    }
  }
  for (const spec of ifReadable.filter((each) => !specs.includes(each))) {
    try {
      opened.push(await openSpec(parseReadSpec(spec), ports));
    } catch (error) {
      if (!(error instanceof HallError)) throw error;
    }
  }
  return gather(opened, ports);
}

/** What is not there any more is not as it was, whatever its kind. @throws HallError `context-unreadable` */
async function reopenIfThere(...args: Parameters<typeof reopenPin>): Promise<Opened> {
  try {
    return await reopenPin(...args);
  } catch (error) {
    if (!(error instanceof HallError) || !isGone(error)) throw error;
    throw new HallError('context-unreadable', error.message, {
      hint: 'Run this in the folder that the debate was opened in, or restore what it could read.',
      cause: error,
    });
  }
}

/** Opens again what a ledger has pinned, without what this debate is written to as well. @throws HallError `context-unreadable` when it is not the same any more */
export async function reopenSources(pins: readonly Pin[], ports: OpenPorts): Promise<Sources> {
  const opened: Opened[] = [];
  for (const pin of pins) {
    const except = pin.kind === 'files' ? (pin.except ?? []) : [];
    const found = await reopenIfThere(pin, except, ports);
    if (digestPin(found.pin) !== digestPin(pin)) {
      throw new HallError(
        'context-unreadable',
        `What the debate may read of "${pin.spec}" has changed since it was opened.`,
        {
          hint: 'Restore the files as they were, or open a new debate.',
        },
      );
    }
    opened.push(ports.outputs.length === 0 ? found : await reopenPin(pin, [...except, ...ports.outputs], ports));
  }
  return gather(opened, ports);
}
