// Loaded before a program: writes the most memory that it ever held, in bytes, to the file named by PEAK_MEMORY_FILE.
import { readFileSync, writeFileSync } from 'node:fs';

/** Not `maxRSS`: on Linux it starts at what the parent process held. */
function peakBytes() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
}

process.on('exit', () => writeFileSync(String(process.env['PEAK_MEMORY_FILE']), String(peakBytes())));
