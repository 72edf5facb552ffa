// The source of the watchdog, a process that cleans up after a hall that was killed.

/**
 * JavaScript for `node --eval`, so that it starts at once and the same way from the sources and from the built package.
 *
 * One JSON array per line on standard input: ["+group", PID], ["-group", PID], ["+folder", PATH], ["-folder", PATH].
 * Standard input ends when the hall is gone, however it went. What is left on the list then is ended and removed.
 *
 * Against process ids that were given to a stranger: an id stays taken while any process of its group is there or has
 * not been collected. The hall collects its children itself and takes a group off the list within milliseconds of
 * finding it empty; once the hall is gone this program acts within milliseconds, and it leaves a group alone from the
 * first time that it finds it empty.
 */
export const WATCHDOG_PROGRAM = String.raw`// debate-hall watchdog
const { readFileSync, readdirSync, readlinkSync, rmSync } = require('node:fs');
const graceMs = Number(process.argv[1]);
const groups = new Set();
const folders = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

const lines = { '+group': (it) => groups.add(it), '-group': (it) => groups.delete(it),
  '+folder': (it) => folders.add(it), '-folder': (it) => folders.delete(it) };
let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text) => {
  const complete = (rest + text).split('\n');
  rest = complete.pop();
  for (const line of complete) {
    const [verb, item] = JSON.parse(line);
    lines[verb](item);
  }
});
process.stdin.on('error', () => {});
process.stdin.on('close', cleanUp);

function signalAll(signal) {
  for (const group of groups) {
    if (process.platform === 'win32') {
      const taskkill = require('node:path').join(process.env.SYSTEMROOT, 'System32', 'taskkill.exe');
      require('node:child_process').spawnSync(taskkill, ['/T', '/F', '/PID', String(group)]);
      groups.delete(group);
      continue;
    }
    try {
      process.kill(-group, signal);
    } catch {
      groups.delete(group);
    }
  }
}

// A program that was born in the last moment of the hall is on no list, but a folder that is has its output, or is where it works.
// It leads a session without a terminal, which tells it from a person who looks around there. Where there is no /proc, nothing is found.
function isInFolders(id) {
  return ['cwd', 'fd/1'].some((link) => {
    const place = readlinkSync('/proc/' + id + '/' + link);
    return [...folders].some((folder) => place.startsWith(folder));
  });
}

function addUnlisted() {
  let ids = [];
  try {
    ids = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name));
  } catch {}
  for (const id of ids) {
    try {
      if (!isInFolders(id)) continue;
      const stat = readFileSync('/proc/' + id + '/stat', 'latin1');
      const [, , group, session, terminal] = stat.slice(stat.lastIndexOf(')') + 2).split(' ').map(Number);
      if (group === Number(id) && session === group && terminal === 0) groups.add(group);
    } catch {}
  }
}

async function cleanUp() {
  addUnlisted();
  signalAll('SIGTERM');
  for (const deadline = Date.now() + graceMs; groups.size > 0 && Date.now() < deadline; ) {
    await new Promise((done) => setTimeout(done, 20));
    signalAll(0);
  }
  signalAll('SIGKILL');
  for (const folder of folders) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    } catch {}
  }
}
`;
