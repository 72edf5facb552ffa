// The table of agents in docs/reference/checked-agents.md is what the last checks have seen, and the versions that count as tested passed them.
import { expect, test } from 'vitest';
import type { AgentPorts } from '../../src/agents/agent.ts';
import { discoverAgentKinds } from '../../src/hall/compose/discover.ts';
import { fingerprint } from '../../src/hall/operations/setup/agent-check/agent-check.ts';
import { readResults, readTable, renderTable } from './programs/results.ts';

const results = readResults();
const kinds = await discoverAgentKinds();
const ports = { env: {}, cwd: '/', hallFolder: '/' } as unknown as AgentPorts;

const builtIn = kinds.flatMap((kind) =>
  Object.entries(kind.builtIn).map(([name, { settings }]) => ({ kind, name, options: kind.options.parse(settings) })),
);
const tried = builtIn.filter(({ name }) => results.some(({ check }) => check.agent === name));

test('the table is made from the results', () => {
  expect(readTable()).toBe(renderTable(results));
});

test.for(tried)(
  '$name is tested in the versions that passed with its settings, in a sandbox and without',
  ({ kind, name, options }) => {
    const settings = fingerprint({ kind: kind.kind, settings: options });
    const checks = results.flatMap(({ form, check }) => (check.agent === name && form === null ? [check] : []));
    // Somebody has changed the settings since: `npm run agents` checks them.
    expect(checks.map((check) => check.settings)).toEqual(checks.map(() => settings));
    const versions = [...new Set(checks.map(({ version }) => version))];
    const hasPassed = (version: string | null) =>
      ['none', 'bubblewrap'].every((sandbox) =>
        checks.some((check) => check.version === version && check.sandbox === sandbox && check.problems.length === 0),
      );
    expect([...(kind.create(name, options, ports).tested ?? [])].sort()).toEqual(versions.filter(hasPassed).sort());
  },
);

test('every agent with tested versions is in the table', () => {
  const withVersions = builtIn.filter(({ kind, name, options }) => kind.create(name, options, ports).tested?.length);
  expect(withVersions.filter((each) => !tried.includes(each)).map(({ name }) => name)).toEqual([]);
});
