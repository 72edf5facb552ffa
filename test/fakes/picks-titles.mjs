// An agent CLI that picks past decisions: its last argument says { "holding" }, the words that a title has to have.
import { runAsProgram } from './run-as-program.mjs';

export async function answer({ holding }, prompt) {
  const titles = [...prompt.matchAll(/^(\d+)\. (.+)$/gm)];
  const numbers = titles.flatMap(([, number, title]) => (title.includes(holding) ? [Number(number)] : []));
  return { stdout: JSON.stringify({ text: JSON.stringify({ numbers }) }) };
}

await runAsProgram(import.meta.url, answer);
