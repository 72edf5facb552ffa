// Python itself: the shim of a version manager on the path takes longer to find it than it takes to start.
import { spawnSync } from 'node:child_process';

const { stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });

export const PYTHON = stdout?.trim() || 'python3';
