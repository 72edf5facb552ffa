// Python as it is installed: what a version manager puts on the path finds that out anew at every start, which takes longer than Python itself.
import { spawnSync } from 'node:child_process';

const { stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });

export const PYTHON = stdout?.trim() || 'python3';
