// Prints, complains and ends as its last argument says: { "stdout", "stderr", "exit", "hang", "lines" }.
import { setTimeout as pause } from 'node:timers/promises';

const told = JSON.parse(process.argv.at(-1));
process.stdout.write(told.stdout ?? '');
process.stderr.write(told.stderr ?? '');
for (const line of told.lines ?? []) {
  console.log(line);
  await pause(150);
}
if (told.hang === true) setInterval(() => {}, 60_000);
else process.exitCode = told.exit ?? 0;
