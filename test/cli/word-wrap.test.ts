import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getColumns, WordWrap, wrapMessage } from '../../src/doors/cli/render/layout/word-wrap.ts';

function wrapped(text: string, width: number, pieces = [text]): string {
  const wrap = new WordWrap(width);
  return pieces.map((piece) => wrap.write(piece)).join('') + wrap.flush();
}

it('breaks lines between words, and rows of a table nowhere', () => {
  const row = '| a claim that is long | 1 |';
  expect(wrapped(`one two three\n${row}\nfour five six`, 9)).toBe(`one two \nthree\n${row}\nfour five\nsix`);
});

it('changes nothing but where lines end, whatever the pieces are', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z |\n]{0,20}$/)), fc.integer({ min: 1, max: 30 }), (pieces, width) => {
      const text = pieces.join('');
      const bare = (of: string) => of.replace(/\s/g, '');
      expect(bare(wrapped(text, width, pieces))).toBe(bare(text));
      expect(wrapped(text, width, pieces)).toBe(wrapped(text, width));
    }),
  );
});

it('takes no terminal for one without any width, as those without a window say of themselves', () => {
  const columns = (given?: number) => getColumns({ isTTY: true, ...(given === undefined ? {} : { columns: given }) });
  expect([columns(0), columns(), columns(60), columns(300)]).toEqual([100, 100, 60, 100]);
});

it.each([
  ['Next  debate-hall show a · debate-hall s', 'Next  debate-hall show a\n  debate-hall s'],
  ['Next  debate-hall show a · npm start', 'Next  debate-hall show a · npm start'],
  [
    '\u001b[2mNext  \u001b[22mdebate-hall show one-that-is-very-long · debate-hall view one-that-is-very-long',
    '\u001b[2mNext  \u001b[22mdebate-hall show one-that-is-very-long\n  debate-hall view one-that-is-very-long',
  ],
  [
    'Next  npx debate-hall show one · npx debate-hall view one · npx debate-hall verify one',
    'Next  npx debate-hall show one\n  npx debate-hall view one\n  npx debate-hall verify one',
  ],
  [
    'Next  debate-hall show the-first · debate-hall view the-first',
    'Next  debate-hall show the-first\n  debate-hall view the-first',
  ],
  [
    'This debate is closed. Read it with "debate-hall show the-first", or ask again.',
    'This debate is closed. Read it with\n  "debate-hall show the-first", or\n  ask again.',
  ],
  // A full line before what fits on no line.
  [
    'Nobody has checked it so far. Check: debate-hall doctor --agent one-that-is-so-long',
    'Nobody has checked it so far. Check: debate-hall doctor --agent one-that-is-so-long',
  ],
  ['In the repository: git log --patch main..one', 'In the repository:\n  git log --patch main..one'],
  ['keep (the program; npm uninstall debate-hall)', 'keep (the program;\n  npm uninstall debate-hall)'],
  ['Resume it with: debate-hall plan --resume one', 'Resume it with:\n  debate-hall plan --resume one'],
  [
    '\u001b[2mReport\u001b[22m  /home/ada/my own app/debates/a.md',
    '\u001b[2mReport\u001b[22m\n  /home/ada/my own app/debates/a.md',
  ],
  [
    'Report  /home/ada/my own app/debates/a-very-long-name.md',
    'Report  /home/ada/my own app/debates/a-very-long-name.md',
  ],
  [
    'Outcome  Let debate-hall keep its ledgers in /a folder of a.b',
    'Outcome  Let debate-hall keep its\n  ledgers in /a folder of a.b',
  ],
  ['Outcome  debate-hall keeps its ledgers in files', 'Outcome  debate-hall keeps its\n  ledgers in files'],
])('breaks no command and no file of the message %j', (line, expected) => {
  expect(wrapMessage(line, 36, '  ')).toBe(expected);
});
