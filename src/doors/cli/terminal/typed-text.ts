// Takes a text line by line at the terminal; news can be printed in between without losing what is being typed.
import { createInterface } from 'node:readline';
import { printMessage } from './io.ts';
import type { Screen } from './screen.ts';

const END = '.';

/** Everything that was typed until its end, or until the signal: then also the line that was not finished. */
export async function typeText(screen: Screen, signal: AbortSignal): Promise<string> {
  if (signal.aborted) return '';
  const { stdin: input, stderr: output } = process;
  const reader = createInterface({ input, output, terminal: true, prompt: '> ', historySize: 0 });
  // Only now is every key one of the text.
  printMessage(`Write your turn. End it with a line that contains only "${END}".`);
  const lines: string[] = [];
  const stop = () => {
    lines.push(reader.line);
    reader.close();
  };
  signal.addEventListener('abort', stop, { once: true });
  const unsubscribe = screen.onNews(() => {
    output.write('\n');
    screen.show();
    reader.prompt(true);
  });
  try {
    return await new Promise((resolve) => {
      reader.on('line', (line) => {
        if (line === END) return reader.close();
        lines.push(line);
        reader.prompt();
      });
      // With the keyboard in raw mode Ctrl-C is a key and no signal.
      reader.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
      reader.on('close', () => resolve(lines.join('\n')));
      reader.prompt();
    });
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', stop);
    output.write('\n');
  }
}
