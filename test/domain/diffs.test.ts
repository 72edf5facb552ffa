import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Diff, getPath, parseDiff } from '../../src/domain/diffs/diff.ts';
import { fileNamed, hasLine } from '../../src/domain/diffs/lookup.ts';
import { guessPlatform, PLATFORMS } from '../../src/domain/diffs/platform.ts';
import { quoteStands } from '../../src/domain/diffs/quote.ts';
import { inCampaign, times } from '../support/campaign.ts';
import { cpuSeconds, MUCH_TOO_LONG_S } from '../support/cpu-time.ts';

const lines = (...all: string[]) => `${all.join('\n')}\n`;

/** The only file of a diff. */
function one(text: string) {
  const { files } = parseDiff(text);
  if (files.length !== 1 || files[0] === undefined) throw new Error(`There are ${files.length} files.`);
  return files[0];
}

const CART = lines(
  'diff --git a/src/cart.ts b/src/cart.ts',
  'index 1111111..2222222 100644',
  '--- a/src/cart.ts',
  '+++ b/src/cart.ts',
  '@@ -10,4 +10,5 @@ function total() {',
  ' const items = load();',
  '-const max = 1;',
  '+const max = 10;',
  '+  return sum(...items);',
  ' }',
  ' ',
  '@@ -30 +31 @@',
  '-- a list item',
  '+++ counter;',
  '\\ No newline at end of file',
);

