// Whether everything that a run needs is in order on this machine.
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { HallError, orRefusal } from '../../../domain/failures/errors.ts';
import { describeUnreadable } from '../../../domain/failures/unreadable.ts';
import { groupBy } from '../../../domain/group-by.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { escapeInvisible } from '../../../support/control-characters.ts';
import { showPath } from '../../../support/quote-argument.ts';
import { neverAborted } from '../../../support/wait.ts';
import { nameProjectClaims, TRUST_COMMAND } from '../../config/trust/trust-request.ts';
import type { Hall } from '../hall.ts';
import { listDebates } from '../records/lists/list-debates.ts';
import { howToCheck } from './agent-check/agent-check.ts';
import { type SurveyedAgent, surveyAgents } from './survey-agents.ts';

export interface MachineCheck {
  readonly name: 'node' | 'configuration' | 'trust' | 'hall' | 'locks' | 'ledgers' | 'copies' | 'sandbox' | 'agents';
  readonly ok: boolean;
  readonly message: string;
}

export interface MachineReport {
  readonly checks: readonly MachineCheck[];
  readonly agents: readonly SurveyedAgent[];
}

export interface CheckMachineInput {
  /** Also puts one short question to each usable agent, which may cost a few tokens. */
  readonly probe?: boolean;
  /** Removes copies of texts that were left behind in the hall. */
  readonly clean?: boolean;
  readonly signal?: AbortSignal;
}

/** A database answers, or the nearest folder that exists takes a new one. */
async function checkPlace(hall: Hall): Promise<MachineCheck> {
  // The debates were listed just now, which a database that does not answer refuses.
  if (hall.loaded.config.store.kind !== 'folder')
    return { name: 'hall', ok: true, message: `${hall.store.place} answers` };
  let folder = hall.loaded.config.hall;
  for (;;) {
    try {
      await rm(await mkdtemp(path.join(folder, '.doctor-')), { recursive: true });
      return { name: 'hall', ok: true, message: `${showPath(hall.loaded.config.hall)} is writable` };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' || folder === path.dirname(folder)) {
        return { name: 'hall', ok: false, message: `${showPath(hall.loaded.config.hall)} is not writable (${code})` };
      }
      folder = path.dirname(folder);
    }
  }
}

/** Said only where it stands in the way. */
async function checkLocks({ store }: Hall): Promise<MachineCheck[]> {
  try {
    await store.checkLocks();
    return [];
  } catch (error) {
    if (!(error instanceof HallError)) throw error;
    return [{ name: 'locks', ok: false, message: `${error.message} ${error.hint ?? ''}`.trim() }];
  }
}

/** A copy that was left behind keeps what is redacted from the ledger later. */
async function checkCopies(hall: Hall, clean: boolean): Promise<MachineCheck> {
  const found = await hall.store.leftovers();
  if (found.length === 0) return { name: 'copies', ok: true, message: 'none left behind' };
  const names = found.join(', ');
  if (!clean) {
    return {
      name: 'copies',
      ok: false,
      message: `${names}: left behind by an interrupted run or write, or a removed ledger; "debate-hall doctor --clean" removes them`,
    };
  }
  await hall.store.removeLeftovers();
  return { name: 'copies', ok: true, message: `removed ${names}` };
}

/** Nothing where the project asks for nothing. */
function checkTrust({ loaded: { trust } }: Hall): MachineCheck[] {
  const { state, request, ignored } = trust;
  if (request === undefined) return [];
  const project = `the project in ${escapeInvisible(request.folder)}`;
  if (state === 'trusted') return [{ name: 'trust', ok: true, message: `${project} is trusted` }];
  const message = `${project} is not trusted; ignored: ${nameProjectClaims(ignored)}. Trust it with "${TRUST_COMMAND}".`;
  return [{ name: 'trust', ok: false, message }];
}

/** A hall that the project may not choose is not looked at. */
async function checkHall(hall: Hall, clean: boolean): Promise<MachineCheck[]> {
  if (hall.loaded.trust.withheldHall) return [];
  const debates = await listDebates(hall).catch((error: unknown) => {
    if (error instanceof HallError && error.code === 'storage') return error;
    throw error;
  });
  if (debates instanceof HallError) {
    return [{ name: 'hall', ok: false, message: `${debates.place ?? hall.store.place}: ${debates.message}` }];
  }
  const unreadable = debates.filter((debate) => 'unreadable' in debate);
  const counts = [...groupBy(unreadable, ({ code }) => describeUnreadable(code))].map(
    ([state, some]) => `, ${some.length} ${state}: ${some.map(({ threadId }) => threadId).join(', ')}`,
  );
  const why = unreadable[0] === undefined ? '' : `. ${unreadable[0].unreadable}`;
  const message = `${countNoun(debates.length, 'debate')}${counts.join('') || ', all readable'}${why}`;
  return [
    await checkPlace(hall),
    ...(await checkLocks(hall)),
    { name: 'ledgers', ok: unreadable.length === 0, message },
    await checkCopies(hall, clean),
  ];
}

/** Nothing is wrong without one, unless an agent or a worker requires it, and those say so. */
async function checkSandbox(hall: Hall): Promise<MachineCheck> {
  const found = await orRefusal(hall.bubblewrap());
  if (found instanceof HallError) return { name: 'sandbox', ok: false, message: found.message };
  const message = 'problem' in found ? `agents run without one: ${found.problem}` : `bubblewrap (${found.program})`;
  return { name: 'sandbox', ok: !('problem' in found) || hall.loaded.config.worker.sandbox !== 'required', message };
}

/** One that can be used fills no seat by itself before it was checked. */
function explainNone(agents: readonly SurveyedAgent[]): string {
  const usable = agents.filter(({ usable, kind, answer }) => usable && kind !== 'rehearsal' && answer?.ok !== false);
  return usable.length === 0
    ? 'none can fill a seat; install and log in to claude, codex or gemini, or use --rehearse'
    : `none fills a seat by itself; check one, as with "${howToCheck(usable[0]?.name ?? '')}"`;
}

export async function checkMachine(
  hall: Hall,
  { probe = false, clean = false, signal = neverAborted }: CheckMachineInput = {},
): Promise<MachineReport> {
  const agents = await surveyAgents(hall, { ask: probe, signal });
  const named = new Set(Object.values(hall.loaded.config.seats).map(({ agent }) => agent));
  const seatable = agents
    .filter(({ usable, answer }) => usable && answer?.ok !== false)
    .filter(({ name, kind, unchecked, version }) => {
      // A rehearsal is ready everywhere, and no agent.
      return (
        (named.has(name) && kind !== 'rehearsal') ||
        (unchecked === null && (kind === 'openai-http' || version !== null))
      );
    });
  const files = hall.loaded.files.map((file) => file.path);
  const checks: MachineCheck[] = [
    { name: 'node', ok: true, message: process.version },
    {
      name: 'configuration',
      ok: true,
      message: files.length === 0 ? 'no config file; using the defaults' : files.join(', '),
    },
    ...checkTrust(hall),
    ...(await checkHall(hall, clean)),
    await checkSandbox(hall),
    {
      name: 'agents',
      ok: seatable.length > 0,
      message:
        seatable.length === 0 ? explainNone(agents) : `${seatable.map(({ name }) => name).join(', ')} can fill seats`,
    },
  ];
  return { checks, agents };
}
