// Which versions count as tested: those of the settings that an agent comes with, and of nothing that a person has changed in them.
import { expect, test } from 'vitest';
import type { AgentPorts, AnyAgentKind } from '../../src/agents/agent.ts';
import { discoverAgentKinds } from '../../src/hall/compose/discover.ts';

const kinds = await discoverAgentKinds();
// Nothing of them is used before an agent is asked.
const ports = { env: {}, cwd: '/', hallFolder: '/' } as unknown as AgentPorts;

const builtIn = kinds.flatMap((kind) =>
  Object.entries(kind.builtIn).map(([name, { settings }]) => ({ kind, name, settings })),
);

function testedOf(kind: AnyAgentKind, name: string, settings: unknown, changes: object): readonly string[] | undefined {
  return kind.create(name, kind.options.parse({ ...(settings as object), ...changes }), ports).tested;
}

const withVersions = builtIn.filter(
  ({ kind, name, settings }) => (testedOf(kind, name, settings, {}) ?? []).length > 0,
);

test('the agents that npm has come with tested versions', () => {
  const names = ['claude', 'codex', 'copilot-acp', 'gemini', 'kilo-acp', 'opencode-acp', 'pi'];
  expect(withVersions.map(({ name }) => name).sort()).toEqual(names);
});

test.for(withVersions)(
  '$name: none is tested with other arguments, and all are with another model',
  ({ kind, name, settings }) => {
    const tested = testedOf(kind, name, settings, {});
    expect(testedOf(kind, name, settings, { extraArgs: ['--yolo'] })).toEqual([]);
    expect(testedOf(kind, name, settings, { model: 'large', limits: { totalMs: 5 } })).toEqual(tested);
  },
);

test.for(withVersions.filter(({ kind }) => ['acp', 'command'].includes(kind.kind)))(
  '$name: none is tested as another program or with other variables, unless the person names versions',
  ({ kind, name, settings }) => {
    expect(testedOf(kind, name, settings, { argv: ['other'] })).toEqual([]);
    expect(testedOf(kind, name, settings, { env: { TOOLS: 'all' } })).toEqual([]);
    expect(testedOf(kind, name, settings, { argv: ['other'], tested: ['1.0'] })).toEqual(['1.0']);
  },
);
