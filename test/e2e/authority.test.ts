// How far an outcome speaks for the whole panel, as the exit code and every view of the command line say it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProject, type Project } from '../support/project.ts';

let project: Project;
beforeAll(() => {
  project = createProject();
  project.configure({ agents: { holder: project.holder('holder', { answer: 'Yes' }) } });
});
afterAll(() => project.dispose());

const TOPIC = 'Should we move to Postgres this year?';

describe('a debate whose openings agree', () => {
  it.each([
    ['wind-wall-door', ['-o', 'review=true'], ['wind', 'wall', 'door', 'reviewer']],
    ['wind-wall-door', ['-o', 'order=mediated', '-o', 'gate=challenge'], ['wind', 'wall', 'door', 'mediator']],
    ['panel', [], ['a', 'b', 'c', 'writer']],
    ['asymmetric', ['-o', 'pauseAt=convergence'], ['experienced', 'fresh', 'convergence', 'reviewer']],
  ])('is that of a full panel, whoever the rules did not come to: %s %j', async (format, options, seats) => {
    const seating = seats.flatMap((seat) => ['--seat', `${seat}=holder`]);
    const id = `${format}-${options.length}`;
    const ran = await project.call(['run', '-F', format, '-r', 'standard', ...options, ...seating, '--id', id, TOPIC]);
    expect(ran.stderr).toContain('Authority full panel');
    expect(ran.stderr).not.toContain('Incomplete');
    expect(ran.code).toBe(0);
    expect((await project.shown(id)).authority).toMatchObject({ full: true, silent: [] });
    expect((await project.call(['list'])).stdout).not.toContain('degraded');
  });

  it('lacks who did not speak when somebody else closes it', async () => {
    await project.call(['open', '--id', 'closed', '-F', 'panel', '-o', 'seats=2', TOPIC]);
    await project.call(['say', 'closed', '--seat', 'a', 'Yes, 80 %']);
    await project.call(['close', 'closed', '--synthesis', 'We move.']);
    expect((await project.shown('closed')).authority).toMatchObject({ full: false, silent: ['b', 'writer'] });
  });
});
