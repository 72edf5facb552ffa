// Every relative link of the documentation leads to a file, and every anchor to a heading.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { callProgram } from '../support/call-program.ts';
import { inCi } from '../support/campaign.ts';
import { documents, read, root, withoutCode } from './documents.ts';

/** As GitHub makes them from headings. */
function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>();
  return new Set(
    [...withoutCode(text).matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, heading = '']) => {
      const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
      const slug = plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    }),
  );
}

/** `Name` (`src/file.ts`): names that the file does not export. */
async function missingNames(file: string): Promise<string[]> {
  const missing: string[] = [];
  for (const [whole, name, source = ''] of (await read(file)).matchAll(
    /`(\w+)`,? \(`((?:src|test)\/[\w./-]+\.ts)`\)/g,
  )) {
    const text = existsSync(path.join(root, source)) ? await read(source) : '';
    if (!new RegExp(`^export .*\\b${name}\\b`, 'm').test(text)) missing.push(whole);
  }
  return missing;
}

async function deadLinks(file: string): Promise<string[]> {
  const text = withoutCode(await read(file)).replace(/`[^`\n]*`/g, '');
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
    ([, link, html]) => link ?? html ?? '',
  );
  const dead: string[] = [];
  for (const target of targets) {
    if (/^[a-z]+:/.test(target)) continue;
    const [to = '', anchor] = target.split('#');
    const linked = to === '' ? file : path.join(path.dirname(file), decodeURI(to));
    const exists = existsSync(path.join(root, linked));
    const found = exists && (anchor === undefined || anchorsOf(await read(linked)).has(anchor));
    if (!found) dead.push(target);
  }
  return dead;
}

/** Where a package that was installed has something: its files, and what npm always packs. */
async function packed(): Promise<readonly string[]> {
  const { files } = JSON.parse(await read('package.json')) as { files: string[] };
  return [...files.filter((name) => !name.startsWith('!')), 'README.md', 'LICENSE', 'package.json'];
}

describe('the documentation', () => {
  it.each(documents.filter((file) => !file.startsWith('prompts/')))(
    '%s has no dead link, and names what a source exports',
    async (file) => {
      expect(await deadLinks(file)).toEqual([]);
      expect(await missingNames(file)).toEqual([]);
    },
  );

  it.each(documents.filter((file) => file.startsWith('docs/') || !file.includes('/')))(
    '%s names only files that are there',
    async (file) => {
      const named = [
        ...(await read(file)).matchAll(/`((?:src|test|config|bench|docs|prompts|commands|extensions)\/[\w./-]+)`/g),
      ];
      const gone = named.map(([, name = '']) => name).filter((name) => !existsSync(path.join(root, name)));
      // The format that a page shows how to add, and where a command writes.
      expect(gone.filter((name) => !['src/formats/delphi/index.ts', 'docs/adr/'].includes(name))).toEqual([]);
    },
  );

  it('is linked from its index, page by page', async () => {
    const readme = (await read('docs/README.md')).replaceAll('](', '](docs/');
    const pages = documents.filter((file) => /^docs\/(?!README).+\.md$/.test(file));
    expect(pages.filter((page) => !readme.includes(`(${page})`))).toEqual([]);
  });

  const countWords = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

  it('has at most 40,000 words that people write and read, code apart', async () => {
    const written = documents.filter(
      (file) => !file.includes('/') || /^(?:skills|commands)\/|^docs\/(?!reference\/)/.test(file),
    );
    expect(written.length).toBeGreaterThan(60);
    const words = await Promise.all(written.map(async (file) => countWords(withoutCode(await read(file)))));
    expect(words.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(40_000);
  });

  it('has guides of at most 1,500 words', async () => {
    const [, guides = ''] = /^## Guides\n([\s\S]*?)^## /m.exec(await read('docs/README.md')) ?? [];
    const pages = [...guides.matchAll(/\]\(([^)]+\.md)\)/g)].map(([, page = '']) => `docs/${page}`);
    expect(pages.length).toBeGreaterThan(30);
    for (const page of pages) {
      expect([page, countWords(await read(page)) <= 1_500]).toEqual([page, true]);
    }
  });

  it.runIf(inCi)('is named by the program under a path that people have', async () => {
    const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' });
    const bare: string[] = [];
    for (const file of sources.filter((name) => /\.tsx?$/.test(name))) {
      const code = (await read(path.join('src', file))).replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
      for (const [said, before = '', page = ''] of code.matchAll(/^(.*?)\b(docs\/[\w/-]+\.md)/gm)) {
        // Descriptions of keys are read in the schema, which is in the package as the pages are.
        const isFine = /packageFile\(['"`]$|\.describe\(['"`].*$/.test(before);
        if (existsSync(path.join(root, page)) && !isFine) bare.push(said);
      }
    }
    expect(bare).toEqual([]);
    const { stderr } = await callProgram('audit', 'list');
    const [, page = ''] = /see (\S+\.md)\./.exec(stderr) ?? [];
    expect([path.isAbsolute(page), existsSync(page)]).toEqual([true, true]);
  });

  it('leads, where it is in the package, to nothing that is not', async () => {
    const inside = await packed();
    const isPacked = (file: string) => inside.some((name) => file === name || file.startsWith(`${name}/`));
    for (const file of documents.filter(isPacked)) {
      const text = withoutCode(await read(file)).replace(/`[^`\n]*`/g, '');
      const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target.split('#')[0] ?? '');
      const local = targets.filter((target) => target !== '' && !/^[a-z]+:/.test(target));
      const outside = local.filter((target) => !isPacked(path.join(path.dirname(file), target).replace(/\/$/, '')));
      expect([file, outside]).toEqual([file, []]);
    }
  });
});
