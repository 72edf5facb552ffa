// What a release rests on: workflows that are valid and ask for little, a package that anybody can make again, a full bill of materials, and
// files for other package managers that name that package.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { packElsewhere } from '../../config/release/rebuild.ts';
import { type Release, renderFormula, renderScoop } from '../../config/release/recipes.ts';
import { inCampaign, inCi } from '../support/campaign.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const inTemporary = <T>(work: (folder: string) => T): T => {
  const folder = mkdtempSync(path.join(tmpdir(), 'release-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> };
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}
const workflow = (name: string) => load(read(`.github/workflows/${name}.yml`)) as Workflow;

const TSX = path.join(ROOT, 'node_modules/tsx/dist/cli.mjs');
const check = (...files: string[]) =>
  spawnSync(process.execPath, [TSX, 'config/release/check-workflows.mjs', ...files], { cwd: ROOT, encoding: 'utf8' });

describe('the workflows', () => {
  it.runIf(inCi)('are valid, name every action by its commit, and begin with permission to read alone', () => {
    const { status, stdout } = check();
    expect([status, stdout]).toEqual([0, '']);
  });

  it.runIf(inCampaign)('are refused with whatever breaks that', () => {
    const text = read('.github/workflows/ci.yml');
    const changes: Readonly<Record<string, readonly [from: string | RegExp, to: string, problem: string]>> = {
      expression: ['matrix.os }}, Node', 'matrixx.os }}, Node', "Unrecognized named-value: 'matrixx'"],
      key: ['steps:', 'step:', "Unexpected value 'step'"],
      pin: [/actions\/checkout@\w+/, 'actions/checkout@v4', 'actions/checkout@v4 is not named by its commit.'],
      rights: ['contents: read', 'contents: write', 'permission to read alone'],
      forks: ['pull_request:', 'pull_request_target:', 'runs code of forks with rights'],
    };
    inTemporary((folder) => {
      const files = Object.entries(changes).map(([name, [from, to]]) => {
        expect(text).toMatch(from);
        writeFileSync(path.join(folder, `${name}.yml`), text.replace(from, to));
        return path.join(folder, `${name}.yml`);
      });
      const { status, stdout } = check(...files);
      expect(status).toBe(1);
      for (const [name, [, , problem]] of Object.entries(changes)) {
        const lines = stdout.split('\n').filter((line) => line.startsWith(`${name}.yml: `));
        expect([name, lines.join()]).toEqual([name, expect.stringContaining(problem)]);
      }
    });
  });

  it('run the two commands of the README, word for word, on three systems with three Nodes', () => {
    const [, block = ''] = /## Try it[\s\S]*?```sh\n([\s\S]*?)```/.exec(read('README.md')) ?? [];
    const commands = block.trim().split('\n');
    expect(commands).toHaveLength(2);
    const { jobs, on } = workflow('ci');
    expect(on).toHaveProperty('pull_request');
    const runs = jobs['test']?.steps.map(({ run }) => run);
    for (const command of commands) expect(runs).toContain(command);
    expect(jobs['test']?.strategy?.matrix).toEqual({
      os: ['ubuntu-latest', 'macos-latest', 'windows-latest'],
      node: [20, 22, 24],
    });
  });

  it('publish only what was tested, built and checked, with rights for each job alone', () => {
    const { on, permissions, jobs } = workflow('release');
    expect(on).toEqual({ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } });
    expect(permissions).toEqual({ contents: 'read' });
    expect(
      Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, (job as { needs?: string }).needs])),
    ).toEqual({
      test: undefined,
      build: 'test',
      publish: 'build',
      image: 'publish',
    });
    expect(jobs['test']?.permissions).toBeUndefined();
    expect(jobs['build']?.permissions).toBeUndefined();
    const { publish } = jobs;
    const lines = publish?.steps.map(({ run = '' }) => run) ?? [];
    expect(publish?.permissions).toEqual({ contents: 'write', 'id-token': 'write', attestations: 'write' });
    expect(lines.findIndex((line) => line.includes('sha256sum --check'))).toBeLessThan(
      lines.findIndex((line) => line.includes('npm publish --provenance')),
    );
    // Where the rights to publish are, no code of the repository or of a package runs.
    expect(
      publish?.steps.some(({ uses = '', run = '' }) => uses.includes('checkout') || /npm (ci|install|run)/.test(run)),
    ).toBe(false);
  });
});

