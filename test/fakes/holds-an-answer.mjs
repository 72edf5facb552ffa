// An agent CLI that holds one answer, before and after: its last argument says { "log", "as", "answer", "confidence", "final", "movedBy", "vote",
// "until", "failsAt" }.
// `until` names a file that it waits for before it gives its opening; `failsAt` an act at which it fails each time.
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
    replies: {
      act: 'reply',
      text: {
        replies: [...new Set(asked.match(/\bC\d+\b/g))].map((claim) => ({
          ...{ claim, move: 'concede', reason: 'So it is.' },
          ...{ evidence: null, refined: null },
        })),
        new_claims: [],
      },
    },
  };
  const [, found] = Object.entries(acts).find(([key]) => asked.includes(`"${key}"`)) ?? [];
  // Where no answer stands, a decision gives none.
  const line = asked.includes('ANSWER: ') ? `ANSWER: ${told.answer}\n\n` : '';
  const speech = `${line}1. ${told.as} speaks\n2. Is there a tension?\n[VERDICT] conditional [EVIDENCE] none`;
  const { act, text } = found ?? { act: 'turn', text: speech };
  appendFileSync(told.log, `${JSON.stringify({ as: told.as, act, pid: process.pid, heard: prompt })}\n`);
  if (told.failsAt === act) return { stderr: 'It is broken.\n', code: 1 };
  if (told.until !== undefined && act === 'opening') while (!existsSync(told.until)) await pause(10);
  const usage = { input: 100, output: 20, usd: 0.01 };
  return { stdout: `${JSON.stringify({ text: typeof text === 'string' ? text : JSON.stringify(text), usage })}\n` };
}

await runAsProgram(import.meta.url, answer);
