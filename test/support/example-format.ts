// The format of docs/adding-a-format.md and docs/examples, written into a temporary folder that is laid out like the repository.
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AnyFormat } from '../../src/formats/format.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** A block of text that names the file it is. */
const FILE = /^```md (prompts\/\S+)\n([\s\S]*?)^```$/gm;

/** What the page tells to copy, and all that a format may import. */
const GIVEN = [
  'src/domain',
  ...['format.ts', 'define-format.ts', 'define-act.ts', 'common'].map((name) => `src/formats/${name}`),
  ...['tsconfig.json', 'tsconfig.build.json', 'biome.json', 'prompts/common'],
];

export async function writeExampleFormat() {
  const folder = await mkdtemp(path.join(tmpdir(), 'debate-hall-example-'));
  for (const file of GIVEN) await cp(path.join(ROOT, file), path.join(folder, file), { recursive: true });
  // Of the parts that have a configuration of their own, only the program is copied.
  const config = JSON.parse(await readFile(path.join(ROOT, 'tsconfig.json'), 'utf8'));
  const references = [{ path: './tsconfig.build.json' }];
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ ...config, references }, null, 2));
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  const page = await readFile(path.join(ROOT, 'docs/adding-a-format.md'), 'utf8');
  const files = [...page.matchAll(FILE)].map(([, file = '', text = '']) => ({ file, text }));
  const entry = 'src/formats/delphi/index.ts';
  files.push({ file: entry, text: await readFile(path.join(ROOT, 'docs/examples/delphi.ts'), 'utf8') });
  for (const { file, text } of files) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  return {
    folder,
    entry,
    prompts: path.join(folder, 'prompts'),
    async load(): Promise<AnyFormat> {
      const { href } = pathToFileURL(path.join(folder, entry));
      const { format } = (await import(/* @vite-ignore */ href)) as { format: AnyFormat };
      return format;
    },
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}
