// What the MCP conformance suite expects a server to have, by name: a server of nothing but these, for our HTTP mount.
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  McpServer,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const SOUND = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

// biome-ignore lint/suspicious/noExplicitAny: answers of clients have every shape
type Loose = any;

const say = (text: string) => ({ content: [{ type: 'text' as const, text }] });
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

const states = createRequestStateCodec<Loose>({ key: 'c'.repeat(32) });

/** The JSON Schema is what the suite compares; what comes in is not checked. */
const asSchema = (json: object): Loose => ({
  '~standard': {
    version: 1,
    vendor: 'fixture',
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: () => json, output: () => json },
  },
});

const NO_ARGUMENTS = z.object({});

const form = (message: string, name: string, type: 'string' | 'boolean' = 'string') =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [name]: type === 'boolean' ? { type } : { type } },
      required: [name],
    },
  });
const ASK_NAME = () => form('What is your name?', 'name');
const sample = (text: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens });

function registerContent(server: McpServer): void {
  const text = { type: 'text' as const };
  const image = { type: 'image' as const, data: PIXEL, mimeType: 'image/png' };
  const resource = (uri: string, mimeType: string, body: string) => ({
    type: 'resource' as const,
    resource: { uri, mimeType, text: body },
  });
  const contents: Record<string, Loose[]> = {
    test_simple_text: [{ ...text, text: 'This is a simple text response for testing.' }],
    test_image_content: [image],
    test_audio_content: [{ type: 'audio', data: SOUND, mimeType: 'audio/wav' }],
    test_embedded_resource: [resource('test://embedded-resource', 'text/plain', 'An embedded resource.')],
    test_multiple_content_types: [
      { ...text, text: 'Multiple content types test:' },
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  };
  for (const [name, content] of Object.entries(contents)) {
    server.registerTool(name, { description: `Returns ${name}` }, async () => ({ content }));
  }
  server.registerTool('test_error_handling', { description: 'Fails' }, async () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
}

function registerNotices(server: McpServer, isModern: boolean): void {
  const log = async (context: ServerContext, data: string) =>
    await context.mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
  server.registerTool(
    'test_tool_with_logging',
    { description: 'Logs', inputSchema: NO_ARGUMENTS },
    async (_args, context) => {
      for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await log(context, data);
        await pause();
      }
      return say('Tool with logging executed successfully');
    },
  );
  server.registerTool(
    'test_logging_tool',
    { description: 'Logs if it was asked to', inputSchema: NO_ARGUMENTS },
    async (_args, context) => {
      const level = (context.mcpReq.envelope as Loose)?.['io.modelcontextprotocol/logLevel'];
      if (!isModern || level !== undefined) await log(context, 'logged');
      return say('done');
    },
  );
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Reports progress', inputSchema: NO_ARGUMENTS },
    async (_args, context) => {
      const progressToken = context.mcpReq._meta?.progressToken ?? 0;
      for (const progress of [0, 50, 100]) {
        const params = { progressToken, progress, total: 100 };
        await context.mcpReq.notify({ method: 'notifications/progress', params });
        await pause();
      }
      return say(String(progressToken));
    },
  );
  server.registerTool(
    'test_reconnection',
    { description: 'Closes its stream before it answers', inputSchema: NO_ARGUMENTS },
    async (_args, context) => {
      context.http?.closeSSE?.();
      await new Promise((resolve) => setTimeout(resolve, 100));
      return say('Reconnected.');
    },
  );
}

const choices = (key: 'oneOf' | 'anyOf') => ({
  [key]: [
    { const: 'value1', title: 'First' },
    { const: 'value2', title: 'Second' },
    { const: 'value3', title: 'Third' },
  ],
});
const OPTIONS = ['option1', 'option2', 'option3'];
const FORMS: Record<string, object> = {
  test_elicitation_sep1034_defaults: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
  test_elicitation_sep1330_enums: {
    untitledSingle: { type: 'string', enum: OPTIONS },
    titledSingle: { type: 'string', ...choices('oneOf') },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] },
    untitledMulti: { type: 'array', items: { type: 'string', enum: OPTIONS } },
    titledMulti: { type: 'array', items: choices('anyOf') },
  },
};

