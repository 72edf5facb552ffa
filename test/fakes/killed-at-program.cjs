// Loaded before a program: kills it with SIGKILL around the start of another one, of which nothing runs after that in the program
// itself. KILL_AT: what the command line of the other one matches; KILL_NTH: which of those, from 1; KILL_WHEN: "before" it starts, or
// "after" it has ended. Without KILL_AT it only lists them, one a line, in the file KILL_LIST. CommonJS, which a start loads in less time.
const childProcess = require('node:child_process');
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const { KILL_AT, KILL_NTH = '1', KILL_WHEN, KILL_LIST } = process.env;
const wanted = KILL_AT === undefined ? undefined : new RegExp(KILL_AT);
let left = Number(KILL_NTH);
const { spawn } = childProcess;

/** What keeps watch over the programs of the hall is none of them. */
const isWatchdog = (line) => line.includes('watchdog');

childProcess.spawn = (file, args = [], ...rest) => {
  const line = [file, ...(Array.isArray(args) ? args : [])].join(' ');
  if (isWatchdog(line)) return spawn(file, args, ...rest);
  if (KILL_LIST !== undefined) fs.appendFileSync(KILL_LIST, `${line.replaceAll('\n', ' ')}\n`);
  const isIt = wanted?.test(line) === true && --left === 0;
  if (isIt && KILL_WHEN === 'before') process.kill(process.pid, 'SIGKILL');
  const child = spawn(file, args, ...rest);
  if (isIt) child.once('exit', () => process.kill(process.pid, 'SIGKILL'));
  return child;
};
syncBuiltinESMExports();
