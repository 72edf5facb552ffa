// Simulates the faults of real agents, for rehearsals that should misbehave.
import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';

/** Longer than any format accepts as one contribution. */
const UNUSABLE_CHARACTERS = 40_000;

export interface AnswerSoFar {
  say(line: object): void;
  /** The first part of what would have been the answer. */
  readonly beginning: string;
}

function hang(): Promise<never> {
  setInterval(() => {}, 60_000);
  return new Promise(() => {});
}

function crash(): never {
  writeSync(2, 'Fatal: the rehearsal crashed on purpose.\n');
  process.exit(70);
}

/** Ends the process, never settles, or has said everything when it returns. */
export async function misbehave(mode: string, { say, beginning }: AnswerSoFar): Promise<void> {
  switch (mode) {
    case 'hangs':
      return hang();
    case 'hangs-midway':
      say({ type: 'text', text: beginning });
      return hang();
    case 'crashes':
      return crash();
    case 'crashes-midway':
      say({ type: 'text', text: beginning });
      return crash();
    case 'garbage':
      writeSync(1, Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0xc3, 0x28, 0x1b, 0x5b, 0x32, 0x4a, 0x0a]));
      writeSync(1, '<html>502 Bad Gateway</html>\n{"type":\n');
      return;
    case 'floods':
      for (;;) say({ type: 'text', text: beginning });
    case 'refuses':
      return say({ type: 'failure', code: 'refused', message: 'The rehearsal refuses this topic on purpose.' });
    case 'empty':
      return say({ type: 'answer', text: ' \n' });
    case 'lies-about-success':
      writeSync(1, 'Error: the rehearsal failed on purpose, with an exit code that says otherwise.\n');
      return say({ type: 'failure', code: 'crashed', message: 'The rehearsal failed on purpose, with exit code 0.' });
    case 'rate-limited':
      return say({
        type: 'failure',
        code: 'rate-limited',
        message: 'The rehearsal claims to be rate-limited, on purpose.',
        retryAfterMs: 500,
      });
    case 'not-logged-in':
      return say({
        type: 'failure',
        code: 'not-logged-in',
        message: 'The rehearsal claims that nobody is logged in, on purpose.',
      });
    case 'unusable':
      return say({ type: 'answer', text: 'No rule is kept here. '.repeat(UNUSABLE_CHARACTERS / 22) });
    case 'ignores-sigterm': {
      const stubborn = "process.on('SIGTERM', () => {}); setInterval(() => {}, 60_000)";
      process.on('SIGTERM', () => {});
      const grandchild = spawn(process.execPath, ['-e', stubborn], { stdio: 'inherit' });
      say({ type: 'text', text: `Still here, with process ${grandchild.pid}. ${beginning}` });
      return hang();
    }
    default:
      throw new Error(`There is no misbehaviour "${mode}".`);
  }
}
