// The hall of deploy/compose in containers of its own, from a copy of this repository, by the commands of docs/shared-hall.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { temporaryFolder } from '../../support/hall.ts';
import { FOREVER_MS } from '../../support/limits.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
export type Loose = any;

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PROJECT = 'debate-hall-test';
const GUIDES = ['docs/team-hall/set-up.md', 'docs/team-hall/operate.md'];

function findEngineFault(): string | undefined {
  for (const command of [['info'], ['compose', 'version']]) {
    const { status, stderr } = spawnSync('docker', command, { encoding: 'utf8' });
    if (status !== 0)
      return `"docker ${command.join(' ')}" does not work here: ${stderr ?? 'there is no such program'}`;
  }
  return;
}

/** Why no container can be started; `undefined` where it can. */
export const whyNoEngine = findEngineFault();

/** What is in the repository or would be with the next commit, as a clone has it. */
function copyRepository(): string {
  const folder = temporaryFolder();
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const file of files.toString().split('\0')) {
    const from = path.join(ROOT, file);
    if (file !== '' && fs.existsSync(from)) fs.cpSync(from, path.join(folder, file));
  }
  return folder;
}

/** The examples marked "sh compose" below a heading. */
function findExamples(heading: string): readonly string[] {
  const guide = GUIDES.map((file) => fs.readFileSync(path.join(ROOT, file), 'utf8')).join('\n');
  const [, section = ''] = guide.split(`\n## ${heading}\n`);
  return [...(section.split('\n## ')[0] ?? '').matchAll(/^```sh compose\n([\s\S]*?)^```/gm)].map(
    ([, script]) => script ?? '',
  );
}

export function createComposeHall() {
  const repository = copyRepository();
  const folder = path.join(repository, 'deploy', 'compose');
  const env = { ...process.env, COMPOSE_PROJECT_NAME: PROJECT };
  const shell = async (script: string, cwd = folder): Promise<string> => {
    const options = { cwd, env, encoding: 'utf8', timeout: FOREVER_MS, maxBuffer: 64 * 1024 * 1024 } as const;
    return (await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', script], options)).stdout;
  };
  const docker = async (...args: string[]): Promise<string> => (await shell(`docker ${args.join(' ')}`)).trim();
  const hall = {
    /** Sets what config.json has besides. */
    configure(settings: object) {
      const file = path.join(folder, 'config.json');
      const config = JSON.parse(fs.readFileSync(file, 'utf8'));
      fs.writeFileSync(file, JSON.stringify({ ...config, ...settings }));
    },
    /** Makes the repository that of another version. */
    setVersion(version: string) {
      const file = path.join(repository, 'package.json');
      fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(fs.readFileSync(file, 'utf8')), version }));
    },
    docker,
    /** Carries out an example of the guide, where its first one leads to. */
    async follow(heading: string, index = 0): Promise<string> {
      const script = findExamples(heading)[index];
      if (script === undefined)
        throw new Error(`${GUIDES.join(', ')} have no example ${index} marked "sh compose" in "${heading}".`);
      return await shell(script, script.startsWith('cd ') ? repository : folder);
    },
    containers: async (service: string): Promise<readonly string[]> =>
      (await docker('compose', 'ps', '--quiet', service)).split('\n'),
    inspect: async (container: string): Promise<Loose> => JSON.parse(await docker('inspect', container))[0],
    logs: async (container: string): Promise<string> => await docker('logs', container, '2>&1'),
    /** The worker that has said last that it started this debate. */
    async findWorkerOf(threadId: string): Promise<string | undefined> {
      for (const container of await hall.containers('worker')) {
        const lines = (await hall.logs(container)).split('\n');
        const find = (word: string) => lines.findLastIndex((line) => line.startsWith(`${threadId}: ${word}`));
        if (find('started') > find('ended')) return container;
      }
      return;
    },
    async remove() {
      await docker('compose', 'down', '--volumes', '--remove-orphans', '--timeout', '1');
      fs.rmSync(repository, { recursive: true, force: true });
    },
  };
  return hall;
}

export async function callTool(origin: string, key: string, name: string, args: object): Promise<Loose> {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { Authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit: { headers } }));
  try {
    const result = await client.callTool({ name, arguments: { ...args } }, { timeout: FOREVER_MS });
    return result.structuredContent;
  } finally {
    await client.close();
  }
}