/** Questions that older servers push to their clients. */
function registerPushed(server: McpServer): void {
  const elicit = async (context: ServerContext, message: string, properties: Loose, required: string[]) => {
    const requestedSchema = { type: 'object' as const, properties, required };
    const { action, content = {} }: Loose = await context.mcpReq.send({
      method: 'elicitation/create',
      params: { message, requestedSchema },
    });
    return say(`action=${action}, content=${JSON.stringify(content)}`);
  };
  server.registerTool(
    'test_elicitation',
    { description: 'Asks the user', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, context) => await elicit(context, message, { response: { type: 'string' } }, ['response']),
  );
  for (const [name, properties] of Object.entries(FORMS)) {
    server.registerTool(name, { description: 'Asks with a form', inputSchema: NO_ARGUMENTS }, async (_args, context) =>
      elicit(context, 'Please fill in the form', properties, []),
    );
  }
  server.registerTool(
    'test_sampling',
    { description: 'Asks the model of the client', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, context) => {
      const params = {
        messages: [{ role: 'user' as const, content: { type: 'text' as const, text: prompt } }],
        maxTokens: 100,
      };
      const result: Loose = await context.mcpReq.send({ method: 'sampling/createMessage', params });
      return say(`LLM response: ${result.content?.text}`);
    },
  );
}

type Ask = (answers: Loose, context: ServerContext) => Promise<InputRequiredResult | ReturnType<typeof say>>;

/** Questions that newer servers put into their results. */
const ASKS: Record<string, Ask> = {
  test_input_required_result_elicitation: async ({ user_name }) =>
    user_name?.action === 'accept'
      ? say(`Hello, ${user_name.content?.name}!`)
      : inputRequired({ inputRequests: { user_name: ASK_NAME() } }),
  test_streaming_elicitation: async ({ user_name }) =>
    user_name === undefined ? inputRequired({ inputRequests: { user_name: ASK_NAME() } }) : say('done'),
  test_input_required_result_sampling: async ({ capital_question: answer }) =>
    answer === undefined
      ? inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?', 100) } })
      : say(String(answer.content?.text)),
  // The protocol's own handler refuses it to a client that has not declared what it asks for.
  test_missing_capability: async ({ capital_question: answer }) =>
    answer === undefined
      ? inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?', 100) } })
      : say('done'),
  test_input_required_result_list_roots: async ({ client_roots: roots }) =>
    roots === undefined
      ? inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
      : say(JSON.stringify(roots.roots)),
  test_input_required_result_request_state: async ({ confirm }, context) =>
    confirm === undefined || context.mcpReq.requestState() === undefined
      ? inputRequired({
          inputRequests: { confirm: form('Please confirm', 'ok', 'boolean') },
          requestState: await states.mint('first'),
        })
      : say('state-ok'),
  test_input_required_result_tampered_state: async ({ confirm }) =>
    confirm === undefined
      ? inputRequired({
          inputRequests: { confirm: form('Please confirm', 'ok', 'boolean') },
          requestState: await states.mint('first'),
        })
      : say('done'),
  test_input_required_result_multiple_inputs: async ({ user_name, greeting, client_roots }) =>
    user_name === undefined || greeting === undefined || client_roots === undefined
      ? inputRequired({
          inputRequests: {
            user_name: ASK_NAME(),
            greeting: sample('Generate a greeting', 50),
            client_roots: inputRequired.listRoots(),
          },
          requestState: await states.mint('first'),
        })
      : say(`${greeting.content?.text} ${user_name.content?.name}`),
  test_input_required_result_multi_round: async ({ step1, step2 }, context) => {
    const state = context.mcpReq.requestState<Loose>();
    if (step2 !== undefined && state?.name !== undefined) return say(`${state.name} likes ${step2.content?.color}`);
    if (step1 !== undefined) {
      return inputRequired({
        inputRequests: { step2: form('Step 2: What is your favorite color?', 'color') },
        requestState: await states.mint({ name: step1.content?.name }),
      });
    }
    return inputRequired({
      inputRequests: { step1: form('Step 1: What is your name?', 'name') },
      requestState: await states.mint({ step: 1 }),
    });
  },
  test_input_required_result_capabilities: async ({ user_name, greeting }, context) => {
    const declared = (context.mcpReq.envelope as Loose)?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
    if (user_name !== undefined || greeting !== undefined) return say('done');
    const inputRequests = {
      ...(declared.elicitation === undefined ? {} : { user_name: ASK_NAME() }),
      ...(declared.sampling === undefined ? {} : { greeting: sample('Generate a greeting', 50) }),
    };
    return Object.keys(inputRequests).length === 0 ? say('nothing to ask') : inputRequired({ inputRequests });
  },
};

