// An agent CLI that reviews as its last argument says: { "log", "as", "findings", "again", "refutes", "fail", "until" }. It holds
// every finding valid but those that it refutes, by their ids; `again` is what it finds after a round of fixing. `until` names, by what is asked for, a file that it waits for.
import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { runAsProgram } from './run-as-program.mjs';

export async function answer(told, prompt) {
  const asked = prompt.slice(prompt.lastIndexOf('# What is asked of you now'));
  const act = [
    ['validate', 'The report is written'],
    ['compose', 'write the report for the author'],
    ['dispute', 'These findings are still open'],
    ['cross', 'which others reported and you did not'],
    ['review', 'Review the change in the diff'],
    ['review-again', 'Review the change as it is now'],
  ].find(([, words]) => asked.includes(words))?.[0];
  appendFileSync(told.log, `${JSON.stringify({ as: told.as, act, pid: process.pid, heard: prompt })}\n`);

  const file = told.until?.[act];
  if (file !== undefined) while (!existsSync(file)) await pause(10);
  if (told.fail !== undefined) {
    return { stderr: `${told.fail}\n`, code: 1 };
  }

  const ids = [...asked.matchAll(/^- (F\d+):/gm)].map(([, id]) => id);
  const isRefuted = (id) => told.refutes?.includes(id) === true;
  const verdict = (id) => (isRefuted(id) ? 'invalid' : 'valid');
  const answers = {
    review: () => ({ findings: told.findings ?? [], residual_risks: [], open_questions: [] }),
    'review-again': () => ({ findings: told.again ?? [], residual_risks: [], open_questions: [] }),
    cross: () => ({
      judgments: ids.map((id) => ({ id, verdict: verdict(id), reason: 'The line says so.', severity: null })),
      missed: [],
    }),
    dispute: () => ({
      judgments: ids.map((id) => ({ id, verdict: verdict(id), reason: 'Still.', severity: null })),
    }),
    compose: () => ({
      findings: ids.filter((id) => !isRefuted(id)).map((id) => ({ ids: [id], title: null, detail: null, fix: null })),
      dropped: ids.filter(isRefuted).map((id) => ({ id, reason: 'The line says so.' })),
    }),
    validate: () => ({
      votes: ids.map((id) => ({ id, vote: isRefuted(id) ? 'reject' : 'approve', reason: 'The line says so.' })),
    }),
  };
  const usage = { input: 100, output: 20 };
  return { stdout: `${JSON.stringify({ text: JSON.stringify(answers[act]()), usage })}\n` };
}

await runAsProgram(import.meta.url, answer);