describe('a file of a diff', () => {
  it('has the lines that its hunks show, by number', () => {
    const file = one(CART);
    expect(file).toMatchObject({ oldPath: 'src/cart.ts', newPath: 'src/cart.ts', status: 'modified', mode: '100644' });
    expect([...file.shown]).toEqual([
      [10, 'const items = load();'],
      [11, 'const max = 10;'],
      [12, '  return sum(...items);'],
      [13, '}'],
      [14, ''],
      [31, '++ counter;'],
    ]);
    expect([...file.removed]).toEqual([
      [11, 'const max = 1;'],
      [30, '- a list item'],
    ]);
    expect([file.added, file.newId]).toEqual([3, '2222222']);
    expect([10, 14, 31, 30, 15, 9, 0].map((line) => hasLine(file, line))).toEqual([
      ...[true, true, true, true, false, false, false],
    ]);
  });

  it.each([
    ['new', 'new file mode 100644', '--- /dev/null', '+++ b/x y.ts\t', [undefined, 'x y.ts', 'added']],
    ['deleted', 'deleted file mode 100644', '--- a/x y.ts\t', '+++ /dev/null', ['x y.ts', undefined, 'deleted']],
  ])('is %s', (_, mode, old, now, expected) => {
    const file = one(lines('diff --git a/x y.ts b/x y.ts', mode, old, now, '@@ -1 +1 @@', '-a', '+b'));
    expect([file.oldPath, file.newPath, file.status]).toEqual(expected);
  });

  it.each([
    ['empty and new', ['diff --git a/a b/c b/a b/c', 'new file mode 100644'], [undefined, 'a b/c', 'added', false]],
    ['empty and gone', ['diff --git a/e f b/e f', 'deleted file mode 100644'], ['e f', undefined, 'deleted', false]],
    ['of another mode', ['diff --git a/x b/x', 'old mode 100644', 'new mode 100755'], ['x', 'x', 'modified', false]],
    [
      'moved',
      ['diff --git a/a b.ts b/c d.ts', 'similarity index 100%', 'rename from a b.ts', 'rename to c d.ts'],
      ['a b.ts', 'c d.ts', 'renamed', false],
    ],
    [
      'a copy',
      ['diff --git a/a.ts b/"b.ts', 'copy from a.ts', 'copy to "\\"b.ts"'],
      ['a.ts', '"b.ts', 'copied', false],
    ],
    [
      'binary',
      ['diff --git a/p q.png b/p q.png', 'index 1..2', 'Binary files a/p q.png and b/p q.png differ'],
      ['p q.png', 'p q.png', 'modified', true],
    ],
    [
      'a binary patch',
      [
        'diff --git a/p b/p',
        'new file mode 100644',
        'GIT binary patch',
        'literal 3',
        'KcmZQzWM',
        '',
        'literal 0',
        'Hc',
      ],
      [undefined, 'p', 'added', true],
    ],
    [
      'named in quotes',
      [
        'diff --git "a/caf\\303\\251 \\"x\\"\\n\\\\\\t.md" "b/caf\\303\\251 \\"x\\"\\n\\\\\\t.md"',
        'old mode 100644',
        'new mode 100755',
      ],
      ['café "x"\n\\\t.md', 'café "x"\n\\\t.md', 'modified', false],
    ],
    [
      'in the diff of a merge that removed it',
      ['diff --cc gone.ts', 'index 1,2..0', 'deleted file mode 100644,100644', '--- a/gone.ts', '+++ /dev/null'],
      ['gone.ts', undefined, 'deleted', false],
    ],
  ] as const)('is %s', (_, header, expected) => {
    const file = one(lines(...header));
    expect([file.oldPath, file.newPath, file.status, file.binary]).toEqual(expected);
  });

  it('of a merge counts lines of the result, and of the first parent that had them', () => {
    const file = one(
      lines(
        ...['diff --cc a.ts', 'index 1,2..3', '--- a/a.ts', '+++ b/a.ts', '@@@ -5,3 -6,3 +7,4 @@@ f', '  same'],
        ...['- ours', ' -theirs', '++both', '+ from theirs', '  end'],
      ),
    );
    expect([...file.shown]).toEqual([
      [7, 'same'],
      [8, 'both'],
      [9, 'from theirs'],
      [10, 'end'],
    ]);
    expect([...file.removed]).toEqual([
      [6, 'ours'],
      [7, 'theirs'],
    ]);
    expect(file.added).toBe(2);
  });

  it('is read with carriage returns, without the blank of empty lines, and without a line of git’s own', () => {
    const crlf = one(CART.replaceAll('\n', '\r\n'));
    expect([...crlf.shown]).toEqual([...one(CART).shown]);
    expect(crlf.newPath).toBe('src/cart.ts');
    expect([...one(CART.replace('\n \n', '\n\n')).shown]).toEqual([...one(CART).shown]);
    const plain = parseDiff(
      lines(
        '--- a.c\t2020-01-01',
        '+++ a.c\t2020-01-02',
        '@@ -1 +1 @@',
        '-x',
        '+y',
        '--- b.c',
        '+++ b.c',
        '@@ -0,0 +1 @@',
        '+z',
      ),
    );
    expect(plain.files.map(getPath)).toEqual(['a.c', 'b.c']);
  });

  it('that is cut off does not swallow the next one', () => {
    const { files } = parseDiff(`${CART.split('\n').slice(0, 7).join('\n')}\n${CART.replaceAll('cart', 'shop')}`);
    expect(files.map((file) => [getPath(file), file.shown.size])).toEqual([
      ['src/cart.ts', 1],
      ['src/shop.ts', 6],
    ]);
  });

  it('comes with its place in the text', () => {
    const text = `From: someone\n\n${CART}${CART.replaceAll('cart', 'shop')}`;
    const { files } = parseDiff(text);
    expect(files.map(({ start, end }) => text.slice(start, end))).toEqual([CART, CART.replaceAll('cart', 'shop')]);
  });
});

/** A line of a file; never one that only an old side without line end could hold. */
const content = fc.string({ unit: fc.constantFrom(...'ab+- \\@{}.…é"\t'), maxLength: 12 });
const change = fc.array(fc.record({ kind: fc.constantFrom('added', 'removed', 'context'), text: content }), {
  minLength: 1,
  maxLength: 12,
});
const MARKS = { added: '+', removed: '-', context: ' ' } as const;

