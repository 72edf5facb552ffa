// Pins what the package exports, so that nothing becomes public, or stops being so, by accident.
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/doors/cli/program.ts';
import * as library from '../../src/index.ts';
import type { RunQueue } from '../../src/platform/queues/queue.ts';
import { commandsBelow } from '../support/commands.ts';

describe('the library', () => {
  it('exports these names and no others', () => {
    expect(Object.keys(library).sort()).toMatchInlineSnapshot(`
      [
        "ERROR_CODES",
        "EXIT",
        "FAILURES",
        "HallError",
        "OUTCOME_WORDS",
        "askAgent",
        "calibrate",
        "checkEvidence",
        "checkMachine",
        "closeDebate",
        "compareDebates",
        "copyHall",
        "debateRecordSchema",
        "debateStats",
        "deleteDebate",
        "erasePerson",
        "exitCodeOf",
        "explainConfig",
        "exportDebate",
        "exportFiles",
        "exportPerson",
        "findConflicts",
        "findDebate",
        "githubAvailability",
        "hallStats",
        "importDebate",
        "importFolder",
        "initProject",
        "inspectDatabase",
        "interject",
        "interjectFromGitHub",
        "killDebate",
        "listDebates",
        "listPerspectives",
        "listThreadComments",
        "listWebhooks",
        "lookManually",
        "migrateDatabase",
        "openAuditTrail",
        "openComparison",
        "openDebate",
        "openEscalation",
        "openFolder",
        "openFork",
        "openHall",
        "openPeopleDesk",
        "openUpkeep",
        "orderRun",
        "pick",
        "planDebate",
        "planFork",
        "planOf",
        "prepareFollowUp",
        "pruneHall",
        "ratify",
        "readComparison",
        "readFollowUp",
        "readRecheck",
        "recallDecisions",
        "recallFor",
        "recheckOpening",
        "recordOutcome",
        "redact",
        "replayDebate",
        "reportDebate",
        "retryWebhooks",
        "reviewOf",
        "reviewOpening",
        "runDebate",
        "say",
        "searchDebates",
        "showDebate",
        "signDebate",
        "surveyAgents",
        "syncDebate",
        "testWebhook",
        "toRecord",
        "trustRequestOf",
        "trustStore",
        "verifyAll",
        "verifyDebate",
        "watchDebate",
      ]
    `);
  });
});

/** What a program calls for each command of the command line. */
const OPERATIONS: Readonly<Record<string, readonly (keyof typeof library)[]>> = {
  run: ['openDebate', 'planDebate', 'runDebate'],
  check: ['openDebate', 'planDebate', 'runDebate', 'openEscalation', 'openComparison', 'readComparison'],
  review: ['reviewOpening', 'openDebate', 'runDebate'],
  plan: ['openDebate', 'runDebate'],
  resume: ['runDebate'],
  ask: ['askAgent', 'prepareFollowUp', 'readFollowUp', 'runDebate'],
  fork: ['openFork', 'planFork', 'runDebate'],
  replay: ['replayDebate'],
  compare: ['compareDebates'],
  watch: ['watchDebate'],
  show: ['showDebate'],
  list: ['listDebates'],
  search: ['searchDebates'],
  stats: ['debateStats', 'hallStats'],
  verify: ['verifyDebate', 'verifyAll'],
  outcome: ['recordOutcome'],
  calibration: ['calibrate'],
  recall: ['recallDecisions', 'recallFor', 'findConflicts'],
  recheck: ['recheckOpening', 'openDebate', 'runDebate', 'readRecheck'],
  sign: ['signDebate'],
  export: ['exportDebate', 'exportFiles'],
  import: ['importDebate', 'importFolder'],
  open: ['openDebate'],
  say: ['say'],
  read: ['lookManually'],
  pick: ['pick'],
  interject: ['interject'],
  close: ['closeDebate'],
  kill: ['killDebate'],
  redact: ['redact'],
  delete: ['deleteDebate'],
  'github sync': ['syncDebate'],
  'github comments': ['listThreadComments'],
  'github ratify': ['ratify'],
  'github report': ['reportDebate'],
  'github interject': ['interjectFromGitHub'],
  agents: ['surveyAgents'],
  perspectives: ['listPerspectives'],
  doctor: ['checkMachine'],
  init: ['initProject'],
  'db migrate': ['migrateDatabase'],
  'db check': ['inspectDatabase'],
  'hall import': ['copyHall', 'openFolder'],
  'hall export': ['copyHall', 'openFolder'],
  'hall prune': ['openUpkeep', 'pruneHall'],
  'people list': ['openPeopleDesk'],
  'people export': ['openPeopleDesk', 'exportPerson'],
  'people erase': ['openPeopleDesk', 'erasePerson'],
  'config explain': ['explainConfig'],
  'trust add': ['trustRequestOf', 'trustStore'],
  'trust list': ['trustStore'],
  'trust remove': ['trustStore'],
  'queue add': ['orderRun'],
  'audit list': ['openAuditTrail'],
  'audit verify': ['openAuditTrail'],
  'webhooks list': ['listWebhooks'],
  'webhooks test': ['testWebhook'],
  'webhooks retry': ['retryWebhooks'],
};

/** What the queue of an open hall does. */
const OF_THE_QUEUE: Readonly<Record<string, keyof RunQueue>> = {
  'queue list': 'list',
  'queue workers': 'workers',
  'queue cancel': 'cancel',
  'queue retry': 'retry',
  'queue schedule': 'setSchedule',
  'queue schedules': 'schedules',
  'queue unschedule': 'removeSchedule',
};

/** These make or are doors themselves: servers and their keys, a worker, an entry in a client, a script for a shell. */
const DOORS = [
  ...['acp', 'view', 'mcp', 'mcp install', 'completion'],
  ...['serve', 'worker', 'keys add', 'keys list', 'keys rotate', 'keys revoke'],
];

describe('every command', () => {
  it('has an operation in the library, or is a door itself', async () => {
    const commands = commandsBelow(await createProgram()).map(({ name }) => name);
    const others = [...DOORS, ...Object.keys(OF_THE_QUEUE)];
    expect(commands.filter((name) => !others.includes(name)).sort()).toEqual(Object.keys(OPERATIONS).sort());
    const exported: Readonly<Record<string, unknown>> = { ...library };
    const missing = Object.values(OPERATIONS)
      .flat()
      .filter((name) => typeof exported[name] !== 'function');
    expect(missing).toEqual([]);
  });
});