// A release looks at it as well.
it.runIf(process.platform === 'linux' && inCampaign)(
  'the package has the same bytes when it is built in another folder',
  () => {
    inTemporary((folder) => {
      const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
      const [{ filename }] = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8' })) as [
        { filename: string },
      ];
      const here = readFileSync(path.join(folder, filename));
      expect(packElsewhere(ROOT).equals(here)).toBe(true);
    });
  },
);

describe('the bill of materials', () => {
  const printed = execFileSync(process.execPath, ['config/release/sbom.mjs'], { cwd: ROOT, encoding: 'utf8' });
  const bill = JSON.parse(printed) as {
    bomFormat: string;
    metadata: { component: { 'bom-ref': string } };
    components: {
      name: string;
      version: string;
      purl: string;
      hashes: unknown[];
      licenses: unknown[];
      properties: { value: string }[];
    }[];
    dependencies: { ref: string; dependsOn?: string[] }[];
  };
  const named = (isBundled: boolean) =>
    bill.components
      .filter(({ properties: [property] }) => property?.value === String(isBundled))
      .map(({ name, version }) => `${name} ${version}`)
      .sort();

  it('has every package whose license text is in the bundles', () => {
    const text = read('dist/THIRD-PARTY-LICENSES.txt');
    const heads = [...text.matchAll(/(?:^|-{80}\n\n)((?:@[\w.-]+\/)?[\w.-]+ \d[\w.-]*) \(/g)].map(([, head]) => head);
    const runtime = named(false);
    expect(named(true)).toEqual([...new Set(heads)].filter((head) => !runtime.includes(head ?? '')).sort());
    expect(named(true).length).toBeGreaterThan(40);
  });

  it('has every package that is installed with it', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    for (const name of Object.keys(dependencies))
      expect(named(false).some((each) => each.startsWith(`${name} `))).toBe(true);
  });

  it('names for each a license, a digest and an address, and all of them as what the package needs', () => {
    expect(bill.bomFormat).toBe('CycloneDX');
    expect(bill.components.filter(({ licenses, hashes }) => licenses.length !== 1 || hashes.length !== 1)).toEqual([]);
    const [main] = bill.dependencies.filter(({ ref }) => ref === bill.metadata.component['bom-ref']);
    expect(main?.dependsOn?.length).toBe(bill.components.length);
    expect(new Set(main?.dependsOn)).toEqual(new Set(bill.components.map(({ purl }) => purl)));
  });
});

it('the image says what it is and of which commit', () => {
  const labels = [...read('deploy/Dockerfile').matchAll(/org\.opencontainers\.image\.(\w+)="([^"]*)"/g)];
  expect(Object.fromEntries(labels.map(([, name, value]) => [name, value]))).toMatchObject({
    ...{ source: 'https://github.com/debate-hall/debate-hall', licenses: 'Apache-2.0' },
    ...{ version: '$VERSION', revision: '$REVISION' },
  });
  const image = workflow('release')
    .jobs['image']?.steps.map(({ run = '' }) => run)
    .join('\n');
  for (const name of ['VERSION', 'REVISION']) expect(image).toContain(`--build-arg "${name}=`);
});

describe('the recipes of other package managers', () => {
  const release: Release = {
    ...{
      version: '1.2.3',
      description: 'It debates.',
      repository: 'https://github.com/a/debate-hall',
      license: 'Apache-2.0',
    },
    sha256: 'a'.repeat(64),
  };
  const url = 'https://github.com/a/debate-hall/releases/download/v1.2.3/debate-hall-1.2.3.tgz';

  it('name the package of the release and its digest', () => {
    const formula = renderFormula(release);
    expect(formula).toContain(`  url "${url}"\n  sha256 "${release.sha256}"\n`);
    expect(/desc "([^"]*)"/.exec(formula)?.[1]?.length).toBeLessThanOrEqual(80);
    const scoop = JSON.parse(renderScoop(release));
    expect(scoop).toMatchObject({ version: '1.2.3', hash: release.sha256, license: 'Apache-2.0' });
    expect(scoop.url.split('#')[0]).toBe(url);
    expect(scoop.autoupdate.url.replaceAll('$version', '1.2.3')).toBe(scoop.url);
    const { bin } = JSON.parse(read('package.json')) as { bin: object };
    expect(scoop.bin).toEqual(Object.keys(bin).map((name) => `${name}.cmd`));
  });
});
