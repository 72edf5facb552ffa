// The operations of the library around debates: GitHub, people, the machine, databases and webhooks.
import * as z from 'zod';
import { THREAD_KINDS } from '../../../domain/github-events.ts';
import * as trusting from '../../config/trust/trust-store.ts';
import * as comments from '../../operations/github/comments.ts';
import * as github from '../../operations/github/input.ts';
import * as fromGitHub from '../../operations/github/interject.ts';
import * as ratifying from '../../operations/github/ratify.ts';
import * as reporting from '../../operations/github/report.ts';
import * as syncing from '../../operations/github/sync.ts';
import * as erasing from '../../operations/people/erase-person.ts';
import * as exporting from '../../operations/people/export-person.ts';
import * as machine from '../../operations/setup/check-machine.ts';
import * as copying from '../../operations/setup/copy-hall.ts';
import * as explaining from '../../operations/setup/explain-hall.ts';
import * as views from '../../operations/setup/guide.ts';
import * as setup from '../../operations/setup/init-project.ts';
import * as survey from '../../operations/setup/survey-agents.ts';
import * as pruning from '../../operations/upkeep/prune-hall.ts';
import * as webhooks from '../../operations/webhooks/manage-webhooks.ts';
import * as desks from '../desks.ts';
import * as examine from '../examine.ts';
import * as stores from '../store.ts';
import {
  abort,
  amount,
  call,
  checked,
  checkedNow,
  flag,
  HALL,
  home,
  type Members,
  madeBy,
  must,
  signal,
  text,
  toInput,
  withOpenGate,
} from './checks.ts';

const onThread = {
  ...{ threadId: z.string(), signal: abort, onProgress: call.optional(), maxWaitMs: z.number().min(0).optional() },
} satisfies Members<github.GitHubInput>;
const target = {
  ...{ repo: text, targetId: text, targetType: z.enum(THREAD_KINDS).optional() },
} satisfies Members<github.TargetInput>;
const threadInput = z.strictObject({ ...onThread, ...target } satisfies Members<syncing.SyncInput>);
const commentInput = z.strictObject({
  ...{ ...onThread, ...target, commentId: z.string(), seat: text },
} satisfies Members<fromGitHub.InterjectFromGitHubInput>);
const ratifyInput = z.strictObject({
  ...{ ...onThread, repo: text, targetId: text, adrNumber: amount, adrPath: text },
} satisfies Members<ratifying.RatifyInput>);
const reportInput = z.strictObject({
  ...{ ...onThread, ...target, link: text, commit: text, allowMissing: flag },
} satisfies Members<reporting.ReportInput>);

const pruneInput = z.strictObject({
  ...{ dryRun: z.boolean(), key: text, signal: abort },
  retention: z.strictObject({
    ...{ debates: amount, runs: amount, streams: amount, audit: amount },
  } satisfies Members<pruning.Retention>),
} satisfies Members<pruning.PruneInput>);

const machineInput = z.strictObject({ probe: flag, clean: flag, signal } satisfies Members<machine.CheckMachineInput>);
const initInput = z.strictObject({ force: flag, signal } satisfies Members<setup.InitInput>);
const explainInput = z.strictObject({ all: flag } satisfies Members<explaining.ExplainInput>);

const store = madeBy('openFolder', { place: z.string() });
const copyInput = z.strictObject({
  ...{ from: store, to: store, signal, onProgress: call.optional() },
} satisfies Members<copying.CopyInput>);

const ENV = ['env', z.looseObject({})] as const;
const PERSON = ['the person', z.looseObject({ env: z.looseObject({}), home })] as const;
const configSchema = z.looseObject({ store: z.looseObject({ kind: z.string() }) });
const isConfig = (value: unknown) => configSchema.safeParse(value).success;
const CONFIG = ['config', must('the configuration of a hall, hall.loaded.config', isConfig)] as const;
const BY = ['by', z.looseObject({ id: z.string(), name: z.string(), by: z.string() }).optional()] as const;
const PEOPLE = ['the desk', madeBy('openPeopleDesk', { people: z.object(), keys: z.object() })] as const;
const UPKEEP = ['the desk', madeBy('openUpkeep', { retention: z.object(), trail: z.object() })] as const;
const ID_OR_NAME = ['idOrName', z.string()] as const;

export const githubAvailability = checkedNow('githubAvailability', github.githubAvailability, ENV);

export const syncDebate = checked('syncDebate', syncing.syncDebate, HALL, toInput(threadInput));

export const listThreadComments = checked(
  'listThreadComments',
  comments.listThreadComments,
  HALL,
  toInput(threadInput),
);

export const interjectFromGitHub = checked(
  'interjectFromGitHub',
  withOpenGate(fromGitHub.interjectFromGitHub),
  HALL,
  toInput(commentInput),
);

export const ratify = checked('ratify', ratifying.ratify, HALL, toInput(ratifyInput));

export const reportDebate = checked('reportDebate', reporting.reportDebate, HALL, toInput(reportInput));

export const openPeopleDesk = checked('openPeopleDesk', desks.openPeopleDesk, HALL, BY);

export const exportPerson = checked('exportPerson', exporting.exportPerson, HALL, PEOPLE, ID_OR_NAME);

export const erasePerson = checked('erasePerson', erasing.erasePerson, HALL, PEOPLE, ID_OR_NAME);

export const openUpkeep = checked('openUpkeep', desks.openUpkeep, HALL, BY);

export const pruneHall = checked('pruneHall', pruning.pruneHall, HALL, UPKEEP, toInput(pruneInput));

export const surveyAgents = checked(
  'surveyAgents',
  survey.surveyAgents,
  HALL,
  toInput(z.strictObject({ ask: flag, signal }).optional()),
);

export const checkMachine = checked('checkMachine', machine.checkMachine, HALL, toInput(machineInput.optional()));

export const initProject = checked('initProject', setup.initProject, HALL, toInput(initInput.optional()));

export const explainConfig = checked('explainConfig', explaining.explainHall, HALL, toInput(explainInput.optional()));

export const listPerspectives = checked('listPerspectives', views.listPerspectives, HALL);

export const copyHall = checked('copyHall', copying.copyHall, HALL, toInput(copyInput));

/** No system has a name with this character. */
const place = z
  .string()
  .min(1)
  .refine((path) => !path.includes('\0'), { error: 'must be the path of a folder' });

export const openFolder = checkedNow('openFolder', stores.openFolder, ['folder', place]);

export const openAuditTrail = checked('openAuditTrail', stores.openAuditTrail, CONFIG, ENV, [
  'clock',
  z.looseObject({ now: call }),
]);

export const migrateDatabase = checked('migrateDatabase', stores.migrateDatabase, CONFIG, ENV);

export const inspectDatabase = checked('inspectDatabase', stores.inspectDatabase, CONFIG, ENV);

export const listWebhooks = checked('listWebhooks', webhooks.listWebhooks, HALL);

export const testWebhook = checked('testWebhook', webhooks.testWebhook, HALL, ['name', z.string()], ['signal', abort]);

export const retryWebhooks = checked('retryWebhooks', webhooks.retryWebhooks, HALL, ['id', text], ['signal', abort]);

export const findTrustRequest = checked('findTrustRequest', examine.findTrustRequest, ['cwd', z.string()], PERSON);

export const trustStore = checkedNow('trustStore', trusting.trustStore, PERSON);
