// What an operator's own SDK of OpenTelemetry hears of the built command line, and that it hears no word of a debate.
import fs from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, type TestContext, test } from 'vitest';
import { inCampaign } from '../support/campaign.ts';
import { createProject, everySeat, linesOf } from '../support/project.ts';

const SDK = pathToFileURL(fileURLToPath(new URL('../fakes/otel-sdk.mjs', import.meta.url))).href;
const CANARY = 'canary-of-the-topic';
const SAID = 'canary-of-an-answer';

interface SpanLine {
  readonly name: string;
  readonly id: string;
  readonly parent?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status: { readonly code: number; readonly message?: string };
  readonly events: readonly unknown[];
}

function setUp(context: TestContext) {
  const project = createProject({ recipe: 'quick' });
  context.onTestFinished(() => project.dispose());
  const spans = `${project.root}/spans.jsonl`;
  const env = { NODE_OPTIONS: `--import ${SDK}`, SPANS: spans, API_TOKEN: 'canary-of-a-secret' };
  const run = async (seats: object, agents: object) => {
    project.configure({ recipe: 'quick', agents, seats });
    const ended = await project.run(['run', CANARY, '--id', 'd'], { env });
    const text = fs.existsSync(spans) ? fs.readFileSync(spans, 'utf8') : '';
    return { ended, text, spans: linesOf<SpanLine>(text) };
  };
  return { project, run };
}

test.runIf(inCampaign)(
  'a run is a workflow, each seat that is asked an agent, and each call of a model a chat',
  async (context) => {
    const { project, run } = setUp(context);
    const speaker = project.seat('any', {
      say: { turn: `${SAID} ${'word '.repeat(40)}` },
      usage: { input: 100, output: 20, usd: 0.25 },
    });
    const { ended, text, spans } = await run(everySeat('speaker'), { speaker: { ...speaker, model: 'model-one' } });
    expect(ended.code, ended.stderr).toBe(0);
    const [workflow, ...others] = spans.toReversed() as [SpanLine, ...SpanLine[]];
    expect(workflow).toMatchObject({
      name: 'invoke_workflow wind-wall-door',
      attributes: {
        'gen_ai.operation.name': 'invoke_workflow',
        'gen_ai.conversation.id': 'd',
        'debate_hall.run.end': 'closed',
      },
    });
    const agents = others.filter(({ name }) => name.startsWith('invoke_agent'));
    expect(agents.map(({ name }) => name).toSorted()).toEqual([
      'invoke_agent door',
      'invoke_agent wall',
      'invoke_agent wind',
    ]);
    expect(new Set(agents.map(({ parent }) => parent))).toEqual(new Set([workflow.id]));
    const chats = others.filter(({ name }) => name.startsWith('chat'));
    expect(chats).toHaveLength(3);
    expect(chats.map(({ parent }) => parent).toSorted()).toEqual(agents.map(({ id }) => id).toSorted());
    expect(chats[0]).toMatchObject({
      name: 'chat model-one',
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'model-one',
        'gen_ai.usage.input_tokens': 100,
        'gen_ai.usage.output_tokens': 20,
        'debate_hall.cost_usd': 0.25,
      },
    });
    expect(text).not.toContain('canary');
  },
);

test.runIf(inCampaign)('a seat that fails is marked by a code, without the words of its program', async (context) => {
  const { project, run } = setUp(context);
  const broken = project.seat('any', { fail: SAID });
  const { ended, text, spans } = await run(everySeat('broken'), { broken });
  expect(ended.code).toBe(4);
  expect(spans.find(({ name }) => name === 'invoke_agent wind')).toMatchObject({
    attributes: { 'error.type': 'seat-failed' },
    status: { code: 2 },
  });
  expect(spans.find(({ name }) => name === 'chat')).toMatchObject({ status: { code: 2 }, events: [] });
  expect(text).not.toContain('canary');
});
