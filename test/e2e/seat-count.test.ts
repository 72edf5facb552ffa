// How many seats there are: as many as rules or agents say, whichever of them somebody names.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inCi } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

let project: Project;
beforeAll(() => {
  project = createProject();
});
afterAll(() => project.dispose());

it.runIf(inCi).each([
  ['check', '', 3],
  ['check', 'seat-1', 3],
  ['check', 'seat-2', 3],
  ['check', 'seat-5', 5],
  ['run --format panel', 'a', 3],
  ['run --format panel', 'b', 3],
  ['run --format panel', 'e', 5],
  ['run --format panel --agents rehearsal,rehearsal', 'a', 2],
  ['plan --recipe standard', 'planner-1', 3],
  ['plan --recipe standard --planners 1', 'planner-1', 1],
  ['plan --agents rehearsal,rehearsal', 'planner-1', 2],
])('%s with %j named has %i', async (command, seat, count) => {
  const named = seat === '' ? [] : ['--seat', `${seat}=rehearsal`];
  const { stdout } = await project.call([
    ...command.split(' '),
    '--rehearse',
    '--dry-run',
    '--json',
    ...named,
    'Should we?',
  ]);
  const { seats } = JSON.parse(stdout);
  expect(seats.filter((each: { seat: string }) => each.seat !== 'writer')).toHaveLength(count);
});

it.runIf(inCi)('a project that fills one seat does not take away the others', async () => {
  const filled = createProject({ seats: { 'planner-1': 'rehearsal' } });
  try {
    const { stdout } = await filled.call([
      'plan',
      '--recipe',
      'standard',
      '--rehearse',
      '--dry-run',
      '--json',
      'Should we?',
    ]);
    expect(JSON.parse(stdout).seats).toHaveLength(3);
  } finally {
    await filled.dispose();
  }
});
