// An editor: copies the file, which is its last argument, to the path that is its first; waits for the file that is its
// second; then puts its third in front of what stands in the file.
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const [seen, until, text] = process.argv.slice(2);
const file = process.argv.at(-1);

copyFileSync(file, seen);
while (!existsSync(until)) await pause(10);
writeFileSync(file, `${text}\n${readFileSync(file, 'utf8')}`);
