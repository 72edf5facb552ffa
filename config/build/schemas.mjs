// Schemas of what ships are built when they are first asked, and zod is loaded with the first of them: the common commands ask none.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { register } from 'tsx/esm/api';
import * as z from 'zod';

const SOURCES = path.resolve(import.meta.dirname, '../../src');
const isSource = (id) => id.startsWith(SOURCES + path.sep);

/** The file of zod itself, by a name that the program knows; and the module that it is made of. */
export const ZOD_FILE = 'chunks/zod';
export const ZOD_ITSELF = '\0zod-itself';
const ON_DEMAND = '\0zod-on-demand';

const sources = readdirSync(SOURCES, { recursive: true }).filter((name) => name.endsWith('.ts'));
const used = new Set(
  sources.flatMap((name) =>
    [...readFileSync(path.join(SOURCES, name), 'utf8').matchAll(/\bz\.([a-z]\w*)/gi)].map(([, name]) => name),
  ),
);
const functionsOf = (space) => Object.keys(space).filter((name) => typeof space[name] === 'function');
/** What is written in capitals is only used as a type. */
const FUNCTIONS = functionsOf(z).filter((name) => used.has(name) && /^[a-z]/.test(name));
const SPACES = { coerce: z.coerce, iso: z.iso };

const zodFile = `export { ${[...FUNCTIONS, ...Object.keys(SPACES)].join(', ')} } from 'zod';`;

const call = (name) => `(...values) => load().${name}(...values)`;

const zodOnDemand = [
  `import { loadModule, moduleUrl } from '${SOURCES}/support/package-root.ts';`,
  'let zod;',
  `const load = () => (zod ??= loadModule(moduleUrl('${ZOD_FILE}')));`,
  // Some are words that JavaScript keeps for itself.
  ...FUNCTIONS.map((name) => `const $${name} = ${call(name)};\nexport { $${name} as ${name} };`),
  ...Object.entries(SPACES).map(([space, functions]) => {
    const members = functionsOf(functions).map((name) => `${name}: ${call(`${space}.${name}`)}`);
    return `export const ${space} = { ${members.join(', ')} };`;
  }),
].join('\n');

/** The name that an expression begins with: "z" of `z.string().min(1)`. */
function rootOf(expression) {
  let node = expression;
  while (node?.type === 'CallExpression' || node?.type === 'MemberExpression') node = node.callee ?? node.object;
  return node?.type === 'Identifier' && node !== expression ? node.name : undefined;
}

const withoutTypes = (expression) => (expression?.type === 'TSAsExpression' ? expression.expression : expression);

/** The expressions that make schemas at the top of a module, of zod and of what was made of it there before: alone, or as members of an object. */
function schemasIn({ body }) {
  const known = new Set(['z']);
  const makesSchema = (node) => node?.type === 'CallExpression' && known.has(rootOf(node));
  return body.flatMap((statement) => {
    const { declarations = [] } =
      (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement) ?? {};
    return declarations.flatMap(({ id, init }) => {
      if (makesSchema(init)) {
        known.add(id.name);
        return [{ path: [id.name], ...init }];
      }
      const members = withoutTypes(init)?.properties ?? [];
      return members
        .filter(({ value }) => makesSchema(value))
        .map(({ key, value }) => ({ path: [id.name, key.name ?? key.value], ...value }));
    });
  });
}

/** Modules whose schemas the common commands ask; the build describes what these schemas take, so that zod is not loaded for it. */
const DESCRIBED = [
  ...readdirSync(path.join(SOURCES, 'formats')).map((format) => `formats/${format}/options.ts`),
  ...['claims/entries', 'opinions/answers', 'opinions/data'].map((name) => `formats/common/${name}.ts`),
  'domain/claims.ts',
  'hall/operations/records/lists/debate-summary.ts',
].map((name) => path.join(SOURCES, name));

/** Loads each source once, as a description knows some functions by themselves. */
const sourceFiles = register({ namespace: 'schemas' });
const importSource = (name) => sourceFiles.import(path.join(SOURCES, name), import.meta.url);

/** The descriptions of a module's schemas, by the places of these among its exports. */
async function describeSchemas(id) {
  if (!DESCRIBED.includes(id)) return () => '';
  const module = await importSource(path.relative(SOURCES, id));
  const { describeShape } = await importSource('domain/shapes/describe-shape.ts');
  return (place) => {
    const schema = place.reduce((value, name) => value?.[name], module);
    const shape = schema === undefined ? { type: 'unknown' } : describeShape(schema);
    return shape.type === 'unknown' ? '' : `, () => JSON.parse(${JSON.stringify(JSON.stringify(shape))})`;
  };
}

/** A module with one function, which gives what was made of `names` here. */
function dataModule(name, names, make) {
  const texts = names.map((each) => `${JSON.stringify(each)}: ${JSON.stringify(JSON.stringify(make(each)))}`);
  return `const texts = { ${texts.join(', ')} };\nconst read = {};\nexport const ${name} = (each) => (read[each] ??= JSON.parse(texts[each]));`;
}

/** What sources make of schemas when it is first asked stands in what ships as data. */
export const schemasAsData = {
  name: 'schemas-as-data',
  async load(id) {
    switch (path.relative(SOURCES, id)) {
      case 'ledger/chain/event-shapes.ts': {
        const { eventPayloads } = await importSource('domain/events.ts');
        const { payloadShapeOf } = await importSource('ledger/chain/event-shapes.ts');
        return dataModule('payloadShapeOf', Object.keys(eventPayloads), payloadShapeOf);
      }
      case 'formats/common/opinions/answer-forms.ts': {
        const { ANSWER_FORMS, answerFormOf } = await importSource('formats/common/opinions/answer-forms.ts');
        return dataModule('answerFormOf', ANSWER_FORMS, answerFormOf);
      }
      default:
        return null;
    }
  },
};

const HELPER = `import { lazySchema as $lazySchema } from '${SOURCES}/domain/shapes/lazy-schema.ts';`;

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
  async transform(code, id) {
    if (!isSource(id) || !code.includes("import * as z from 'zod'")) return null;
    const schemas = schemasIn(this.parse(code, { lang: 'ts' }));
    if (schemas.length === 0) return null;
    const describe = await describeSchemas(id);
    let lazy = code;
    for (const { path, start, end } of schemas.toReversed()) {
      lazy = `${lazy.slice(0, start)}$lazySchema(() => ${lazy.slice(start, end)}${describe(path)})${lazy.slice(end)}`;
    }
    return { code: `${lazy}\n${HELPER}`, map: null };
  },
};
