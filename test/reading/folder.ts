// A repository of one test, and what can be read of it.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'vitest';
import { createLookCache, type LookCache } from '../../src/material/reading/look-cache.ts';
import type { LookResult } from '../../src/material/reading/look-up.ts';
import { openSources, reopenSources } from '../../src/material/reading/open-sources.ts';
import type { OpenPorts, Sources } from '../../src/material/reading/sources.ts';
import type { ProcessRunner } from '../../src/process/process.ts';
import { createProcessRunner } from '../../src/process/process-runner.ts';
import { systemClock } from '../../src/support/clock.ts';
import { MARKER, readingPorts } from '../support/reading.ts';

export interface ReadFolder {
  readonly root: string;
  readonly ports: OpenPorts;
  readonly processes: ProcessRunner;
  git(...args: string[]): string;
  write(files: Readonly<Record<string, string | Buffer>>): Promise<void>;
  commit(files: Readonly<Record<string, string | Buffer>>): Promise<string>;
  open(specs?: readonly string[]): Promise<Sources>;
  reopen(sources: Sources): Promise<Sources>;
  look(sources: Sources, tool: string, input?: object): Promise<LookResult>;
  looks(sources: Sources): LookCache;
}

export async function readFolder(context: TestContext): Promise<ReadFolder> {
  const outer = await realpath(await mkdtemp(join(tmpdir(), 'reading-')));
  const root = join(outer, 'project');
  await mkdir(root);
  const processes = createProcessRunner({ clock: systemClock });
  context.onTestFinished(async () => {
    await processes.close();
    await rm(outer, { recursive: true, force: true });
  });
  const ports = readingPorts(processes, root);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const write = async (files: Readonly<Record<string, string | Buffer>>) => {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), content);
    }
  };
  const looks = (sources: Sources) => createLookCache(sources, MARKER);
  return {
    root,
    ports,
    processes,
    git,
    write,
    async commit(files) {
      git('init', '--quiet');
      await write(files);
      git('add', '--all', '--force');
      git('commit', '--quiet', '--message', `Change ${Object.keys(files).join(' ')}`);
      return git('rev-parse', 'HEAD').trim();
    },
    open: async (specs = ['.']) => await openSources(specs, ports),
    reopen: async ({ pins }) => await reopenSources(pins, ports),
    look: async (sources, tool, input = {}) => await looks(sources).get({ tool, arguments: input }),
    looks,
  };
}
