// What ships, as few files as each way of use needs: reading and opening many files is most of what a start costs.
// Types are made by tsc.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'rolldown';
import { licenses, programFiles } from './config/build/files.mjs';
import { hallParts, pageParts, rebuildPart } from './config/build/page.mjs';

/** What npm links: each a file without imports, so that compiled code is kept of everything that it loads. */
const STARTS = { 'cli/start': 'doors/cli/start', 'mcp/main': 'doors/mcp/main' };
const DOORS = ['index', 'doors/cli/program', 'doors/mcp/program'];
/** Started by the hall, once for each turn: each a file of its own, since a chunk that it shared would bring others with it. */
const CHILD = 'agents/kinds/rehearsal/child/main';
/** Run in a thread, each with a library that nothing else needs. */
const EXTRACTORS = ['pdf', 'word'].map((name) => `process/extract/${name}`);
/** Found by their folders when they are named; see src/hall/compose/discover.ts. */
const implementations = ['agents/kinds', 'exchange/exporters', 'formats'].flatMap((plural) =>
  readdirSync(`src/${plural}`)
    .map((name) => `${plural}/${name}/index`)
    .filter((module) => existsSync(`src/${module}.ts`)),
);

/** Everything that these import is one file; what an earlier one holds is not in a later one. */
const TOGETHER = {
  core: [
    ...['read/list', 'read/show', 'read/verify'].map((name) => `doors/cli/commands/${name}`),
    ...['say', 'interject'].map((name) => `doors/cli/commands/take-part/${name}`),
    // Of those below, what the MCP server starts with.
    ...['diffs/given-diffs', 'diffs/lookup', 'question/read-answer'].map((name) => `domain/${name}`),
    ...['exchange/exporters/record-words', 'formats/common/labelled/blank-form', 'hall/config/toolset-names'],
  ],
  debate: ['formats/wind-wall-door/index', 'exchange/exporters/octave/index'],
  parts: ['agents/pictures', 'domain/results/plan-result', 'hall/config/seat-spec', 'hall/operations/fixing/run-tests'],
  formats: ['asymmetric', 'oxford', 'plan', 'review'].map((id) => `formats/${id}/next`),
  config: ['hall/config/schema'],
  agents: ['agents/cli/cli-agent', 'agents/settings'],
  run: ['doors/cli/commands/debate/run', 'doors/cli/commands/debate/resume'],
  // What the server shares with commands, then what is the server's own.
  operations: ['doors/mcp/stdio'],
  server: ['doors/mcp/stdio'],
  // Where one kind is wanted, all are asked for their built-in agents.
  kinds: implementations.filter((module) => module.startsWith('agents/')),
};

/** What one of these leaves to those after it. */
const LEFT_OUT = { operations: /[\\/](?:src[\\/]doors[\\/]mcp|node_modules)[\\/]/ };

const idOf = (module) => path.join(import.meta.dirname, 'src', `${module}.ts`);

/** The modules that `entries` import, and what those import, without what is imported only when it is needed. */
function staticImports(entries, bundle) {
  const found = new Set(entries);
  for (const id of found) for (const imported of bundle.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

function groupOf([name, modules], index, { length }) {
  let found;
  const nameOf = (id, bundle) => {
    found ??= staticImports(modules.map(idOf), bundle);
    return found.has(id) && LEFT_OUT[name]?.test(id) !== true ? name : null;
  };
  return { debugName: name, name: nameOf, priority: length - index };
}

/** CommonJS, of which Node 20 can keep compiled code too; see src/support/code-cache.ts. Node reads ASCII faster. */
const output = {
  dir: 'dist',
  format: 'cjs',
  entryFileNames: '[name].cjs',
  dynamicImportInCjs: false,
  charset: 'ascii',
  minify: true,
  sourcemap: true,
  // For a trace that names files and lines of the sources, with `--enable-source-maps`. The package leaves them out: whoever needs them
  // builds the same bytes from the tag, maps included.
  sourcemapExcludeSources: true,
};

const embedded = { dir: 'dist/page', entryFileNames: '[name].js', format: 'iife', charset: 'ascii', minify: true };
const rebuilt = rebuildPart(implementations, idOf);

export default defineConfig([
  {
    input: Object.fromEntries([...DOORS, ...implementations].map((name) => [name, idOf(name)])),
    platform: 'node',
    // A package that comes in both forms is taken as ES modules, of which only what is used is bundled.
    resolve: { mainFields: ['module', 'main'] },
    // A native addon, a package that asks for its own place, and what only development needs.
    external: ['fs-native-extensions', 'write-file-atomic', 'tsx', 'typescript'],
    output: {
      ...output,
      cleanDir: true,
      // As deep in the package as the sources are: see src/support/package-root.ts.
      chunkFileNames: 'chunks/[name]-[hash].cjs',
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: Object.entries(TOGETHER).map(groupOf),
      },
    },
    preserveEntrySignatures: 'allow-extension',
    plugins: [programFiles, licenses],
  },
  { input: { page: './src/page/main.tsx' }, platform: 'browser', output: embedded, plugins: [licenses, pageParts] },
  { input: { rebuild: 'rebuild' }, platform: 'browser', output: embedded, plugins: [licenses, rebuilt] },
  {
    input: { hall: './src/page/hall/main.tsx' },
    platform: 'browser',
    // A debate's report and forms are loaded when the first debate is opened.
    output: { dir: 'dist/page', chunkFileNames: '[name].js', format: 'esm', charset: 'ascii', minify: true },
    plugins: [licenses, hallParts],
  },
  ...[...Object.entries(STARTS), ...[CHILD, ...EXTRACTORS].map((name) => [name, name])].map(([name, module]) => ({
    input: { [name]: idOf(module) },
    platform: 'node',
    // Of the libraries that read documents a trace is of use to nobody.
    output: { ...output, sourcemap: !EXTRACTORS.includes(module), chunkFileNames: `${path.dirname(name)}/[name].cjs` },
  })),
]);
