// Runs every example of docs/github.md against the GitHub of the tests.
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inCampaign } from '../support/campaign.ts';
import { MAIN } from '../support/project.ts';
import { createSite, heldDebate, type Site } from './harness.ts';

const run = promisify(execFile);
const text = readFileSync(new URL('../../docs/github.md', import.meta.url), 'utf8');
const examples = [...text.matchAll(/^```sh github\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```$/gm)].map(
  ([, script = '', printed = '']) => ({ script, printed: printed.split('\n').filter((line) => line !== '') }),
);

let site: Site;
beforeEach(async () => {
  site = await createSite();
  await heldDebate(site, 'rust-rewrite', { close: false, topic: 'Should we rewrite our backend in Rust?' });
});
afterEach(() => site.dispose());

describe('docs/github.md', () => {
  it.runIf(inCampaign).each(examples)('is right about:\n$script', async ({ script, printed }) => {
    const { project, env } = site;
    const bin = path.join(project.root, 'bin');
    mkdirSync(bin);
    const program = path.join(bin, 'debate-hall');
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
    chmodSync(program, 0o755);
    let said = '';
    for (const line of script.trim().split('\n')) {
      const { stdout } = await run('bash', ['-euc', line], {
        cwd: project.folder,
        env: { ...project.env, ...env, PATH: `${bin}:${process.env['PATH']}` },
      });
      said += stdout;
      // Ben comments as soon as the turns are there.
      const thread = site.thread('discussion', 7);
      if (thread.comments.length === 3) site.github.repo.comment(thread, { body: 'Mind the cost.', author: 'ben' });
    }
    expect(printed.filter((line) => !said.includes(line))).toEqual([]);
  });

  it('has examples', () => {
    expect(examples).toHaveLength(3);
  });
});
