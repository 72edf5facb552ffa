// Writes to the stream named by its argument, as fast as it can, for ever.
import { writeSync } from 'node:fs';

const fd = process.argv[2] === 'stderr' ? 2 : 1;
const block = Buffer.alloc(64 * 1024, 'flood\n');
for (;;) writeSync(fd, block);
