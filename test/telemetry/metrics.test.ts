// What Prometheus reads of a server or a worker, and that dashboard and alerts ask for nothing else.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { describe, expect, it, test } from 'vitest';
import { METRICS, type MetricName, Metrics } from '../../src/platform/telemetry/metrics.ts';
import { inCampaign } from '../support/campaign.ts';

const readText = (file: string) => readFileSync(new URL(`../../deploy/monitoring/${file}`, import.meta.url), 'utf8');
const alerts = load(readText('alerts.yaml')) as {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string; description: string } }[] }[];
};
const dashboard = JSON.parse(readText('grafana-dashboard.json')) as {
  panels: { title: string; fieldConfig: { defaults: { unit: string } }; targets: { expr: string }[] }[];
};
const expressions = [
  ...alerts.groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [alert, expr] as const)),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];
const namesIn = (text: string) => [...new Set(text.match(/\bdebate_hall_[a-z_]+/g))];
const SUFFIX = /_(?:bucket|sum|count)$/;

describe('dashboard and alerts', () => {
  it.each(expressions)('%s asks for figures that there are, in the way of their kind', (_, expr) => {
    const names = namesIn(expr);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const base = name.replace(SUFFIX, '');
      const kind = METRICS[(name in METRICS ? name : base) as MetricName]?.[0];
      expect([name, kind]).toEqual([name, name in METRICS ? expect.stringMatching(/counter|gauge/) : 'histogram']);
      // A counter says something by its growth alone.
      const isGrowth = new RegExp(`(?:rate|increase)\\(${name}\\b`).test(expr);
      expect([name, isGrowth]).toEqual([name, kind !== 'gauge']);
    }
  });

  it('show every figure that a process has', () => {
    const shown = new Set(expressions.flatMap(([, expr]) => namesIn(expr).map((name) => name.replace(SUFFIX, ''))));
    expect(Object.keys(METRICS).filter((name) => !shown.has(name))).toEqual([]);
  });

  it.runIf(inCampaign)('ask for figures that the program counts somewhere', () => {
    const src = fileURLToPath(new URL('../../src/', import.meta.url));
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const code = files.map((name) => readFileSync(`${src}${name}`, 'utf8')).join('\n');
    expect(
      Object.keys(METRICS).filter((name) => !new RegExp(`(?:count|time)\\('${name}'|name: '${name}'`).test(code)),
    ).toEqual([]);
  });

  it('name the unit of durations', () => {
    for (const { title, fieldConfig, targets } of dashboard.panels) {
      const areSeconds = targets.every(
        ({ expr }) => /_seconds(?:_bucket\b|\b(?!_))/.test(expr) && !expr.startsWith('sum'),
      );
      if (areSeconds) expect([title, fieldConfig.defaults.unit]).toEqual([title, 's']);
    }
  });
});

test('durations are counted in seconds, in buckets that add up', async () => {
  const metrics = new Metrics();
  const took = [3, 30, 300, 3_000, 30_000];
  for (const milliseconds of took) metrics.time('debate_hall_http_request_seconds', milliseconds, { route: 'api' });
  const text = await metrics.render();
  const readValue = (series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')
        .at(-1),
    );
  const bucket = (le: string) => readValue(`debate_hall_http_request_seconds_bucket{route="api",le="${le}"}`);
  expect(['0.005', '0.05', '0.5', '5', '+Inf'].map(bucket)).toEqual([1, 2, 3, 4, 5]);
  expect(readValue('debate_hall_http_request_seconds_sum{route="api"}')).toBeCloseTo(33.333, 6);
  expect(readValue('debate_hall_http_request_seconds_count{route="api"}')).toBe(5);
  expect(text).toContain('# TYPE debate_hall_http_request_seconds histogram');
});
