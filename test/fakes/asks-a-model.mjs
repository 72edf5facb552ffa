// A program that asks a model at the usual addresses and prints its answer as JSON. Its first argument names the protocol, the others
// what it does beside that: "tools", "instructions", "twice", "hides-cuts", "fails".
import { execSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const [protocol, ...misdeeds] = process.argv.slice(2);
if (process.argv.includes('--version')) {
  console.log('1.2.3');
  process.exit(0);
}
const does = (what) => misdeeds.includes(what);
const { HOME, ANTHROPIC_BASE_URL, OPENAI_BASE_URL, GOOGLE_GEMINI_BASE_URL } = process.env;
const read = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

const TOOLS = {
  run: { command: (args) => execSync(args.command).toString() },
  view: { path: (args) => read(args.path) },
  write_file: { path: (args) => writeFileSync(args.path, args.content ?? ''), content: () => {} },
  web_fetch: { url: async (args) => await (await fetch(args.url)).text() },
};
const schemaOf = (name) => ({
  type: 'object',
  properties: Object.fromEntries(Object.keys(TOOLS[name]).map((key) => [key, { type: 'string' }])),
  required: Object.keys(TOOLS[name]),
});
const names = does('tools') ? Object.keys(TOOLS) : [];

/** What each protocol calls its address, its body, and the pieces of its stream: text, calls, the end. */
const PROTOCOLS = {
  anthropic: {
    url: `${ANTHROPIC_BASE_URL}/v1/messages`,
    body: (said) => ({
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
    url: `${OPENAI_BASE_URL}/responses`,
    body: (said) => ({
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
    url: `${OPENAI_BASE_URL}/chat/completions`,
    body: (said) => ({
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
    url: `${GOOGLE_GEMINI_BASE_URL}/v1beta/models/m:streamGenerateContent?alt=sse`,
    body: (said) => ({
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

async function ask(said) {
  const { url, body, read: readEvent } = PROTOCOLS[protocol];
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', stream: true, ...body(said) }),
  });
  const answer = { text: '', calls: [], tokens: 0, isWhole: false };
  for (const line of (await response.text()).split('\n'))
    if (line.startsWith('data: {')) readEvent(JSON.parse(line.slice('data: '.length)), answer);
  return answer;
}

const said = [await text(process.stdin)];
if (does('instructions')) said.push(read(`${HOME}/AGENTS.md`), read(`${HOME}/../project/AGENTS.md`));
if (does('fails')) process.exit(3);
if (does('twice')) await ask(said);
let answer = await ask(said);
while (answer.calls.length > 0) {
  for (const { name, json } of answer.calls) {
    const [act] = Object.values(TOOLS[name]);
    said.push(String((await act(JSON.parse(json))) ?? 'done'));
  }
  answer = await ask(said);
}
const isFine = answer.isWhole || does('hides-cuts');
console.log(JSON.stringify(isFine ? { answer: answer.text, tokens: answer.tokens } : { error: 'it broke off' }));
