// An agent that speaks the Agent Client Protocol as its last argument says: { "log", "handshake", "turns", "obeys" }. Each turn is a
// list of steps for one question, the last one is repeated; every line that it hears goes into the file "log".
import { appendFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const told = JSON.parse(process.argv.at(-1));
const { turns = [[{ say: 'I say so.' }]], handshake = {} } = told;
const waiting = new Map();
let question = 0;
let loggedIn = false;
let asked;
let nextId = 1000;

const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const update = (fields) => write({ method: 'session/update', params: { sessionId: 'session-1', update: fields } });
const chunk = (sessionUpdate, text) => update({ sessionUpdate, content: { type: 'text', text } });

function request(method, params) {
  const id = nextId++;
  write({ id, method, params: { sessionId: 'session-1', ...params } });
  return new Promise((resolve) => waiting.set(id, resolve));
}

async function take(step) {
  if (step.say !== undefined) chunk('agent_message_chunk', step.say);
  if (step.think !== undefined) chunk('agent_thought_chunk', step.think);
  if (step.update !== undefined) update(step.update);
  if (step.raw !== undefined) process.stdout.write(`${step.raw}\n`);
  if (step.ask !== undefined) {
    const { result, error } = await request(step.ask.method, step.ask.params);
    const heard = JSON.stringify(result ?? error.message);
    if (step.ask.into === undefined) chunk('agent_message_chunk', `<${heard}>`);
    else appendFileSync(step.ask.into, `${heard}\n`);
  }
  for (const [file, text] of Object.entries(step.write ?? {})) {
    try {
      writeFileSync(file, text);
    } catch {}
  }
  if (step.exit !== undefined) {
    process.stderr.write(`${step.stderr ?? ''}\n`);
    process.exit(step.exit);
  }
  if (step.hang) await new Promise(() => setInterval(() => {}, 60_000));
}

async function answer({ id, method }) {
  if (method === 'initialize') {
    if (handshake.raw !== undefined) process.stdout.write(`${handshake.raw}\n`);
    if (handshake.exit !== undefined) {
      process.stderr.write(`${handshake.stderr}\n`);
      process.exit(handshake.exit);
    }
    write({ id, result: { protocolVersion: 1, agentCapabilities: {}, ...handshake.initialize } });
  } else if (method === 'authenticate') {
    loggedIn = true;
    write({ id, result: {} });
  } else if (method === 'session/new' && handshake.wantsLogin && !loggedIn) {
    write({ id, error: { code: -32000, message: 'Authentication required' } });
  } else if (method === 'session/new') {
    const reply = handshake.error === undefined ? { result: { sessionId: 'session-1', ...handshake.session } } : {};
    write({ id, ...reply, ...(handshake.error === undefined ? {} : { error: handshake.error }) });
  } else if (method === 'session/prompt') {
    const steps = turns[Math.min(question, turns.length - 1)];
    question += 1;
    asked = id;
    for (const step of steps) await take(step);
    const end = steps.find((step) => step.end !== undefined || step.error !== undefined) ?? { end: {} };
    if (end.error === undefined) write({ id, result: { stopReason: 'end_turn', ...end.end } });
    else write({ id, error: end.error });
  } else if (method === 'session/cancel') {
    if (told.obeys) write({ id: asked, result: { stopReason: 'cancelled' } });
  } else if (id !== undefined) {
    write({
      id,
      ...(handshake.refusesModel ? { error: { code: -32602, message: 'Invalid params' } } : { result: {} }),
    });
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  appendFileSync(told.log, `${line}\n`);
  const message = JSON.parse(line);
  if (message.method !== undefined) void answer(message);
  else waiting.get(message.id)?.(message);
});
