// What a hostile agent can read in its sandbox, in a run and in a check of the machine; without one it reads everything.
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasBubblewrap } from '../support/bubblewrap.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';
import { type Listener, listenToSpies, SPY } from '../support/spies.ts';

const CONFIGURATION = 'debate-hall.config.json';
const NAMES = [
  'configuration',
  'environment',
  'hall',
  'key',
  'memory',
  'project',
  'ssh',
  'state',
  'temporary',
  'variables',
].map((name) => `planted-${name}`);

describe.skipIf(!hasBubblewrap)('a hostile agent', () => {
  let project: Project;
  let listener: Listener;

  beforeAll(async () => {
    listener = await listenToSpies();
  });
  afterAll(() => listener.close());
  beforeEach(() => {
    project = createProject();
    listener.heard.length = 0;
  });
  afterEach(() => project.dispose());

  /** One of each kind of secret; the agent is told where they are. */
  function plant(settings: object): void {
    const { HOME } = project.env;
    const places = [
      project.write('.env', 'NOTHING=planted-variables'),
      project.write('notes.md', 'planted-project'),
      project.write('debates/old.txt', 'planted-hall'),
      project.write('../keys/grace', 'planted-key'),
      project.write('../other-temporary', 'planted-temporary'),
    ];
    const inHome = {
      '.ssh/id_rsa': 'planted-ssh',
      '.agent/memories/old.md': 'planted-memory',
      '.local/state/debate-hall/secret': 'planted-state',
    };
    for (const [name, text] of Object.entries(inHome)) {
      const file = join(HOME, name);
      fs.mkdirSync(dirname(file), { recursive: true });
      fs.writeFileSync(file, text);
      places.push(file);
    }
    places.push(project.path(CONFIGURATION));
    const argv = [process.execPath, SPY, JSON.stringify({ address: listener.address, places })];
    project.configure({
      tags: ['planted-configuration'],
      agents: { spy: { kind: 'command', argv, prompt: 'stdin', versionArgs: ['--version'], ...settings } },
      seats: { wind: 'spy', wall: 'spy', door: 'spy' },
      recipe: 'quick',
    });
  }
  const env = { SOME_VARIABLE: 'planted-environment' };

  const settings = [
    // A hall hides the variables that it was started with from every program.
    ['off', NAMES.filter((name) => name !== 'planted-environment'), 'none'],
    ['auto', [], 'bubblewrap'],
    ['required', [], 'bubblewrap'],
  ] as const;
  it.runIf(inCi).each(settings.filter(([setting]) => inCampaign || setting === 'required'))(
    'with "sandbox": %j',
    async (sandbox, expected, recorded) => {
      plant({ sandbox });
      expect(await project.run(['run', '--id', 'd', 'Should we?'], { env })).toMatchObject({ code: 0 });
      // Without a sandbox it also sees what belongs to tests that run beside this one.
      const seen = sandbox === 'off' ? expect.arrayContaining([...expected]) : expected;
      expect(listener.heard).toEqual([seen, seen, seen]);
      const turns = project.events('d').filter((event) => event.type === 'turn-recorded');
      expect(turns.map((event) => (event.data as { by: { sandbox?: string } }).by.sandbox)).toEqual(
        turns.map(() => recorded),
      );
      const shown = await project.call(['show', 'd', '--summary']);
      const where = recorded === 'none' ? 'no sandbox' : 'in a sandbox';
      for (const label of ['Wind', 'Wall', 'Door'])
        expect(shown.stdout).toMatch(new RegExp(`^ +${label} ${where} · `, 'm'));

      listener.heard.length = 0;
      const checked = await project.run(['doctor', '--probe'], { env });
      expect(checked.stdout + checked.stderr).toContain(recorded === 'none' ? 'no sandbox' : 'in a sandbox');
      expect(listener.heard).toEqual([seen]);
    },
  );

  it.runIf(inCampaign)('reads what its settings make visible, and no more', async () => {
    plant({ visible: ['~/.ssh/id_rsa', project.path('..', 'keys')] });
    expect(await project.run(['run', 'Should we?'], { env })).toMatchObject({ code: 0 });
    for (const seen of listener.heard) expect(seen).toEqual(['planted-key', 'planted-ssh']);
  });

  it('does not run where a sandbox is required and there is none', async () => {
    plant({ sandbox: 'required' });
    const refused = await project.run(['run', 'Should we?'], { env: { ...env, PATH: project.path('no-programs') } });
    expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining('bubblewrap is not installed') });
    expect(listener.heard).toEqual([]);
  });

  it.runIf(inCampaign)('is named before it is asked where there is no sandbox', async () => {
    plant({});
    const { stderr } = await project.run(['run', 'Should we?'], { env: { ...env, PATH: project.path('no-programs') } });
    expect(stderr).toContain('Wind is spy, without a sandbox\n');
  });
});
