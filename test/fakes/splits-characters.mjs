// Writes text byte by byte, pausing inside characters, and some bytes that are no UTF-8.
import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

for (const byte of Buffer.from('Zürich 🧱\n')) {
  writeSync(1, Buffer.from([byte]));
  await pause(5);
}
writeSync(1, Buffer.from([0x61, 0xff, 0x62, 0xc3]));
