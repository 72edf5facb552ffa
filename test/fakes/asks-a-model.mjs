// An agent CLI that asks a model at the usual addresses and answers with JSON. Its last argument says in which protocol, and what it
// does beside that: { "protocol", "does": ["tools", "instructions", "twice", "hides-cuts", "fails"] }.
import { execSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const read = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

const TOOLS = {
  run: { command: (args, env) => execSync(args.command, { env }).toString() },
  view: { path: (args) => read(args.path) },
  write_file: { path: (args) => writeFileSync(args.path, args.content ?? ''), content: () => {} },
  web_fetch: { url: async (args) => await (await fetch(args.url)).text() },
};
const schemaOf = (name) => ({
  type: 'object',
  properties: Object.fromEntries(Object.keys(TOOLS[name]).map((key) => [key, { type: 'string' }])),
  required: Object.keys(TOOLS[name]),
});

/** What each protocol calls its address, its body, and the pieces of its stream: text, calls, the end. */
const PROTOCOLS = {
  anthropic: {
    url: (env) => `${env.ANTHROPIC_BASE_URL}/v1/messages`,
    body: (said, names) => ({
      messages: said.map((content) => ({ role: 'user', content })),
      tools: names.map((name) => ({ name, input_schema: schemaOf(name) })),
    }),
    read(event, answer) {
      answer.text += event.delta?.text ?? '';
      if (event.content_block?.type === 'tool_use') answer.calls.push({ name: event.content_block.name, json: '' });
      if (event.delta?.partial_json) answer.calls.at(-1).json += event.delta.partial_json;
      answer.tokens = event.message?.usage.input_tokens ?? answer.tokens;
      answer.isWhole ||= event.type === 'message_stop';
    },
  },
  openai: {
    url: (env) => `${env.OPENAI_BASE_URL}/responses`,
    body: (said, names) => ({
      input: said.map((content) => ({ role: 'user', content })),
      tools: names.map((name) => ({ type: 'function', name, parameters: schemaOf(name) })),
    }),
    read(event, answer) {
      if (event.type === 'response.output_text.delta') answer.text += event.delta;
      if (event.type === 'response.output_item.done' && event.item.type === 'function_call')
        answer.calls.push({ name: event.item.name, json: event.item.arguments });
      if (event.type !== 'response.completed') return;
      answer.tokens = event.response.usage.input_tokens;
      answer.isWhole = true;
    },
  },
  'openai-chat': {
    url: (env) => `${env.OPENAI_BASE_URL}/chat/completions`,
    body: (said, names) => ({
      messages: said.map((content) => ({ role: 'user', content })),
      tools: names.map((name) => ({ type: 'function', function: { name, parameters: schemaOf(name) } })),
    }),
    read(event, answer) {
      const { delta = {}, finish_reason: finish } = event.choices[0] ?? {};
      answer.text += delta.content ?? '';
      for (const { function: call } of delta.tool_calls ?? [])
        answer.calls.push({ name: call.name, json: call.arguments });
      answer.tokens = event.usage?.prompt_tokens ?? answer.tokens;
      answer.isWhole ||= Boolean(finish);
    },
  },
  gemini: {
    url: (env) => `${env.GOOGLE_GEMINI_BASE_URL}/v1beta/models/m:streamGenerateContent?alt=sse`,
    body: (said, names) => ({
      contents: said.map((each) => ({ role: 'user', parts: [{ text: each }] })),
      tools: [{ functionDeclarations: names.map((name) => ({ name, parameters: schemaOf(name) })) }],
    }),
    read(event, answer) {
      const [{ content, finishReason }] = event.candidates;
      for (const part of content?.parts ?? []) {
        answer.text += part.text ?? '';
        if (part.functionCall)
          answer.calls.push({ name: part.functionCall.name, json: JSON.stringify(part.functionCall.args) });
      }
      answer.tokens = event.usageMetadata.promptTokenCount;
      answer.isWhole ||= Boolean(finishReason);
    },
  },
};

async function ask({ told, env, signal }, said) {
  const { url, body, read: readEvent } = PROTOCOLS[told.protocol];
  const names = told.does.includes('tools') ? Object.keys(TOOLS) : [];
  const response = await fetch(url(env), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', stream: true, ...body(said, names) }),
    signal,
  });
  const answer = { text: '', calls: [], tokens: 0, isWhole: false };
  for (const line of (await response.text()).split('\n'))
    if (line.startsWith('data: {')) readEvent(JSON.parse(line.slice('data: '.length)), answer);
  return answer;
}

async function converse(call, prompt) {
  const { told, env } = call;
  const does = (what) => told.does.includes(what);
  const said = [prompt];
  if (does('instructions')) said.push(read(`${env.HOME}/AGENTS.md`), read(`${env.HOME}/../project/AGENTS.md`));
  if (does('twice')) await ask(call, said);
  let answer = await ask(call, said);
  while (answer.calls.length > 0) {
    for (const { name, json } of answer.calls) {
      const [act] = Object.values(TOOLS[name]);
      said.push(String((await act(JSON.parse(json), env)) ?? 'done'));
    }
    answer = await ask(call, said);
  }
  return answer.isWhole || does('hides-cuts')
    ? { answer: answer.text, tokens: answer.tokens }
    : { error: 'it broke off' };
}

export async function answer(told, prompt, { env, signal }) {
  if (told.does.includes('fails')) return { code: 3 };
  try {
    return { stdout: `${JSON.stringify(await converse({ told, env, signal }, prompt))}\n` };
  } catch (error) {
    if (signal?.aborted) return {};
    throw error;
  }
}

// Not by run-as-program.mjs: in a sandbox there is no other file.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const told = process.argv.at(-1);
  if (told === '--version') console.log('1.2.3');
  else {
    const { stdout = '', code = 0 } = await answer(JSON.parse(told), readFileSync(0, 'utf8'), process);
    process.stdout.write(stdout);
    process.exitCode = code;
  }
}
