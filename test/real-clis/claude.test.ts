// The contract of an agent, kept by the real claude, and what only claude needs.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testRealCli } from './agent-contract.ts';
import { claude } from './claude.ts';
import { openSandbox } from './sandbox.ts';

describe('claude', () => {
  testRealCli(claude);

  test('the address in the configuration wins over the one in the settings of claude itself', async () => {
    const sandbox = await openSandbox(claude, { behaviour: { kind: 'answer', text: 'Here.' } });
    try {
      await mkdir(join(sandbox.home, '.claude'));
      const settings = { env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' } };
      await writeFile(join(sandbox.home, '.claude', 'settings.json'), JSON.stringify(settings));
      const { reply } = await sandbox.ask('Where are you?');
      expect(reply).toMatchObject({ status: 'answered', text: 'Here.' });
    } finally {
      await sandbox.close();
    }
  });
});
