// How far an outcome can speak for the whole panel: who failed, was replaced, left or never spoke, and who shares a speaker, a model or a vendor.
import { sameAgent } from '../../../domain/contradictions.ts';
import type { Debate } from '../../../domain/debate.ts';
import { defined } from '../../../domain/defined.ts';
import {
  type AgentRef,
  isForPeople,
  OPEN_SEAT,
  PERSON_KIND,
  type SeatAssignment,
} from '../../../domain/event-parts.ts';
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { groupBy } from '../../../domain/group-by.ts';
import { countMissed } from '../../../domain/left-out.ts';
import { isImported } from '../../../domain/outcomes.ts';
import type { Authority, OneModel } from '../../../domain/record.ts';
import { readText } from '../../../domain/sealed/sealed.ts';
import { findOneSpeaker, listPeople } from '../../../domain/speakers.ts';
import type { SeatSpec } from '../../../formats/format.ts';
import { listSpecs, type Snapshot } from '../snapshot.ts';
import { listPictures } from './pictures.ts';
import { getVisibleLog } from './visibility.ts';

const isModel = (agent: AgentRef) => agent.rehearsal !== true && !isForPeople(agent);

type Voice = Pick<SeatAssignment, 'seat' | 'agent' | 'perspective'>;

/** Whoever spoke for each seat as itself, also before it was given to another agent; of one that has not spoken and is there, who fills it. */
export function listVoices({ debate }: Pick<Snapshot, 'debate'>, log: readonly LedgerEvent[]): readonly Voice[] {
  const turns = log.flatMap((event) => (isEvent(event, 'turn-recorded') ? [event.data] : []));
  return Object.entries(debate.seats).flatMap(([seat, { agent, perspective, left }]) => {
    const own = turns.filter((turn) => turn.seat === seat);
    const speakers = own.flatMap(({ by }) => (by.author === undefined ? [by.agent] : []));
    const voices = own.length > 0 ? speakers : left === undefined ? [agent] : [];
    return voices.map((each) => ({ seat, agent: each, ...defined({ perspective }) }));
  });
}

const listSeats = (voices: readonly Voice[]): string[] => [...new Set(voices.map(({ seat }) => seat))];

/**
 * Models that speak for several seats, which are not as many opinions, whatever points of view they have. Without these it is said of the
 * vendor, where one is known.
 */
function findOneModel(voices: readonly Voice[]): OneModel[] {
  const models = voices.filter(({ agent }) => isModel(agent));
  return [...groupBy(models, ({ agent }) => `${agent.agent} ${agent.model ?? ''}`).values()].flatMap((group) => {
    const perspectives = [...new Set(group.flatMap(({ perspective }) => perspective ?? []))];
    const [{ agent }] = group;
    const seats = listSeats(group);
    if (seats.length < 2 || (perspectives.length === 0 && agent.vendor !== undefined)) return [];
    return [{ agent, seats, perspectives }];
  });
}

function findSharedVendors(voices: readonly Voice[]): string[] {
  const known = voices.filter(({ agent }) => agent.vendor !== undefined);
  const shared = [...groupBy(known, ({ agent }) => agent.vendor).values()].filter((own) => listSeats(own).length > 1);
  return shared.flatMap(([{ agent }]) => agent.vendor ?? []);
}

/** Seats that were given to another agent, in a fork also by the fork itself, and those of agents for which a person spoke. */
function listReplacements(log: readonly LedgerEvent[]): Authority['replaced'] {
  const agents = new Map<string, AgentRef>();
  const replaced: Authority['replaced'] = [];
  for (const event of log) {
    if (isEvent(event, 'debate-opened')) for (const { seat, agent } of event.data.seats) agents.set(seat, agent);
    if (isEvent(event, 'seat-replaced')) {
      const { seat, from, to, reason } = event.data;
      agents.set(seat, to);
      replaced.push({ seat, from, to, reason: readText(reason) });
    }
    if (!isEvent(event, 'turn-recorded')) continue;
    const { seat, by, copied } = event.data;
    const from = agents.get(seat);
    if (from === undefined) continue;
    if (copied !== undefined && by.author === undefined) {
      const reason = 'Copied turns are of the agent before.';
      // Whoever took turns for a seat that anyone may take was meant.
      const isMeant = sameAgent(from, by.agent) || [from, by.agent].every(({ kind }) => kind === OPEN_SEAT.kind);
      const isKnown = isMeant || replaced.some((each) => each.seat === seat && each.reason === reason);
      if (!isKnown) replaced.push({ seat, from: by.agent, to: from, reason });
      continue;
    }
    if (from.kind === by.agent.kind) continue;
    if (from.kind === PERSON_KIND && by.author !== undefined) continue;
    const reason = by.author === undefined ? 'Another agent spoke for it.' : `${by.author} spoke for it.`;
    if (!replaced.some((each) => each.seat === seat && each.reason === reason)) {
      replaced.push({ seat, from, to: by.agent, reason });
    }
  }
  return replaced;
}

