// Pins what the package exports, so that nothing becomes public, or stops being so, by accident.
import { describe, expect, it } from 'vitest';
import * as library from '../../src/index.ts';

describe('the library', () => {
  it('exports these names and no others', () => {
    expect(Object.keys(library).sort()).toMatchInlineSnapshot(`
      [
        "ERROR_CODES",
        "EXIT",
        "FAILURES",
        "HallError",
        "askAgent",
        "closeDebate",
        "debateRecordSchema",
        "debateStats",
        "exitCodeOf",
        "exportDebate",
        "githubAvailability",
        "hallStats",
        "importDebate",
        "interject",
        "interjectFromGitHub",
        "killDebate",
        "listDebates",
        "openDebate",
        "openHall",
        "pick",
        "planDebate",
        "planOf",
        "planOpening",
        "ratify",
        "redact",
        "reviewOf",
        "reviewOpening",
        "runDebate",
        "say",
        "showDebate",
        "signDebate",
        "surveyAgents",
        "syncDebate",
        "toRecord",
        "verifyAll",
        "verifyDebate",
        "watchDebate",
      ]
    `);
  });
});
