// An agent that looks a question of the small shop up through the hall's tools and cites what it has found. Arguments: address of
// the server, and { "manner", "questions", "ledger", "afterMs" }: the manner is "look", "guess", which cites without having looked,
// or "kill", which kills the hall in the middle of a look: the one that holds the ledger, as many milliseconds later. It gives
// openings and ballots, too.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { runAsProgram } from './run-as-program.mjs';

export async function answer({ manner, questions, ledger, afterMs }, prompt, { args: [url], env }) {
  const known = JSON.parse(readFileSync(questions, 'utf8')).find(({ question }) => prompt.includes(question));

  async function call(name, input) {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${env.DEBATE_HALL_TOOL_TOKEN}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
    });
    const body = await response.text();
    const json = body.startsWith('{') ? body : /^data: (.*)$/m.exec(body)?.[1];
    return JSON.parse(json).result.content[0].text;
  }

  if (manner === 'kill') {
    await call('search_text', { pattern: known.words, literal: true });
    const [path] = known.citation.split(':');
    const looking = call('read_file', { path: `shop/${path}` }).catch(() => {});
    await Promise.race([looking, pause(afterMs)]);
    process.kill(Number(/"pid":(\d+)/.exec(readFileSync(ledger, 'utf8'))?.[1]), 'SIGKILL');
  }

  let said = 'I do not know.';
  let place = known.citation;
  if (manner === 'look') {
    const found = await call('search_text', { pattern: known.words, literal: true });
    const [, path, line] = /^([^\s:]+):(\d+): /m.exec(found) ?? [];
    const read = await call('read_file', { path, line: Number(line), lines: 1 });
    said = read.includes(known.answer) ? `The answer is ${known.answer}.` : said;
    place = `${path}:${line}`;
  }
  const asked = prompt.slice(prompt.lastIndexOf('# What is asked of you now'));
  if (/"(change_mind|moved_by)"/.test(asked)) {
    const claims = [`${said} It follows from ${place}`, `${place} "${known.words}"`, 'Nothing else says so'];
    const opinion = asked.includes('"change_mind"')
      ? { claims, change_mind: 'Another line' }
      : { moved_by: null, reason: said };
    const held = manner === 'look' ? known.answer : 'not enough to say';
    return { stdout: `${JSON.stringify({ answer: held, confidence: 80, ...opinion })}\n` };
  }
  const stdout = `1. **Finding.** ${said} It follows from ${place}.
2. [VERDICT] SOUND - it stands there. [EVIDENCE] given.
3. **Decision.** Keep it, as ${place} says. What would have to be true to change it?
`;
  return { stdout };
}

await runAsProgram(import.meta.url, answer);