function hunkText(shown: readonly { kind: keyof typeof MARKS; text: string }[], oldStart: number, newStart: number) {
  const oldCount = shown.filter(({ kind }) => kind !== 'added').length;
  const newCount = shown.filter(({ kind }) => kind !== 'removed').length;
  const header = `@@ -${oldStart},${oldCount} +${newStart},${newCount} @@`;
  return { text: lines(header, ...shown.map(({ kind, text }) => MARKS[kind] + text)), oldCount, newCount };
}

describe('any diff', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { maxLength: 4 }), (files) => {
        let text = '';
        const expected = files.map((hunks, index) => {
          const shown: [number, string][] = [];
          const removed: [number, string][] = [];
          let oldLine = 1;
          let newLine = 1;
          text += lines(`diff --git a/f ${index} b/f ${index}`, `--- a/f ${index}\t`, `+++ b/f ${index}\t`);
          for (const hunk of hunks) {
            const all = hunk as { kind: keyof typeof MARKS; text: string }[];
            text += hunkText(all, oldLine, newLine).text;
            for (const line of all) {
              if (line.kind === 'removed') removed.push([oldLine, line.text]);
              else shown.push([newLine, line.text]);
              if (line.kind !== 'added') oldLine += 1;
              if (line.kind !== 'removed') newLine += 1;
            }
            oldLine += 7;
            newLine += 7;
          }
          return { path: `f ${index}`, shown, removed };
        });
        const read = parseDiff(text).files.map((file) => {
          return { path: getPath(file), shown: [...file.shown], removed: [...file.removed] };
        });
        expect(read).toEqual(expected);
      }),
    );
  });

  it('never makes reading fail, however broken it is', () => {
    const piece = fc.constantFrom(
      ...CART.split('\n'),
      'diff --git "a/x',
      '@@@ -1 -1 +1 @@@',
      '@@ -1,999999 +1 @@',
      'rename to ',
      '--- ',
      '\r',
    );
    fc.assert(
      fc.property(fc.array(piece), (some) => {
        const text = some.join('\n');
        for (const file of parseDiff(text).files) expect(text.slice(file.start, file.end)).not.toBe('');
      }),
    );
  });

  it('holds every line that it shows, as a quote of its file', () => {
    fc.assert(
      fc.property(change, (all) => {
        const shown = all as { kind: keyof typeof MARKS; text: string }[];
        const diff = parseDiff(lines('--- a/f', '+++ b/f') + hunkText(shown, 1, 1).text);
        for (const { text } of shown) {
          if (/[\p{L}\p{N}]/u.test(text)) expect(quoteStands(diff, text, { file: 0 })).toBeDefined();
        }
        const marked = shown.map(({ kind, text }) => MARKS[kind] + text).join('\n');
        if (/[\p{L}\p{N}]/u.test(marked)) expect(quoteStands(diff, marked)).toBeDefined();
        expect(quoteStands(diff, 'zzz')).toBeUndefined();
      }),
    );
  });
});

const named = (...paths: string[]): Diff =>
  parseDiff(
    paths.map((path) => lines(`diff --git a/${path} b/${path}`, 'old mode 100644', 'new mode 100755')).join(''),
  );