function registerAsked(server: McpServer): void {
  for (const [name, ask] of Object.entries(ASKS)) {
    server.registerTool(
      name,
      { description: 'Asks in its result', inputSchema: NO_ARGUMENTS },
      async (_args, context) => ask(context.mcpReq.inputResponses ?? {}, context),
    );
  }
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks first' }, async (context: Loose) => {
    const answer = context.mcpReq.inputResponses?.user_context;
    if (answer === undefined) {
      const user_context = form('What context should the prompt use?', 'context');
      return inputRequired({ inputRequests: { user_context } });
    }
    return { messages: [{ role: 'user', content: { type: 'text', text: String(answer.content?.context) } }] };
  });
}

const SCHEMA_2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

function registerResources(server: McpServer): void {
  const text = (uri: string, body: string) => ({ contents: [{ uri, mimeType: 'text/plain', text: body }] });
  for (const name of ['static-text', 'watched-resource']) {
    const uri = `test://${name}`;
    server.registerResource(name, uri, { mimeType: 'text/plain' }, async () => text(uri, `Content of ${name}.`));
  }
  server.registerResource('static-binary', 'test://static-binary', { mimeType: 'image/png' }, async () => ({
    contents: [{ uri: 'test://static-binary', mimeType: 'image/png', blob: PIXEL }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, { mimeType: 'application/json' }, async (uri, { id }) => ({
    contents: [
      { uri: uri.href, mimeType: 'application/json', text: JSON.stringify({ id, data: `Data for ID: ${id}` }) },
    ],
  }));
  server.server.setRequestHandler('resources/subscribe', async () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', async () => ({}));
}

function registerPrompts(server: McpServer): void {
  const user = (content: Loose) => ({ role: 'user' as const, content });
  const text = (body: string) => user({ type: 'text', text: body });
  server.registerPrompt('test_simple_prompt', { description: 'Simple' }, async () => ({
    messages: [text('This is a simple prompt for testing.')],
  }));
  server.registerPrompt('test_prompt_with_image', { description: 'With an image' }, async () => ({
    messages: [user({ type: 'image', data: PIXEL, mimeType: 'image/png' }), text('Please analyze the image above.')],
  }));
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'With arguments', argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    async ({ arg1, arg2 }) => ({ messages: [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'With a resource', argsSchema: z.object({ resourceUri: z.string() }) },
    async ({ resourceUri: uri }) => ({
      messages: [
        user({ type: 'resource', resource: { uri, mimeType: 'text/plain', text: 'Embedded.' } }),
        text('Go on.'),
      ],
    }),
  );
}

export interface Changes {
  toolsChanged(): void;
  promptsChanged(): void;
}

export function createFixtures(isModern: boolean, changes: () => Changes): McpServer {
  const listed = { listChanged: true };
  const server = new McpServer(
    { name: 'conformance-fixtures', version: '1.0.0' },
    {
      capabilities: {
        tools: listed,
        resources: { subscribe: true, ...listed },
        prompts: listed,
        logging: {},
        completions: {},
      },
      requestState: { verify: states.verify },
    },
  );
  registerContent(server);
  registerNotices(server, isModern);
  registerPushed(server);
  registerAsked(server);
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Has a schema with everything', inputSchema: asSchema(SCHEMA_2020) },
    async () => say('done'),
  );
  server.registerTool('test_trigger_tool_change', { description: 'Changes the tools' }, async () => {
    changes().toolsChanged();
    return say('done');
  });
  server.registerTool('test_trigger_prompt_change', { description: 'Changes the prompts' }, async () => {
    changes().promptsChanged();
    return say('done');
  });
  registerResources(server);
  registerPrompts(server);
  server.server.setRequestHandler('logging/setLevel', async () => ({}));
  server.server.setRequestHandler('completion/complete', async () => ({
    completion: { values: [], total: 0, hasMore: false },
  }));
  return server;
}
