// What people read uses the words of docs/writing.md: the program with its comments, its help, the docs and the prompts.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/doors/cli/program.ts';
import { commandsBelow } from '../support/commands.ts';
import { documents, read, root } from './documents.ts';

const program = await createProgram();

const BANNED: readonly RegExp[] = [
  /unless told otherwise/i,
  /\bby hand\b/i,
  /\b(go|goes|going|went) on with\b/i,
  /\bcan not\b/i,
  /\b(is|are) told\b/i,
  /\bcomes? to nothing\b/i,
  /\bstands? beside\b/i,
  /\bof its own accord\b/i,
  /\bbrought about\b/i,
  /\bbegun anew\b/i,
  /\bdue now\b/i,
  /\bfurther tries\b/i,
  /\bno model (is|was) asked\b/i,
];

function bannedIn(text: string): string[] {
  return BANNED.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
}

const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:tsx?|css)$/.test(file))
  .map((file) => path.join('src', file));

/** Comments that were posted on GitHub keep their words, so that the next sync need not edit them all. */
const KEPT = new Set(['src/exchange/github/comment.ts']);

/** What lists the words that nobody should use, or quotes what was said before. */
const ABOUT_WORDS = new Set(['docs/writing.md', 'CHANGELOG.md']);

describe('the words of docs/writing.md', () => {
  it('are those of the program and its comments, of docs and of prompts', async () => {
    const texts = [...sources, ...documents, 'action.yml'];
    const files = texts.filter((file) => !KEPT.has(file) && !ABOUT_WORDS.has(file));
    const found: string[] = [];
    for (const file of files) for (const words of bannedIn(await read(file))) found.push(`${file}: ${words}`);
    expect(found).toEqual([]);
  });

  it.each(commandsBelow(program))('are those of the help of $name', ({ command }) => {
    expect(bannedIn(command.helpInformation())).toEqual([]);
  });

  it('catch old words and let new ones pass', () => {
    expect(bannedIn('3 rounds unless told otherwise; it can not wait')).toEqual(['unless told otherwise', 'can not']);
    expect(bannedIn('resume a debate where it left off')).toEqual([]);
  });
});
