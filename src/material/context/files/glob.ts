// Globs of people and of agents, matched in time that is linear in the path whatever the pattern is.
import { RE2JS } from 're2js';

/** Paths are relative, with "/". */
export type PathMatch = (path: string) => boolean;

const MAX_LENGTH = 1_000;
/** Of a range such as {1..9}. */
const MAX_NUMBERS = 100;
const MAGIC = /[*?[{]|[@+!]\(/;
/** What may be repeated or left out: "+(a|b)" and its like. */
const REPEATS: Readonly<Record<string, string>> = { '@': '', '?': '?', '*': '*', '+': '+' };

/** A glob that means nothing here; the message follows "because". */
export class GlobError extends Error {}

/** The folder that a path with wildcards begins with, and the rest; without a rest there are no wildcards. */
export function splitGlob(path: string): { readonly base: string; readonly glob: string } {
  const segments = path.split('/');
  const first = segments.findIndex((segment) => MAGIC.test(segment));
  if (first === -1) return { base: path, glob: '' };
  const base = segments.slice(0, first).join('/');
  return { base: base === '' && first > 0 ? '/' : base || '.', glob: segments.slice(first).join('/') };
}

function expandNumbers(body: string): string | undefined {
  const [, from = '', to = ''] = /^(-?\d{1,9})\.\.(-?\d{1,9})$/.exec(body) ?? [];
  if (from === '') return undefined;
  const [low, high] = [Math.min(Number(from), Number(to)), Math.max(Number(from), Number(to))];
  if (high - low >= MAX_NUMBERS) throw new GlobError(`a range has at most ${MAX_NUMBERS} numbers`);
  return Array.from({ length: high - low + 1 }, (_, index) => String(low + index)).join('|');
}

/** "[!a-z]" at this place, as a class of RE2; `undefined` when it is not closed and so means itself. */
function readClass(glob: string, at: number): { readonly text: string; readonly end: number } | undefined {
  const [whole, not, body = ''] = /^\[([!^]?)(\]?[^\]/]*)\]/.exec(glob.slice(at)) ?? [];
  if (whole === undefined || body === '') return undefined;
  const escaped = body.replace(/[\\[\]^&~]/g, '\\$&');
  return { text: not ? `[^/${escaped}]` : `[${escaped}]`, end: at + whole.length };
}

function translate(glob: string): string {
  let text = '';
  const open: string[] = [];
  for (let at = 0; at < glob.length; ) {
    const here = glob[at] as string;
    const isStart = at === 0 || glob[at - 1] === '/';
    const folders = isStart ? /^\*\*(?:\/\*\*)*(\/|(?![\s\S]))/.exec(glob.slice(at)) : null;
    const numbers = /^\{(-?\d+\.\.-?\d+)\}/.exec(glob.slice(at));
    if (folders !== null) {
      text += folders[1] === '/' ? '(?:.*/)?' : '.*';
      at += folders[0].length;
    } else if (glob[at + 1] === '(' && here === '!') throw new GlobError('"!(…)" is not known here');
    else if (glob[at + 1] === '(' && Object.hasOwn(REPEATS, here)) {
      text += '(?:';
      open.push(`)${REPEATS[here]}`);
      at += 2;
    } else if (numbers !== null) {
      text += `(?:${expandNumbers(numbers[1] as string)})`;
      at += numbers[0].length;
    } else if (here === '{' && glob.indexOf('}', at) !== -1) {
      text += '(?:';
      open.push('}');
      at += 1;
    } else if (here === '}' && open.at(-1) === '}') {
      text += ')';
      open.pop();
      at += 1;
    } else if (here === ')' && open.at(-1)?.startsWith(')')) {
      text += open.pop();
      at += 1;
    } else if ((here === ',' && open.at(-1) === '}') || (here === '|' && open.at(-1)?.startsWith(')'))) {
      text += '|';
      at += 1;
    } else if (here === '*') {
      text += '[^/]*';
      at += /^\*+/.exec(glob.slice(at))?.[0].length ?? 1;
    } else if (here === '?') {
      text += '[^/]';
      at += 1;
    } else {
      const named = here === '[' ? readClass(glob, at) : undefined;
      const isEscaped = here === '\\' && at + 1 < glob.length;
      text += named?.text ?? RE2JS.quote(isEscaped ? (glob[at + 1] as string) : here);
      at = named?.end ?? at + (isEscaped ? 2 : 1);
    }
  }
  if (open.length > 0) throw new GlobError('a group is not closed');
  return text;
}

/** Hidden files and folders are matched where the glob itself begins them with a dot. */
function createHiddenMatch(glob: string): PathMatch {
  const named = [...glob.matchAll(/(?:^|[/{,(|])(\.[^*?[\]{}(),|/]*)/g)].map(([, start = '']) => start);
  return (path) =>
    path.split('/').every((name) => !name.startsWith('.') || named.some((start) => name.startsWith(start)));
}

/** @throws GlobError */
export function compileGlob(glob: string, { hidden }: { readonly hidden: boolean }): PathMatch {
  if (glob.length > MAX_LENGTH) throw new GlobError(`it has more than ${MAX_LENGTH} characters`);
  if (glob.startsWith('!')) throw new GlobError('a glob names files, it leaves none out');
  const plain = glob.replace(/^(?:\.\/)+/, '');
  let pattern: RE2JS;
  try {
    pattern = RE2JS.compile(translate(plain), RE2JS.DOTALL);
  } catch (error) {
    throw error instanceof GlobError ? error : new GlobError('it cannot be understood');
  }
  const isShown = hidden ? () => true : createHiddenMatch(plain);
  return (path) => isShown(path) && pattern.testExact(path);
}
