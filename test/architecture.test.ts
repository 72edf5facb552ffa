// Rules of the layers that neither an import nor a lint rule shows; docs/architecture.md explains the layers.
import { readdirSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));

/** Programs of their own, which the hall only starts. */
const PROGRAMS = /^agents\/kinds\/rehearsal\/child\/|^process\/cleanup\/watchdog-program\.ts$/;

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .map((path) => path.split(sep).join('/'))
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(`${SOURCES}${path}`, 'utf8') }));

/** Files outside of `allowed` that hold the pattern. */
function offenders(pattern: RegExp, allowed: RegExp): string[] {
  return files.filter(({ path, text }) => !allowed.test(path) && pattern.test(text)).map(({ path }) => path);
}

/** Proves that the search finds something: a file that is allowed to hold the pattern. */
function holds(path: string, pattern: RegExp): boolean {
  return files.some((file) => file.path === path && pattern.test(file.text));
}

test('a file says in its first line what it is for, right above its imports, and has at most 250 lines', () => {
  expect(files.filter(({ text }) => !/^(?:\/\/ |\/\*\*|#!)/.test(text)).map(({ path }) => path)).toEqual([]);
  const hasGap = /^(?:\/\/.*\n)+\nimport /;
  expect(hasGap.test('// What it is for.\n\nimport { a } from "b";\n')).toBe(true);
  expect(offenders(hasGap, /^$/)).toEqual([]);
  expect(files.filter(({ text }) => text.trimEnd().split('\n').length > 250).map(({ path }) => path)).toEqual([]);
});

test('only support reads the clock and draws random values', () => {
  const pattern = /\bMath\.random\b|\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\brandom(?:Bytes|UUID|Int)\b/;
  expect(holds('support/clock.ts', pattern)).toBe(true);
  // How long to wait, a key, and since when a seat has been thinking: none of them reaches a ledger.
  expect(
    offenders(pattern, /^support\/|^exchange\/github\/api\/client\.ts$|^page\/hall\/clock\.ts$/).filter(
      (path) => !PROGRAMS.test(path),
    ),
  ).toEqual([]);
});

test('one file finds the home of a person, where HOME may be empty or relative', () => {
  const pattern = /\bhomedir\b|\[['"]HOME['"]\] (?:\?\?|\|\|) (?!env)/;
  expect(holds('support/home-folder.ts', pattern)).toBe(true);
  expect(offenders(pattern, /^support\/home-folder\.ts$/)).toEqual([]);
});

test('only the process runner starts programs', () => {
  const pattern = /['"](?:node:)?child_process['"]|['"]execa['"]/;
  expect(holds('process/spawn.ts', pattern)).toBe(true);
  expect(offenders(pattern, /^process\//).filter((path) => !PROGRAMS.test(path))).toEqual([]);
});

test('no source file switches off a rule that guards the layers or promises', () => {
  const pattern = /biome-ignore(?:-\w+)? lint(?::|\/(?:style\/noRestrictedGlobals|nursery\/noFloatingPromises))/;
  expect(pattern.test('// biome-ignore lint/style/noRestrictedGlobals: because')).toBe(true);
  // It takes the time that an event carries apart.
  expect(offenders(pattern, /^domain\/budget\.ts$/)).toEqual([]);
});

test('one server listens for HTTP, with its limits and its check of host and origin', () => {
  const pattern = /from ['"]node:https?['"]/;
  expect(holds('net/server/server.ts', pattern)).toBe(true);
  // What stands for the service of a model when an agent is checked answers as wrongly as such services do.
  expect(offenders(/\bcreateServer\b[^;]*from ['"]node:https?['"]/, /^net\/server\/|^agents\/model-server\//)).toEqual(
    [],
  );
});

test('no time limit and no request loses its signal when memory is collected', () => {
  const pattern = /\bAbortSignal\.timeout\(|\bnew Request\(/;
  expect(['AbortSignal.timeout(5)', 'new Request(url)'].every((text) => pattern.test(text))).toBe(true);
  // In a browser, nothing is combined with the limit.
  expect(offenders(pattern, /^page\//)).toEqual([]);
});

test('nobody waits for a signal that was aborted before', () => {
  const pattern = /\.addEventListener\(\s*['"]abort['"]/;
  expect(holds('support/wait.ts', pattern)).toBe(true);
  expect(offenders(pattern, /^support\/wait\.ts$/)).toEqual([]);
});

test('no wait joins signals, of which one that lives for long would keep a trace', () => {
  const pattern = /\bwait(?:For)?\([^;]*\bAbortSignal\.any\(/;
  expect(pattern.test('await wait(5, AbortSignal.any([one, other]))')).toBe(true);
  expect(offenders(pattern, /^$/)).toEqual([]);
});

test('one function makes a hexadecimal SHA-256', () => {
  // Streams of bytes and other forms of a digest are none.
  const pattern = /createHash\('sha256'\)\s*\.update\([^;]*\)\s*\.digest\('hex'\)/;
  expect(pattern.test("createHash('sha256').update(text).digest('hex')")).toBe(true);
  expect(offenders(pattern, /^support\/canonical\.ts$/)).toEqual([]);
});

test('what nobody sees and scripts need is the same for terminals and for documents, which share no room below them', () => {
  const [first, ...others] = files.flatMap(({ text }) => /^const NEEDED = (String\.raw.*)$/m.exec(text)?.[1] ?? []);
  expect(others).toEqual([first]);
});
