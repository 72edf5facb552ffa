// An agent CLI that notes each call in a file and answers as its last argument says: { "log", "as", "say", "fail",
// "delayMs", "until", "usage", "stubborn" }. `say` has an answer for each act; `until` names a file that it waits for; one that is
// stubborn takes no notice of SIGTERM.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { runAsProgram } from './run-as-program.mjs';

export async function answer(told, prompt) {
  if (told.stubborn) process.on('SIGTERM', () => {});
  const asked = prompt.slice(prompt.lastIndexOf('# What is asked of you now'));
  const act = asked.includes('"change_mind"')
    ? 'opening'
    : asked.includes('"moved_by"')
      ? 'ballot'
      : asked.includes('VOTE: APPROVE')
        ? 'vote'
        : asked.includes('NEXT: wind')
          ? 'pick'
          : asked.includes('Your decision was rejected')
            ? 'revise'
            : asked.includes('**decide**')
              ? 'decide'
              : 'speak';
  const before = existsSync(told.log) ? readFileSync(told.log, 'utf8').split('\n').length - 1 : 0;
  appendFileSync(told.log, `${JSON.stringify({ as: told.as, act, pid: process.pid, heard: prompt })}\n`);

  if (told.delayMs !== undefined) await pause(told.delayMs);
  if (told.until !== undefined) while (!existsSync(told.until)) await pause(10);
  if (told.fail !== undefined) {
    return { stderr: `${told.fail}\n`, code: 1 };
  }
  const answerLine = asked.includes('ANSWER: …') ? 'ANSWER: Yes\n\n' : '';
  const answers = {
    speak: `${told.as} holds:\n1. point ${before}\n2. Is there a tension?\n[VERDICT] conditional [EVIDENCE] none`,
    // Wind and Door against Wall, so that there is something to debate.
    opening: JSON.stringify({
      answer: told.as === 'wall' ? 'No' : 'Yes',
      confidence: 70,
      claims: ['It holds'],
      change_mind: 'Figures',
    }),
    ballot: JSON.stringify({
      ...{ answer: 'Yes', confidence: 70, moved_by: told.as === 'wall' ? 'C1' : null, reason: 'It holds' },
      ...{ vote: 'accept', objection: null },
    }),
    decide: `${answerLine}1. Decision of ${told.as} after ${before} calls: go.\n2. The tension is named.`,
    revise: `${answerLine}1. Revised decision of ${told.as}: go slowly.\n2. The tension is named.`,
    vote: 'VOTE: APPROVE\nI can live with it.',
    pick: 'NEXT: wind\nIts turn.',
    ...told.say,
  };
  const usage = told.usage ?? { input: 100, output: 20, usd: 0.01 };
  return { stdout: `${JSON.stringify({ text: answers[act], usage })}\n` };
}

await runAsProgram(import.meta.url, answer);
