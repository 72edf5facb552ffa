// Says half an answer and complains, then dies by the signal named by its argument, or with exit code 7.
import { writeSync } from 'node:fs';

writeSync(1, 'half an ans');
writeSync(2, 'out of luck\n');
const signal = process.argv[2];
if (signal === undefined) process.exit(7);
process.kill(process.pid, signal);
setInterval(() => {}, 60_000);
