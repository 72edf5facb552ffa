// What a process was started with is not to be read by other programs of its user.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SOURCE = fileURLToPath(new URL('../../src/process/hide-environment.ts', import.meta.url));

const SCRIPT = `
import { spawnSync } from 'node:child_process';
import { hideEnvironment } from ${JSON.stringify(SOURCE)};
const before = { ...process.env };
const exposure = hideEnvironment();
const child = spawnSync(process.execPath, ['-p', 'JSON.stringify(process.env)']).stdout.toString();
const isSame = JSON.stringify(process.env) === JSON.stringify(before);
console.log(JSON.stringify({ exposure, isSame, passedOn: JSON.parse(child).SECRET === before.SECRET }));
process.stdin.once('data', () => process.exit());
`;

test.skipIf(process.platform !== 'linux')(
  'hides its variables from others, keeps them for itself and hands them on',
  async () => {
    const program = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', SCRIPT], {
      env: { ...process.env, SECRET: 'canary-é' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [said] = await once(program.stdout, 'data');
    expect(JSON.parse(String(said))).toEqual({
      exposure: expect.toBeOneOf(['nothing', 'memory']),
      isSame: true,
      passedOn: true,
    });
    expect(readFileSync(`/proc/${program.pid}/environ`).every((byte) => byte === 0)).toBe(true);
    expect(spawnSync('ps', ['eww', String(program.pid)]).stdout?.toString() ?? '').not.toContain('canary');
    program.stdin.write('end');
    await once(program, 'exit');
  },
);
