// Renders the small part of Go templates that our chart uses, since helm is not on every machine; anything else is an error here.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import canonicalize from 'canonicalize';
import { dump, load, loadAll } from 'js-yaml';

type Value = unknown;
type Node =
  | { readonly text: string }
  | { readonly output: string }
  | { readonly with: string; readonly body: readonly Node[] };

/** An action with what it trims around it. */
const ACTION = /(?<before>\s*)\{\{(?<left>-?)\s*(?<code>.*?)\s*(?<right>-?)\}\}(?<after>\s*)/gs;

interface Token {
  readonly text?: string;
  readonly code?: string;
}

function tokenize(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let trimmed = '';
  for (let match = ACTION.exec(source); match !== null; match = ACTION.exec(source)) {
    const { before = '', left, code = '', right, after = '' } = match.groups ?? {};
    tokens.push({ text: trimmed + source.slice(at, match.index) + (left === '-' ? '' : before) }, { code });
    trimmed = '';
    at = match.index + match[0].length - (right === '-' ? 0 : after.length);
    ACTION.lastIndex = at;
  }
  return [...tokens, { text: source.slice(at) }];
}

/** Fills `defined` with the named templates on its way. */
function parse(tokens: Token[], defined: Map<string, readonly Node[]>): readonly Node[] {
  const nodes: Node[] = [];
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    if (token.text !== undefined) nodes.push({ text: token.text });
    const code = token.code ?? '';
    const [, name] = /^define "(.+)"$/.exec(code) ?? [];
    if (name !== undefined) defined.set(name, parse(tokens, defined));
    else if (code.startsWith('with ')) nodes.push({ with: code.slice(5), body: parse(tokens, defined) });
    else if (code === 'end') return nodes;
    else if (token.code !== undefined) nodes.push({ output: code });
  }
  return nodes;
}

const indent = (text: string, by: number) => text.replace(/^(?=.)/gm, ' '.repeat(by));

const FUNCTIONS: Readonly<Record<string, (...values: readonly never[]) => Value>> = {
  default: (fallback: Value, value: Value) => (value === '' || value === undefined ? fallback : value),
  quote: (value: Value) => JSON.stringify(String(value)),
  // Go sorts keys.
  toJson: (value: Value) => canonicalize(value),
  toYaml: (value: Value) => dump(value).trimEnd(),
  nindent: (by: number, text: string) => `\n${indent(text, by)}`,
  add: (one: number, other: number) => one + other,
  sha256sum: (text: string) => createHash('sha256').update(text).digest('hex'),
};

export function renderChart(folder: string, values: object, release: string): readonly object[] {
  const { appVersion } = load(fs.readFileSync(path.join(folder, 'Chart.yaml'), 'utf8')) as { appVersion: string };
  const root = { Values: values, Release: { Name: release }, Chart: { AppVersion: appVersion } };
  const templates = path.join(folder, 'templates');
  const defined = new Map<string, readonly Node[]>();
  const parsed = fs
    .readdirSync(templates)
    .map((name) => parse([...tokenize(fs.readFileSync(path.join(templates, name), 'utf8'))], defined));

  const evaluateTerm = (term: string, dot: Value): Value => {
    if (term === '.') return dot;
    if (/^"[^"]*"$|^-?\d+$/.test(term)) return JSON.parse(term);
    if (!/^(?:\.\w+)+$/.test(term)) throw new Error(`Not in the renderer of the tests: ${term}`);
    return term
      .slice(1)
      .split('.')
      .reduce((value: Value, key) => {
        const found = (value as Record<string, Value>)[key];
        if (found === undefined) throw new Error(`The chart has no value ${term}.`);
        return found;
      }, dot);
  };
  const evaluate = (code: string, dot: Value): Value => {
    let piped: Value[] = [];
    for (const part of code.split(' | ')) {
      const [first = '', ...terms] = part.match(/"[^"]*"|\S+/g) ?? [];
      const given = [...terms.map((term) => evaluateTerm(term, dot)), ...piped];
      if (first === 'include') piped = [render(defined.get(String(given[0])) ?? fail(String(given[0])), given[1])];
      else if (Object.hasOwn(FUNCTIONS, first)) piped = [FUNCTIONS[first]?.(...(given as never[]))];
      else piped = [evaluateTerm(first, dot)];
    }
    return piped[0];
  };
  const render = (nodes: readonly Node[], dot: Value): string =>
    nodes
      .map((node) => {
        if ('text' in node) return node.text;
        if ('output' in node) return node.output === '' ? '' : String(evaluate(node.output, dot));
        return render(node.body, evaluate(node.with, dot));
      })
      .join('');
  return parsed.flatMap((nodes) => loadAll(render(nodes, root)).filter((each) => each != null) as object[]);
}

function fail(name: string): never {
  throw new Error(`The chart has no template "${name}".`);
}
