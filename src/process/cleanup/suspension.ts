// Hears Ctrl-Z: whoever has changed the terminal puts it back before the process is suspended, and has it again afterwards.

interface Hold {
  readonly leave: () => void;
  readonly comeBack: () => void;
}

const holds = new Set<Hold>();

function suspend(): void {
  for (const { leave } of holds) leave();
  // Without anybody who hears it, the signal does what the system does with it.
  process.off('SIGTSTP', suspend);
  process.once('SIGCONT', () => {
    if (holds.size === 0) return;
    process.on('SIGTSTP', suspend);
    for (const { comeBack } of holds) comeBack();
  });
  process.kill(process.pid, 'SIGTSTP');
}

/** Calls `leave` before the process is suspended, and `comeBack` once it runs again. Returns what ends that. */
export function onSuspend(leave: () => void, comeBack: () => void): () => void {
  const hold = { leave, comeBack };
  if (holds.size === 0 && process.platform !== 'win32') process.on('SIGTSTP', suspend);
  holds.add(hold);
  return () => {
    holds.delete(hold);
    if (holds.size === 0) process.off('SIGTSTP', suspend);
  };
}

const [SHOW_CURSOR, HIDE_CURSOR] = ['\x1b[?25h', '\x1b[?25l'];

/** Of a prompt, which hides the cursor until it is answered. Node lets go of the keyboard at Ctrl-Z, and takes it again only when told to. */
export async function lendTerminal<T>(stream: NodeJS.WritableStream, prompt: () => Promise<T>): Promise<T> {
  const leave = () => stream.write(SHOW_CURSOR);
  let isBack = false;
  const comeBack = () => {
    isBack = true;
    process.stdin.resume();
    stream.write(HIDE_CURSOR);
  };
  const forget = onSuspend(leave, comeBack);
  try {
    return await prompt();
  } finally {
    forget();
    if (isBack) process.stdin.pause();
  }
}
