// What ships, as few files as each way of use needs: reading and opening many files is most of what a start costs.
// Types are made by tsc.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundle as bundleStyle } from 'lightningcss';
import { defineConfig } from 'rolldown';
import { schemasAsData, schemasOnDemand, ZOD_FILE, ZOD_ITSELF } from './config/build/schemas.mjs';

/** What npm links: each a file without imports, so that compiled code is kept of everything that it loads. */
const STARTS = { 'cli/start': 'doors/cli/start', 'mcp/main': 'doors/mcp/main' };
const DOORS = ['index', 'doors/cli/main', 'doors/mcp/program'];
/** Started by the hall, once for each turn: each a file of its own, since a chunk that it shared would bring others with it. */
const CHILD = 'agents/kinds/rehearsal/child/main';
/** Found by their folders when they are named; see src/hall/compose/discover.ts. */
const implementations = ['agents/kinds', 'exchange/exporters', 'formats'].flatMap((plural) =>
  readdirSync(`src/${plural}`)
    .map((name) => `${plural}/${name}/index`)
    .filter((module) => existsSync(`src/${module}.ts`)),
);

/** Everything that these import is one file; what an earlier one holds is not in a later one. */
const TOGETHER = {
  zod: [ZOD_FILE],
  core: [
    ...[
      'doors/cli/run-program',
      'doors/cli/commands/read/list',
      'doors/cli/commands/read/show',
      'doors/cli/commands/read/verify',
    ],
    ...['doors/cli/commands/take-part/say', 'doors/cli/commands/take-part/interject'],
    ...['formats/wind-wall-door/index', 'exchange/exporters/octave/index'],
  ],
  results: ['domain/results/plan-result', 'domain/results/review-result', 'domain/diffs/diff'],
  formats: ['asymmetric', 'oxford', 'plan', 'review'].map((id) => `formats/${id}/next`),
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

const root = import.meta.dirname;
const idOf = (module) => (module === ZOD_FILE ? ZOD_ITSELF : path.join(root, 'src', `${module}.ts`));

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

/** By the name of pg-boss its source map, three times its size, is left out of the package; see package.json. */
const PG_BOSS = /node_modules[\\/]pg-boss[\\/]/;
const nameChunk = ({ moduleIds }) =>
  `chunks/${moduleIds.some((id) => PG_BOSS.test(id)) ? 'pg-boss' : '[name]'}-[hash].cjs`;

/** CommonJS, of which Node 20 can keep compiled code too; see src/support/code-cache.ts. Node reads ASCII faster. */
const output = {
  dir: 'dist',
  format: 'cjs',
  entryFileNames: '[name].cjs',
  dynamicImportInCjs: false,
  charset: 'ascii',
  minify: true,
  sourcemap: true,
  // A trace names files and lines of the sources, which the repository has; with their texts the package would be twice as large.
  sourcemapExcludeSources: true,
};

/** The help of the whole program, which its start prints without loading the program. */
const helpText = {
  name: 'help-text',
  writeBundle() {
    const help = execFileSync(process.execPath, ['dist/doors/cli/main.cjs', '--help'], { encoding: 'utf8' });
    mkdirSync('dist/cli', { recursive: true });
    // It names files of the package, which is somewhere else when it is installed.
    writeFileSync('dist/cli/help.txt', help.replaceAll(`${root}${path.sep}`, '{package}'));
  },
};

/** The library is imported as an ES module, which is what its types say. */
const libraryDoor = {
  name: 'library-door',
  writeBundle() {
    writeFileSync('dist/index.js', "export * from './index.cjs';\n");
  },
};

/** Modules of Node that take a millisecond or two each to load, of which most starts call nothing; and who imports them at once. */
const LOADED_ON_DEMAND = {
  'node:child_process': path.join(root, 'node_modules', 'commander'),
  'node:fs/promises': path.join(root, 'src'),
  'node:timers/promises': path.join(root, 'src'),
  'node:tty': path.join(root, 'src'),
};
const ON_DEMAND = '\0on-demand:';

/** In their place modules whose functions load them when they are called. */
const builtinsOnDemand = {
  name: 'builtins-on-demand',
  resolveId(id, importer) {
    const importers = LOADED_ON_DEMAND[id];
    return importers !== undefined && importer?.startsWith(importers + path.sep) ? `${ON_DEMAND}${id}` : null;
  },
  async load(id) {
    if (!id.startsWith(ON_DEMAND)) return null;
    const name = id.slice(ON_DEMAND.length);
    const functions = Object.entries(await import(name)).filter(
      ([key, value]) => typeof value === 'function' && key !== 'default',
    );
    const exported = functions.map(
      ([key]) => `export const ${key} = (...values) => process.getBuiltinModule('${name}').${key}(...values);`,
    );
    return exported.join('\n');
  },
};

/** Of everything that decides what the program makes of a ledger. */
function digestSources() {
  const digest = createHash('sha256');
  const sources = readdirSync('src', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = sources.map(({ parentPath, name }) => path.join(parentPath, name)).sort();
  for (const file of [...files, 'package.json']) digest.update(`${file}\n`).update(readFileSync(file));
  return digest.digest('base64url');
}

const buildId = {
  name: 'build-id',
  load: (id) => (id === idOf('support/build-id') ? `export const BUILD_ID = '${digestSources()}';` : null),
};

const PG_STREAM = path.join(root, 'node_modules', 'pg', 'lib', 'stream.js');
const ASKS_FOR_CLOUDFLARE = "typeof Response === 'function'";
/** It looks whether it runs in a Cloudflare Worker by making a Response, for which Node 20 loads everything of `fetch`. */
const pgInNode = {
  name: 'pg-in-node',
  transform: {
    filter: { id: PG_STREAM },
    handler(code) {
      if (!code.includes(ASKS_FOR_CLOUDFLARE)) throw new Error(`${PG_STREAM} no longer asks for a Response.`);
      // As long as before, so that the source map stays right.
      return { code: code.replace(ASKS_FOR_CLOUDFLARE, 'false'.padEnd(ASKS_FOR_CLOUDFLARE.length)), map: null };
    },
  },
};

/** Where a module of a package is, up to the package itself. */
const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder);
  const read = (name) => {
    const file = files.find((each) => name.test(each));
    return file === undefined ? undefined : readFileSync(path.join(folder, file), 'utf8');
  };
  // Some have it at the end of their README.
  const text = (read(/^licen[cs]e/i) ?? read(/^readme/i)?.split(/^#+ licen[cs]e$/im)[1])?.trim();
  if (text === undefined) throw new Error(`${name} has no license text.`);
  return `${name} ${version} (${license})\n\n${text}\n`;
}

/** Licenses of the packages in a bundle, which ask to be passed on with it. */
function licensesOf(bundle) {
  const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
  return new Set(modules.flatMap((id) => PACKAGE.exec(id)?.[0] ?? []));
}

const joinLicenses = (folders) =>
  [...folders]
    .sort()
    .map(licenseOf)
    .join(`\n${'-'.repeat(80)}\n\n`);

/** Of all bundles so far: the packages of the page ship like those of the program. */
const bundled = new Set();
const licenses = {
  name: 'licenses',
  generateBundle(_, bundle) {
    for (const folder of licensesOf(bundle)) bundled.add(folder);
  },
  writeBundle() {
    writeFileSync('dist/THIRD-PARTY-LICENSES.txt', joinLicenses(bundled));
  },
};

/** markdown-it brings tables for finding links, for 2,231 named characters and for classes of characters, which the page does without. */
const SMALL = {
  'linkify-it': 'src/page/small/linkify-it.ts',
  entities: 'src/page/small/entities.ts',
  'uc.micro': 'src/page/small/uc-micro.ts',
};
const smallMarkdown = {
  name: 'small-markdown',
  resolveId(id, importer) {
    const isNeeded = Object.hasOwn(SMALL, id) && importer?.includes('node_modules/markdown-it/');
    return isNeeded ? path.join(root, SMALL[id]) : null;
  },
};

const digestOf = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** The page's script and style, safe inside HTML, with the digests that its policy names; see src/exchange/exporters/html. */
const pageParts = {
  name: 'page-parts',
  generateBundle(_, bundle) {
    const { code } = bundle['page.js'];
    const script = code.trim().replace(/<(?=\/script|!--|script)/gi, '\\x3C');
    const style = bundleStyle({ filename: 'src/page/page.css', minify: true }).code.toString();
    const parts = { script, style, scriptDigest: digestOf(script), styleDigest: digestOf(style) };
    const source = JSON.stringify({ ...parts, licenses: joinLicenses(licensesOf(bundle)) });
    this.emitFile({ type: 'asset', fileName: 'parts.json', source });
    // The exports hold it; nothing loads it from here.
    delete bundle['page.js'];
  },
};

/** What `debate-hall view` serves beside the scripts: the page that loads them, and their style; see src/doors/web. */
const hallParts = {
  name: 'hall-parts',
  generateBundle() {
    const style = bundleStyle({ filename: 'src/page/hall/hall.css', minify: true }).code;
    this.emitFile({ type: 'asset', fileName: 'hall.css', source: style });
    this.emitFile({ type: 'asset', fileName: 'hall.html', source: readFileSync('src/page/hall/hall.html') });
  },
};

export default defineConfig([
  {
    input: {
      ...Object.fromEntries([...DOORS, ...implementations].map((name) => [name, idOf(name)])),
      [ZOD_FILE]: ZOD_ITSELF,
    },
    platform: 'node',
    // A package that comes in both forms is taken as ES modules, of which only what is used is bundled.
    resolve: { mainFields: ['module', 'main'] },
    // A native addon, a package that asks for its own place, and what only development needs.
    external: ['fs-native-extensions', 'write-file-atomic', 'tsx', 'typescript'],
    output: {
      ...output,
      cleanDir: true,
      // As deep in the package as the sources are: see src/support/package-root.ts.
      chunkFileNames: nameChunk,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: Object.entries(TOGETHER).map(groupOf),
      },
    },
    preserveEntrySignatures: 'allow-extension',
    plugins: [
      ...[
        smallMarkdown,
        builtinsOnDemand,
        pgInNode,
        buildId,
        schemasOnDemand,
        schemasAsData,
        helpText,
        licenses,
        libraryDoor,
      ],
    ],
  },
  {
    input: { page: path.join(root, 'src/page/main.tsx') },
    platform: 'browser',
    output: { dir: 'dist/page', entryFileNames: '[name].js', format: 'iife', charset: 'ascii', minify: true },
    plugins: [smallMarkdown, licenses, pageParts],
  },
  {
    input: { hall: path.join(root, 'src/page/hall/main.tsx') },
    platform: 'browser',
    // A debate's report and forms are loaded when the first debate is opened.
    output: { dir: 'dist/page', chunkFileNames: '[name].js', format: 'esm', charset: 'ascii', minify: true },
    plugins: [smallMarkdown, licenses, hallParts],
  },
  ...Object.entries({ ...STARTS, [CHILD]: CHILD }).map(([name, module]) => ({
    input: { [name]: idOf(module) },
    platform: 'node',
    output: { ...output, chunkFileNames: `${path.dirname(name)}/[name].cjs` },
    plugins: [builtinsOnDemand],
  })),
]);