describe('a name that a reviewer gives', () => {
  const diff = named(
    'src/cart.ts',
    'lib/shop/cart.ts',
    'lib/Shop/Other.ts',
    'main.ts',
    'a/real.ts',
    'real.ts',
    'x/Case.ts',
    'y/case.ts',
  );
  it.each([
    ['src/cart.ts', 0],
    ['./src/cart.ts', 0],
    ['a/src/cart.ts', 0],
    ['b/src/cart.ts', 0],
    ['src\\cart.ts', 0],
    [' .//src//cart.ts ', 0],
    ['shop/cart.ts', 1],
    ['/home/me/project/src/cart.ts', 0],
    ['C:\\work\\lib\\shop\\cart.ts', 1],
    ['cart.ts', undefined],
    ['art.ts', undefined],
    ['legacy/cart.ts', undefined],
    ['legacy/main.ts', undefined],
    ['/etc/main.ts', undefined],
    ['b/cart.ts', undefined],
    ['domain.ts', undefined],
    ['ts', undefined],
    ['', undefined],
    ['/', undefined],
    ['a/real.ts', 4],
    ['real.ts', 5],
    ['b/real.ts', 5],
    ['Main.TS', 3],
    ['other.ts', 2],
    ['SRC/CART.TS', 0],
    ['Case.ts', 6],
    ['CASE.ts', undefined],
  ])('%j means file %j', (name, index) => {
    expect(fileNamed(diff, name)).toBe(index);
  });

  it.each([
    [' lead.txt', 'lead.txt'],
    ['trail.md ', 'trail.md'],
    ['"quoted".txt', 'quoted.txt'],
    ['docs /“plan”.md', 'docs/plan.md'],
    ['src/*.ts', 'src/.ts'],
    ['`tick`.ts', 'tick.ts'],
    ['a\\b.txt', 'a\\b.txt'],
    ['lib/ Lead.txt', 'lib/lead.txt'],
  ])('of %j may lack blanks and marks: %j', (path, name) => {
    const index = fileNamed(named('other.txt', path), name);
    expect(index).toBe(1);
    expect(fileNamed(named(path, name.replaceAll('\\', '/')), name)).toBe(1);
    expect(fileNamed(named(path, path.replace(/^\s*/, '  ')), name)).not.toBe(0);
  });

  it('may be the old one of a moved file, unless another has it now', () => {
    const moved = lines('diff --git a/old.ts b/new.ts', 'rename from old.ts', 'rename to new.ts');
    expect(fileNamed(parseDiff(moved), 'old.ts')).toBe(0);
    expect(fileNamed(parseDiff(moved + lines('diff --git a/old.ts b/old.ts', 'new file mode 100644')), 'old.ts')).toBe(
      1,
    );
  });

  it('means what is there now where a file became a link', () => {
    const typed = lines('diff --git a/x b/x', 'deleted file mode 100644', 'diff --git a/x b/x', 'new file mode 120000');
    expect(fileNamed(parseDiff(typed), 'x')).toBe(1);
  });

  it('never means a file that has another base name', () => {
    const part = fc.constantFrom('a', 'b', 'src', 'x.ts', 'X.ts', 'ax.ts');
    const path = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 5 }), path, (paths, name) => {
        const index = fileNamed(named(...paths), name);
        const base = (text: string | undefined) => text?.split('/').at(-1)?.toLowerCase();
        if (index !== undefined) expect(base(paths[index])).toBe(base(name));
        if (paths.includes(name)) expect(index).toBe(paths.indexOf(name));
      }),
    );
  });
});

describe('a quote', () => {
  const diff = parseDiff(CART + CART.replaceAll('cart', 'shop').replace('max = 10', 'limit = 10'));
  it.each([
    ['const max = 10;', { file: 0, line: 11, side: 'new' }],
    ['const  max\t= 10;', { file: 0, line: 11, side: 'new' }],
    ['+const max = 10;\n+  return sum(...items);', { file: 0, line: 11, side: 'new' }],
    ['-const max = 1;', { file: 0, line: 11, side: 'old' }],
    ['-const max = 1;\n+const max = 10;', { file: 0, line: 11, side: 'old' }],
    ['@@ -10,4 +10,5 @@ function total() {\n const items = load();', { file: 0, line: 10, side: 'new' }],
    ['const items = load();\nconst max = 1;', { file: 0, line: 10, side: 'new' }],
    ['sum(...items)', { file: 0, line: 12, side: 'new' }],
    ['const items = load();\n...\nreturn sum', { file: 0, line: 10, side: 'new' }],
    ['const items … counter;', { file: 0, line: 10, side: 'new' }],
    ['- a list item', { file: 0, line: 30, side: 'old' }],
    ['const limit = 10;', { file: 1, line: 11, side: 'new' }],
    ['return sum ... const items', undefined],
    ['const limit = 10; ... const max = 10;', undefined],
    ['onst max = 10;', undefined],
    ['max = 1', { file: 0, line: 11, side: 'old' }],
    ['x = 10', undefined],
    ['} counter', undefined],
    ['const max = 11;', undefined],
    ['}', undefined],
    ['...', undefined],
    ['', undefined],
  ])('%j stands at %j', (quote, place) => {
    expect(quoteStands(diff, quote)).toEqual(place);
  });

  it('is looked for in one file only when asked, and told where it is nearest', () => {
    expect(quoteStands(diff, 'const max = 10;', { file: 1 })).toBeUndefined();
    expect(quoteStands(diff, 'const items', { file: 1 })).toEqual({ file: 1, line: 10, side: 'new' });
    expect(quoteStands(diff, 'const max', { file: 7 })).toBeUndefined();
    const twice = parseDiff(
      lines('--- a/f', '+++ b/f', '@@ -0,0 +1,9 @@', ...Array.from({ length: 9 }, () => '+again();')),
    );
    expect([1, 5, 9, 50].map((line) => quoteStands(twice, 'again()', { line })?.line)).toEqual([1, 5, 9, 9]);
  });
});

