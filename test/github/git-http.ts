// The part of a GitHub that git itself talks to: pushes over HTTP into a bare repository, which can also be listed, and whose branches the rest of it then knows.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

interface GitAsked {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Buffer;
}

interface GitAnswer {
  readonly status: number;
  readonly type?: string;
  readonly body: Buffer;
}

export interface GitHttp {
  /** Whether a path is one of git's. */
  readonly knows: (pathname: string) => boolean;
  readonly answer: (asked: GitAsked) => GitAnswer;
  /** Of the bare repository. */
  readonly folder: string;
  /** Runs git in it. */
  readonly run: (...args: string[]) => string;
  /** What the other side says to every push, as a hook of it does. */
  refuse(words: string): void;
  close(): void;
}

const refusal = (status: number, words: string): GitAnswer => ({ status, body: Buffer.from(words) });
const packet = (line: string): string => `${(line.length + 4).toString(16).padStart(4, '0')}${line}`;

/** `pushed` gets every branch with its commit, after each push. */
export function createGitHttp(
  name: string,
  token: string,
  { canPush, pushed }: { canPush: () => boolean; pushed: (branches: readonly (readonly [string, string])[]) => void },
): GitHttp {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'debate-hall-remote-'));
  execFileSync('git', ['init', '-q', '--bare', '--template=', '-b', 'main', folder]);
  const run = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
  const serve = (service: string, flags: readonly string[], input?: Buffer) =>
    spawnSync('git', [service, '--stateless-rpc', ...flags, folder], { input, maxBuffer: 2 ** 26 }).stdout;
  const advertise = (service: string): GitAnswer => {
    const body = [Buffer.from(`${packet(`# service=git-${service}\n`)}0000`), serve(service, ['--advertise-refs'])];
    return { status: 200, type: `application/x-git-${service}-advertisement`, body: Buffer.concat(body) };
  };
  const login = `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
  const root = `/${name}.git/`;
  return {
    folder,
    run,
    knows: (pathname) => pathname.startsWith(root),
    answer({ path: asked, authorization, body }) {
      if (authorization !== login) return refusal(401, 'Bad credentials');
      if (asked === `${root}info/refs?service=git-upload-pack`) return advertise('upload-pack');
      if (!canPush()) return refusal(403, 'Permission denied');
      if (asked === `${root}info/refs?service=git-receive-pack`) return advertise('receive-pack');
      if (asked !== `${root}git-receive-pack`) return refusal(404, 'Not Found');
      const answer = serve('receive-pack', [], body);
      const listed = run('for-each-ref', '--format=%(refname:lstrip=2) %(objectname)', 'refs/heads').trim();
      pushed(listed.split('\n').flatMap((line) => (line === '' ? [] : [line.split(' ') as [string, string]])));
      return { status: 200, type: 'application/x-git-receive-pack-result', body: answer };
    },
    refuse(words) {
      const hook = path.join(folder, 'hooks/pre-receive');
      fs.mkdirSync(path.dirname(hook), { recursive: true });
      fs.writeFileSync(hook, `#!/bin/sh\necho "${words}" >&2\nexit 1\n`, { mode: 0o755 });
    },
    close: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}
