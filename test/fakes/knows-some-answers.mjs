// An agent CLI that knows some answers: its last argument says { "log", "as", "truths", "knows", "learns", "usd", "model", "fails" }. `truths` is a file with
// the right answers by topic; it knows a share `knows` of them, drawn by its name and the topic, and in a debate learns a share `learns`
// of the others. Of a topic that holds `fails` it ends in failure.
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { runAsProgram } from './run-as-program.mjs';

const draw = (words) => createHash('sha256').update(words).digest().readUInt32BE() / 2 ** 32;
const between = (prompt, name) => prompt.match(new RegExp(`<<<[0-9a-f]+ ${name}>>>\n([\\s\\S]*?)\n<<<end`))?.[1] ?? '';

export async function answer({ log, as, truths, knows, learns = 0, usd = 0.01, model, fails }, prompt) {
  const asked = prompt.slice(prompt.lastIndexOf('# What is asked of you now'));
  const topic = between(prompt, 'topic').trim();
  if (fails !== undefined && topic.includes(fails)) return { stderr: 'Out of memory.\n', code: 1 };
  const truth = JSON.parse(readFileSync(truths, 'utf8'))[topic];
  const options = between(prompt, 'possible answers')
    .split('\n')
    .map((line) => line.replace(/^\d+\. /, ''));
  const others = (options.length > 1 ? options : ['Yes', 'No']).filter((option) => option !== truth);
  const wrong = others[Math.floor(draw(`${as} ${topic} wrong`) * others.length)];
  const isKnown = draw(`${as} ${topic}`) < knows;
  const isLearnt = !isKnown && draw(`${as} ${topic} learns`) < learns;
  const opening = {
    answer: isKnown ? truth : wrong,
    confidence: 70,
    claims: [`${as} counted`],
    change_mind: 'Figures',
  };
  const claims = [...new Set(asked.match(/\bC\d+\b/g))];
  const reply = { move: 'concede', reason: 'So it is.', evidence: null, refined: null };
  const ballot = {
    ...{ answer: isKnown || isLearnt ? truth : wrong, confidence: 80, moved_by: isLearnt ? (claims[0] ?? null) : null },
    ...{ reason: 'As it is.', vote: 'own', objection: null },
  };
  const acts = {
    change_mind: ['opening', opening],
    moved_by: ['ballot', ballot],
    replies: ['reply', { replies: claims.map((claim) => ({ ...reply, claim })), new_claims: [] }],
  };
  const [act, said] = Object.entries(acts).find(([key]) => asked.includes(`"${key}"`))?.[1] ?? [
    'turn',
    `1. ${as} speaks\n2. Is there a tension?\n[VERDICT] conditional [EVIDENCE] none`,
  ];
  appendFileSync(log, `${JSON.stringify({ as, act, topic, pid: process.pid, heard: prompt })}\n`);
  const usage = { input: 100, output: 20, usd };
  return {
    stdout: `${JSON.stringify({ text: typeof said === 'string' ? said : JSON.stringify(said), usage, model })}\n`,
  };
}

await runAsProgram(import.meta.url, answer);
