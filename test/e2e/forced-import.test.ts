// Damage that `import --force` accepted is visible wherever somebody may rely on the debate: in lists, in verify, over MCP.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connected, connect } from '../mcp/support.ts';
import { inCi } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

const FIXTURES = path.join(import.meta.dirname, '../interop');

let project: Project;
let server: Connected;
beforeAll(async () => {
  project = createProject();
  const file = JSON.parse(fs.readFileSync(path.join(FIXTURES, 'fixtures/2026-01-05-closed.json'), 'utf8'));
  const whole = project.path('whole.json');
  fs.writeFileSync(whole, JSON.stringify({ ...file, thread_id: 'whole' }));
  file.turns[0].content = 'Words that were never said.';
  const forged = project.path('forged.json');
  fs.writeFileSync(forged, JSON.stringify({ ...file, thread_id: 'forged' }));
  expect((await project.run(['import', whole])).code).toBe(0);
  expect((await project.call(['import', forged, '--force'])).code).toBe(3);
  server = await connect(project.folder);
});
afterAll(async () => {
  await server.close();
  project.dispose();
});

describe.runIf(inCi)('a debate that was imported with damage', () => {
  it('says so in the list, and a sound one does not', async () => {
    const { stdout } = await project.call(['list']);
    expect(stdout).toMatch(/^forged .*, damaged import/m);
    expect(stdout).not.toMatch(/^whole .*damaged/m);
    const rows = JSON.parse((await project.call(['list', '--json'])).stdout);
    expect(Object.fromEntries(rows.map((row: Row) => [row.threadId, row.importProblems]))).toEqual({
      forged: 1,
      whole: 0,
    });
  });

  it('verifies, with a remark', async () => {
    const { code, stdout, stderr } = await project.call(['verify', 'forged']);
    expect([code, stdout.slice(0, 2)]).toEqual([0, 'ok']);
    expect(stderr).toContain('The imported file had 1 problem');
    expect((await project.call(['verify', '--all'])).stdout).toMatch(/^forged +ok .*, damaged import$/m);
    expect((await project.call(['verify', 'whole'])).stderr).not.toContain('problem');
  });

  it('says so next to its panel, wherever that is shown', async () => {
    const words = 'damaged import: the file had 1 problem';
    expect((await project.call(['show', 'forged'])).stdout).toMatch(new RegExp(`^Authority .*${words}$`, 'm'));
    expect((await project.call(['export', 'forged', '--format', 'markdown'])).stdout).toContain(`**Note:** ${words}`);
    expect((await project.call(['export', 'forged', '--format', 'html'])).stdout).toContain(`Damaged import: the file`);
    expect((await project.call(['show', 'whole'])).stdout).not.toContain('damaged');
  });

  it('says so over MCP', async () => {
    expect(await server.call('get_debate', { thread_id: 'forged' })).toMatchObject({ import_problems: 1 });
    expect(await server.call('verify_debate', { thread_id: 'forged' })).toMatchObject({ ok: true, import_problems: 1 });
    expect((await server.call('debate_history', { search: 'forged' })).debates).toMatchObject([{ import_problems: 1 }]);
    for (const tool of ['get_debate', 'verify_debate']) {
      expect(await server.call(tool, { thread_id: 'whole' })).not.toHaveProperty('import_problems');
      const { content } = await server.client.callTool({ name: tool, arguments: { thread_id: 'forged' } });
      expect(JSON.stringify(content)).toContain('The imported file had 1 problem');
    }
  });
});

interface Row {
  readonly threadId: string;
  readonly importProblems: number;
}
