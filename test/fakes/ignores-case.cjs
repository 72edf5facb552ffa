// Loaded before a program: in the folder IGNORES_CASE_IN a file is found by its name in whatever case, as on macOS and Windows.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const path = require('node:path');

const folder = process.env['IGNORES_CASE_IN'];
const { readdirSync } = fs;

function findWritten(place) {
  if (typeof place !== 'string' || path.dirname(place) !== folder) return place;
  const name = path.basename(place);
  const written = readdirSync(folder).find((other) => other.toLowerCase() === name.toLowerCase());
  return path.join(folder, written ?? name);
}

for (const name of ['existsSync', 'statSync', 'lstatSync', 'openSync', 'readFileSync', 'rmSync']) {
  const real = fs[name];
  fs[name] = (place, ...rest) => real(findWritten(place), ...rest);
}
syncBuiltinESMExports();