/** How many turns of each seat were copied; `undefined` for a debate that is no fork. */
function countCopied({ debate, log }: Snapshot): Authority['copied'] {
  if (debate.opened.relation?.kind !== 'fork') return undefined;
  return Object.keys(debate.seats).flatMap((seat) => {
    const turns = log.flatMap((event) =>
      isEvent(event, 'turn-recorded') && event.data.seat === seat ? [event.data] : [],
    );
    const copies = turns.flatMap(({ copied }) => copied ?? []);
    const otherWords = copies.filter((copy) => copy.otherWords === true).length;
    return copies.length === 0 ? [] : [{ seat, turns: copies.length, otherWords }];
  });
}

/**
 * Which seats were given which picture. People, and programs that take part by themselves, look where they want; a seat that gets no
 * documents was to get no picture.
 */
function listSight(snapshot: Snapshot, log: readonly LedgerEvent[]): Authority['pictures'] {
  const pictures = listPictures(log);
  if (pictures.length === 0) return undefined;
  const uninformed = new Set(listSpecs(snapshot).flatMap((spec) => (spec.uninformed === true ? [spec.id] : [])));
  const turns = log.flatMap((event) => {
    if (!isEvent(event, 'turn-recorded') || uninformed.has(event.data.seat)) return [];
    const { seat, by } = event.data;
    return by.author !== undefined || by.agent.kind === OPEN_SEAT.kind ? [] : [{ seat, pictures: by.pictures ?? [] }];
  });
  // In the order of the seats, however fast each answered.
  const asked = Object.keys(snapshot.debate.seats).filter((id) => turns.some(({ seat }) => seat === id));
  return pictures.map(({ source }) => {
    const seen = new Set(turns.flatMap((turn) => (turn.pictures.includes(source) ? [turn.seat] : [])));
    return { source, seen: asked.filter((id) => seen.has(id)), unseen: asked.filter((id) => !seen.has(id)) };
  });
}

/** Whether an end of the debate misses nothing of a seat that has not spoken. */
function isSpared(
  { status, closed }: Debate,
  log: readonly LedgerEvent[],
  { id, ifNeeded, forPerson }: SeatSpec,
): boolean {
  if (status !== 'closed' || closed === undefined) return false;
  const isClosedByRules = closed.decision === null || 'turn' in closed.decision;
  // Who writes the decision judges what a reviewer was to judge.
  if (!isClosedByRules) return forPerson === true;
  const wasNeeded = log.some(
    (event) => (isEvent(event, 'answer-rejected') || isEvent(event, 'seat-failed')) && event.data.seat === id,
  );
  return ifNeeded === true && !wasNeeded;
}

/** How far the outcome can speak for the whole panel. */
export function assessAuthority(snapshot: Snapshot): Authority {
  const { debate } = snapshot;
  const log = getVisibleLog(snapshot);
  const seats = Object.entries(debate.seats);
  const failed = seats.filter(([, seat]) => seat.failing).map(([id]) => id);
  const specs = listSpecs(snapshot);
  const neverDue = new Set(specs.filter((spec) => isSpared(debate, log, spec)).map(({ id }) => id));
  const silent = seats.filter(([id, seat]) => seat.contributions === 0 && !neverDue.has(id)).map(([id]) => id);
  const replaced = listReplacements(log);
  const writers = new Set(specs.flatMap(({ id, writes }) => (writes === true ? [id] : [])));
  const voices = listVoices(snapshot, log).filter(({ seat }) => !writers.has(seat));
  const oneModel = findOneModel(voices);
  const oneSpeaker = findOneSpeaker(listPeople(log).filter(({ seat }) => !writers.has(seat)));
  const left = log.flatMap((event) => {
    return isEvent(event, 'seat-left') ? [{ seat: event.data.seat, reason: readText(event.data.reason) }] : [];
  });
  // Whoever fills the seat now, those words are no model's.
  const rehearsed = new Set(
    log.flatMap((event) => {
      return isEvent(event, 'turn-recorded') && event.data.by.agent.rehearsal === true ? [event.data.seat] : [];
    }),
  );
  const copied = countCopied(snapshot);
  const hasHeardAll = (copied ?? []).every(({ otherWords }) => otherWords === 0);
  const missed = countMissed(debate.opened.contextLeftOut);
  const pictures = listSight(snapshot, log);
  const haveSeenAll = (pictures ?? []).every(({ unseen }) => unseen.length === 0);
  const hasAllSpoken = failed.length === 0 && silent.length === 0 && replaced.length === 0 && left.length === 0;
  const imported = isImported(debate.opened);
  return {
    full: hasAllSpoken && hasHeardAll && haveSeenAll && missed === 0 && !imported,
    ...(imported ? { imported } : {}),
    failed,
    replaced,
    left,
    silent,
    missed,
    rehearsal: seats.filter(([id, { agent }]) => agent.rehearsal === true || rehearsed.has(id)).map(([id]) => id),
    sharedVendors: findSharedVendors(voices),
    ...(oneModel.length === 0 ? {} : { oneModel }),
    ...(oneSpeaker.length === 0 ? {} : { oneSpeaker }),
    ...defined({ copied, pictures }),
  };
}
