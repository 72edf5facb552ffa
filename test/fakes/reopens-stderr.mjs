// Says something, then opens its standard error anew as shell scripts do, which empties a file.
import { writeFileSync, writeSync } from 'node:fs';

writeSync(2, 'first complaint, rather long\n');
await new Promise((resume) => setTimeout(resume, 400));
writeFileSync('/dev/stderr', 'second\n');
