// An agent CLI that holds one answer, before and after: its last argument says { "log", "as", "answer", "confidence", "final", "movedBy", "vote",
// "until" }.
// `until` names a file that it waits for before it gives its opening.
import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { runAsProgram } from './run-as-program.mjs';

export async function answer(told, prompt) {
  const asked = prompt.slice(prompt.lastIndexOf('# What is asked of you now'));
  const { confidence = 70, vote = 'accept', final = told.answer, movedBy = null } = told;
  const held = { answer: told.answer, confidence };
  const acts = {
    change_mind: {
      act: 'opening',
      text: { ...held, claims: [`${told.as} counted`], change_mind: `${told.as} miscounted` },
    },
    moved_by: {
      act: 'ballot',
      text: {
        answer: final,
        confidence,
        moved_by: movedBy,
        reason: 'As it is.',
        vote,
        objection: vote === 'reject' ? 'It fails.' : null,
      },
    },
    stands: { act: 'challenge', text: { stands: false, case: 'None.' } },
  };
  const [, found] = Object.entries(acts).find(([key]) => asked.includes(`"${key}"`)) ?? [];
  const speech = `ANSWER: ${told.answer}\n\n1. ${told.as} speaks\n2. Is there a tension?\n[VERDICT] conditional [EVIDENCE] none`;
  const { act, text } = found ?? { act: 'turn', text: speech };
  appendFileSync(told.log, `${JSON.stringify({ as: told.as, act, pid: process.pid, heard: prompt })}\n`);
  if (told.until !== undefined && act === 'opening') while (!existsSync(told.until)) await pause(10);
  const usage = { input: 100, output: 20, usd: 0.01 };
  return { stdout: `${JSON.stringify({ text: typeof text === 'string' ? text : JSON.stringify(text), usage })}\n` };
}

await runAsProgram(import.meta.url, answer);
