// Globs find what shells and editors find with them, and take no longer for any pattern.
import picomatch from 'picomatch';
import { expect, test } from 'vitest';
import { compileGlob, GlobError, splitGlob } from '../../src/material/context/files/glob.ts';

const PATHS = [
  ...['a.ts', 'b.js', '.a.ts', 'src/a.ts', 'src/b.tsx', 'src/deep/c.ts', 'src/.hidden/d.ts', 'src/deep/.env', 'x'],
  ...[
    'file1.txt',
    'file2.txt',
    'file10.txt',
    'src/a-b.ts',
    'src/[a].ts',
    'a+b.ts',
    'src/deep/er/e.test.ts',
    'ab',
    'aab',
    'a(1).ts',
  ],
  ...[
    '.github/workflows/ci.yml',
    '.github/.keep',
    'été.md',
    'two words.md',

    'src/index.d.ts',
    'B.JS',
    '-x',
    'a]b',
  ],
];
const GLOBS = [
  ...[
    '*',
    '*.ts',
    '**',
    '**/*',
    '**/*.ts',
    'src/*',
    'src/**',
    'src/**/*.ts',
    '**/deep/**',
    'src/*/*.ts',
    '?',
    '??',
    '*.{ts,js}',
  ],
  ...[
    '{src,test}/**/*.ts',
    'src/{a,deep/c}.ts',
    '*.{ts,{js,md}}',
    'file[0-9].txt',

    'file[^1].txt',
    'src/\\[a\\].ts',
  ],
  ...[
    '@(a|b).*',
    '+(a)b',
    '?(a)b',
    '*(a)b',
    'a*b',
    '*a*',
    'src/**/deep/**/*.ts',
    '**/*.test.ts',
    '.*',
    '.github/**',
    '**/.env',
    './*.ts',
  ],
  ...['a+b.ts', 'été.*', '* *', '[a-c]*', 'src/a?b.ts', '**/e*.ts', '**/{a,c}.ts', '*.d.ts', '**/*.d.ts', 'a]b'],
];

test.each([true, false])('%s: as picomatch, which is not linear, for every glob and path', (hidden) => {
  for (const glob of GLOBS) {
    const isMatch = compileGlob(glob, { hidden });
    const expected = picomatch(glob, { dot: hidden });
    for (const path of PATHS) expect([glob, path, isMatch(path)]).toEqual([glob, path, expected(path)]);
  }
});

test('numbers of a range, and all but some characters', () => {
  expect(PATHS.filter(compileGlob('file[!1].txt', { hidden: true }))).toEqual(['file2.txt']);
  expect(PATHS.filter(compileGlob('file{1..2}.txt', { hidden: true }))).toEqual(['file1.txt', 'file2.txt']);
});

test('what it does not know it says', () => {
  for (const glob of ['!a', '!(a|b)', '@(a', '{1..1000}', 'a'.repeat(1001)]) {
    expect(() => compileGlob(glob, { hidden: true })).toThrow(GlobError);
  }
});

test.each([
  ['src/*.ts', 'src', '*.ts'],
  ['*.ts', '.', '*.ts'],
  ['/x/{a,b}', '/x', '{a,b}'],
  ['/*', '/', '*'],
  ['a/b', 'a/b', ''],
])('%s begins with %s', (path, base, glob) => expect(splitGlob(path)).toEqual({ base, glob }));

test('patterns that make other engines try for ever end', () => {
  const path = `src/components/${'a'.repeat(200)}.test.ts`;
  for (const glob of [
    '**/+(*)X',
    '**/*(*)X',
    '**/+(**)X',
    `**/${'*?'.repeat(90)}X`,
    `**/${'*a'.repeat(90)}X`,
    '**/+(+(+(*)))X',
    `${'{a,b}'.repeat(30)}X`,
  ]) {
    expect(compileGlob(glob, { hidden: true })(path)).toBe(false);
  }
});