describe('the platform', () => {
  it.each([
    [['lib/main.dart', 'android/app/build.gradle', 'ios/Runner/Info.plist', 'ios/Podfile'], 'flutter'],
    [['app/src/main/java/com/x/Main.kt', 'app/src/main/res/layout/main.xml'], 'android'],
    [['App/View.swift', 'App/Info.plist', 'README.md'], 'ios'],
    [['server/routes/users.ts', 'db/migrations/1.sql'], 'backend'],
    [['cmd/main.go', 'README.md'], 'backend'],
    [['src/app.tsx', 'src/style.css', 'db/one.sql'], 'general'],
    [['README.md', 'package.json'], 'general'],
    [['src/a.ts', 'db/a.sql'], 'backend'],
    [[], 'general'],
  ])('of %j is %s', (paths, platform) => {
    expect(guessPlatform(named(...paths))).toBe(platform);
  });

  it('does not depend on the order of the files', () => {
    const path = fc.constantFrom('a.dart', 'b.swift', 'AndroidManifest.xml', 'c.sql', 'd.ts', 'e.md');
    fc.assert(
      fc.property(fc.array(path), (paths) => {
        const platform = guessPlatform(named(...paths));
        expect(PLATFORMS).toContain(platform);
        expect(guessPlatform(named(...paths.toReversed()))).toBe(platform);
      }),
    );
  });
});

describe('hostile sizes', () => {
  it.runIf(inCampaign)('cost time in proportion to them', async () => {
    const files = times(20_000, 2_000);
    const cost = await cpuSeconds(() => {
      const hunk = (text: string) => lines('--- a/f', '+++ b/f', '@@ -0,0 +1 @@', `+${text}`);
      const long = parseDiff(hunk('a'.repeat(2_000_000)));
      expect(quoteStands(long, `${'a'.repeat(100_000)}b`)).toBeUndefined();
      expect(quoteStands(parseDiff(hunk('a '.repeat(1_000_000))), `${'a '.repeat(50_000)}b`)).toBeUndefined();
      expect(quoteStands(parseDiff(hunk(`${' '.repeat(1_000_000)}x`)), `x${' '.repeat(1_000_000)}y`)).toBeUndefined();
      expect(quoteStands(parseDiff(hunk('a ... '.repeat(200_000))), 'a ... '.repeat(20_000))).toBeDefined();
      parseDiff(`diff --git "${'\\'.repeat(1_000_000)}`);
      parseDiff(`diff --git ${'a '.repeat(500_000)}"`);
      parseDiff(`@@ ${'-1 '.repeat(300_000)}`);
      parseDiff(`diff --git a/x b/x\n@@ ${'-1 '.repeat(300_000)}\nBinary files ${' differ'.repeat(200_000)}x`);
      expect(parseDiff(CART.repeat(files)).files).toHaveLength(files);
    });
    expect(cost).toBeLessThan(MUCH_TOO_LONG_S);
  });
});
