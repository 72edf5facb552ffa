// What people read uses the words of docs/vocabulary.md: the texts of the program, its help, the docs and the prompts.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program/program.ts';
import { commandsBelow } from '../support/commands.ts';
import { documents, read, root } from './documents.ts';

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
  /\bno model is asked\b/i,
];

function bannedIn(text: string): string[] {
  return BANNED.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
}

/** String literals and the fixed parts of templates; comments are for readers of the code. */
function textsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest);
  const texts: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => path.join('src', file));

/** Comments that were posted on GitHub keep their words, so that the next sync need not edit them all. */
const KEPT = new Set(['src/github/comment.ts']);

/** What lists the words that nobody should use, or quotes what was said before. */
const ABOUT_WORDS = new Set(['docs/vocabulary.md', 'CHANGELOG.md']);

/** Texts that are still to be rewritten; the list only ever gets shorter. */
const NOT_YET: readonly string[] = [
  ...['src/formats/', 'src/mcp/', 'src/agents/kinds/rehearsal/child/'],
  ...['src/cli/actions/run-view.ts', 'src/cli/render/live/live-view.ts'],
  ...['prompts/', 'skills/', 'docs/formats/', 'README.md'],
  ...['adding-a-format', 'agents', 'architecture', 'benchmarks', 'ledger', 'library', 'mcp', 'processes'].map(
    (page) => `docs/${page}.md`,
  ),
];
const isDone = (file: string) => !NOT_YET.some((prefix) => file.startsWith(prefix));

describe('the words of docs/vocabulary.md', () => {
  it('are those of every text of the program', () => {
    const found = sources
      .filter((file) => !KEPT.has(file) && isDone(file))
      .flatMap((file) => textsOf(file).flatMap((text) => bannedIn(text).map((words) => `${file}: ${words}`)));
    expect(found).toEqual([]);
  });

  it('are those of docs and prompts', async () => {
    const found: string[] = [];
    for (const file of documents.filter((each) => !ABOUT_WORDS.has(each) && isDone(each))) {
      for (const words of bannedIn(await read(file))) found.push(`${file}: ${words}`);
    }
    expect(found).toEqual([]);
  });

  it.each(commandsBelow(createProgram()))('are those of the help of $name', ({ command }) => {
    expect(bannedIn(command.helpInformation())).toEqual([]);
  });

  it('catch old words and let new ones pass', () => {
    expect(bannedIn('3 rounds unless told otherwise; it can not wait')).toEqual(['unless told otherwise', 'can not']);
    expect(bannedIn('resume a debate where it left off')).toEqual([]);
  });
});
