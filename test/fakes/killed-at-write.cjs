// Loaded before a program: kills it with SIGKILL when it is about to change the folder KILL_IN once more, after KILL_AFTER
// changes. Nothing of the program runs after that, and the kernel takes its locks. With FAULT=EIO the disk reports an error at
// this change instead, and with CLOCK_BACK_MS its clock is slow. CommonJS, which a start loads in less time.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const folder = process.env['KILL_IN'];
let left = Number(process.env['KILL_AFTER']);
const open = new Set();

const { now } = Date;
Date.now = () => now() - Number(process.env['CLOCK_BACK_MS'] ?? 0);

const inside = (what) => (typeof what === 'number' ? open.has(what) : String(what).startsWith(folder));

function beforeChange(what) {
  if (!inside(what)) return;
  left -= 1;
  if (left !== -1) return;
  if (process.env['FAULT'] !== 'EIO') process.kill(process.pid, 'SIGKILL');
  throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO', errno: -5, syscall: 'write' });
}

const CHANGES = [
  ...['writeSync', 'writeFileSync', 'appendFileSync', 'ftruncateSync', 'fsyncSync', 'fchmodSync', 'fchownSync'],
  ...['linkSync', 'renameSync', 'rmSync', 'unlinkSync', 'mkdirSync'],
];
for (const [holder, names] of [
  [fs, CHANGES],
  [fs.promises, ['writeFile', 'rename', 'unlink', 'rm']],
]) {
  for (const name of names) {
    const call = holder[name];
    holder[name] = (what, ...rest) => {
      beforeChange(what);
      return call(what, ...rest);
    };
  }
}

const { openSync, closeSync } = fs;
fs.openSync = (file, flags = 'r', ...rest) => {
  if (flags !== 'r') beforeChange(file);
  const fd = openSync(file, flags, ...rest);
  if (inside(file)) open.add(fd);
  return fd;
};
fs.closeSync = (fd) => {
  open.delete(fd);
  closeSync(fd);
};
syncBuiltinESMExports();
