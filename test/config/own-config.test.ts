// The configuration of this very project, which a newcomer reads as an example.
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type HallFolder, makeHallFolder } from './hall-folder.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

let hall: HallFolder;
beforeEach(async () => {
  hall = await makeHallFolder();
});
afterEach(() => hall.remove());

it('is valid, found, and asks for nothing that needs trust', async () => {
  const loaded = await hall.load({
    cwd: ROOT,
    trust: async () => {
      throw new Error('Trust was asked for.');
    },
  });
  expect(loaded.files).toEqual([{ kind: 'project-file', path: `${ROOT}debate-hall.config.json` }]);
  expect(loaded.warnings).toEqual([]);
  expect(loaded.trust.request).toBeUndefined();
  expect(loaded.config).toMatchObject({ hall: `${ROOT}debates`, limits: { minutes: 60 } });
});
