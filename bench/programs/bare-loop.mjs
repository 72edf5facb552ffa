// Starts programs one after the other, with text on standard input, and collects what they print. Nothing else.
// As a program: the file with the calls, a JSON array of {argv, env, cwd, stdin}, is the argument.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

function answer({ argv: [program, ...args], env, cwd, stdin }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, cwd, stdio: ['pipe', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 && text !== '' ? resolve(text) : reject(new Error(`Exit code ${code}.`))));
    child.stdin.end(stdin);
  });
}

export async function bareLoop(calls) {
  for (const call of calls) await answer(call);
}

if (process.argv[1] === import.meta.filename) await bareLoop(JSON.parse(readFileSync(process.argv[2], 'utf8')));
