// Stands in for a claude that stays: speaks its lines of JSON, and does what its script says with each question.
// Without --input-format it answers one question and ends; with TOO_OLD in the environment it knows no other way.
// STAYS in the environment: { log, script: [behaviour, …] }. Each question is a line of the log, so the script goes on
// where the process before left it; what it does not say is answered.
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

if (process.argv[2] === '--version') {
  process.stdout.write('2.1.197 (Claude Code)\n');
  process.exit(0);
}

if (process.env.TOO_OLD && process.argv.includes('--input-format')) {
  process.stderr.write("error: unknown option '--input-format'\n");
  process.exit(1);
}

const { log, script = [], answer = 'Answer' } = JSON.parse(process.env.STAYS);
const write = (line) => process.stdout.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
const session_id = `session-of-${process.pid}`;
const stay = () => setInterval(() => {}, 1000);
let turns = 0;
let usedTokens = 0;

/** The number of this question among those of all programs, from 0; several may ask for theirs at once. */
function note(message) {
  const line = JSON.stringify({ pid: process.pid, turn: turns, message });
  turns += 1;
  appendFileSync(log, `${line}\n`);
  return readFileSync(log, 'utf8').split('\n').indexOf(line);
}

function begin() {
  write({ type: 'system', subtype: 'init', session_id, model: 'sonnet', apiKeySource: 'ANTHROPIC_API_KEY', tools: [] });
  write({ type: 'stream_event', event: { type: 'message_start' } });
}

function delta(text) {
  write({ type: 'stream_event', event: { type: 'content_block_delta', delta: { type: 'text_delta', text } } });
}

function finish(text, error) {
  usedTokens += 100;
  write({ type: 'assistant', message: { model: 'sonnet' } });
  write({
    ...{ type: 'result', subtype: 'success', is_error: error !== undefined, session_id, result: error ?? text },
    ...(error === undefined ? {} : { api_error_status: 529 }),
    total_cost_usd: usedTokens / 1e5,
    modelUsage: {
      sonnet: {
        inputTokens: usedTokens,
        outputTokens: usedTokens / 10,
        cacheReadInputTokens: 0,
        cacheCreationInputTokens: 0,
      },
    },
  });
}

const BEHAVIOURS = {
  answers(text) {
    begin();
    for (const part of text.match(/[\s\S]{1,20}/g)) delta(part);
    finish(text);
  },
  'answers-then-dies'(text) {
    BEHAVIOURS.answers(text);
    process.exit(3);
  },
  'answers-amid-garbage'(text) {
    write('{"type":"stream_event","event":{"type":');
    write('not json at all');
    BEHAVIOURS.answers(text);
    write('more of it');
  },
  dies: () => process.exit(1),
  'dies-midway'(text) {
    begin();
    delta(text.slice(0, 3));
    process.stdout.write('{"type":"stream_event","ev', () => process.exit(1));
  },
  'kills-itself': () => process.kill(process.pid, 'SIGKILL'),
  stalls: () => stay(),
  'stalls-midway'(text) {
    begin();
    delta(text.slice(0, 3));
    stay();
  },
  'answers-when-ended'(text) {
    begin();
    process.on('SIGTERM', () => {
      finish(text);
      process.exit(0);
    });
    stay();
  },
  garbage() {
    for (let line = 0; line < 20; line += 1) write(`\u0000 garbage ${line}`);
    process.exit(0);
  },
  floods() {
    const line = 'x'.repeat(1000);
    const more = () => {
      while (process.stdout.write(`${line}\n`));
      process.stdout.once('drain', more);
    };
    more();
  },
  'says-overloaded'() {
    begin();
    finish('', 'API Error: overloaded');
  },
  'says-nothing'() {
    begin();
    finish('');
  },
};

function hear(content) {
  const number = note(content);
  const vote = /VOTE: APPROVE/.test(content) ? 'VOTE: APPROVE\n' : '';
  BEHAVIOURS[script[number] ?? 'answers'](`${vote}${answer} ${number + 1} of a seat that stays.`);
}

if (process.argv.includes('--input-format')) {
  createInterface({ input: process.stdin }).on('line', (line) => hear(JSON.parse(line).message.content));
  process.stdin.on('end', () => process.exit(0));
} else {
  hear(readFileSync(0, 'utf8'));
}
