// Schemas of what ships are built when they are first asked, and zod is loaded with the first of them: the common commands ask none.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

const SOURCES = path.resolve(import.meta.dirname, '../../src');
const isSource = (id) => id.startsWith(SOURCES + path.sep);

/** The file of zod itself, by a name that the program knows; and the module that it is made of. */
export const ZOD_FILE = 'chunks/zod';
export const ZOD_ITSELF = '\0zod-itself';
const ON_DEMAND = '\0zod-on-demand';

const sources = readdirSync(SOURCES, { recursive: true }).filter((name) => name.endsWith('.ts'));
const used = new Set(
  sources.flatMap((name) => [...readFileSync(path.join(SOURCES, name), 'utf8').matchAll(/\bz\.([a-z]\w*)/gi)].map(([, name]) => name)),
);
const functionsOf = (space) => Object.keys(space).filter((name) => typeof space[name] === 'function');
/** What is written in capitals is only used as a type. */
const FUNCTIONS = functionsOf(z).filter((name) => used.has(name) && /^[a-z]/.test(name));
const SPACES = ['coerce', 'iso'];

const zodFile = `export { ${[...FUNCTIONS, ...SPACES].join(', ')} } from 'zod';`;

const call = (name) => `(...values) => load().${name}(...values)`;

const zodOnDemand = [
  `import { loadModule, moduleUrl } from '${SOURCES}/support/package-root.ts';`,
  'let zod;',
  `const load = () => (zod ??= loadModule(moduleUrl('${ZOD_FILE}')));`,
  // Some are words that JavaScript keeps for itself.
  ...FUNCTIONS.map((name) => `const $${name} = ${call(name)};\nexport { $${name} as ${name} };`),
  ...SPACES.map((space) => {
    const members = functionsOf(z[space]).map((name) => `${name}: ${call(`${space}.${name}`)}`);
    return `export const ${space} = { ${members.join(', ')} };`;
  }),
].join('\n');

/** The name that an expression begins with: "z" of `z.string().min(1)`. */
function rootOf(expression) {
  let node = expression;
  while (node?.type === 'CallExpression' || node?.type === 'MemberExpression') node = node.callee ?? node.object;
  return node?.type === 'Identifier' && node !== expression ? node.name : undefined;
}

/** The expressions that make schemas at the top of a module: of zod, and of what was made of it there before. */
function* schemasIn({ body }) {
  const known = new Set(['z']);
  for (const statement of body) {
    const { declarations = [] } = statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? {}) : statement;
    for (const { id, init } of declarations) {
      if (init?.type !== 'CallExpression' || !known.has(rootOf(init)) || id.type !== 'Identifier') continue;
      known.add(id.name);
      yield { name: id.name, start: init.start, end: init.end };
    }
  }
}

const HELPER = "import { lazySchema as $lazySchema } from '" + SOURCES + "/domain/shapes/lazy-schema.ts';";

export const schemasOnDemand = {
  name: 'schemas-on-demand',
  resolveId(id, importer) {
    if (id === ZOD_ITSELF) return id;
    return id === 'zod' && isSource(importer ?? '') ? ON_DEMAND : null;
  },
  load(id) {
    if (id === ZOD_ITSELF) return zodFile;
    return id === ON_DEMAND ? zodOnDemand : null;
  },
  transform(code, id) {
    if (!isSource(id) || !code.includes("import * as z from 'zod'")) return null;
    const found = [...schemasIn(this.parse(code, { lang: 'ts' }))];
    if (found.length === 0) return null;
    let wrapped = code;
    for (const { start, end } of found.toReversed()) {
      wrapped = `${wrapped.slice(0, start)}$lazySchema(() => ${wrapped.slice(start, end)})${wrapped.slice(end)}`;
    }
    return { code: `${wrapped}\n${HELPER}`, map: null };
  },
};
