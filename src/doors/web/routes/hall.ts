// What the hall as a whole has to show: what there is to choose from, how well confidence was founded, and what debates cost.
import path from 'node:path';
import * as z from 'zod';
import { defined } from '../../../domain/defined.ts';
import { PERSON_KIND } from '../../../domain/event-parts.ts';
import type { CalibrationAnswer } from '../../../domain/hall-page/insight.ts';
import type { HallAnswer } from '../../../domain/hall-page/start.ts';
import type { AnyFormat } from '../../../formats/format.ts';
import { listUnreadable } from '../../../hall/operations/debate/related/family.ts';
import { findObstacles } from '../../../hall/operations/debate/seats/probe-agents.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { calibrate } from '../../../hall/operations/records/outcomes/calibration.ts';
import { hallCosts } from '../../../hall/operations/records/statistics/hall-costs.ts';
import { json } from '../../../net/server/answers.ts';
import { readQuery } from '../../../net/server/body.ts';
import { mayEver } from '../../../platform/access/check-permission.ts';
import type { Principal } from '../../../platform/access/principal.ts';
import { sha256Hex } from '../../../support/canonical.ts';
import type { Route, RouteCall } from './route.ts';

/** The last part of a folder, or the name of a shared hall, says enough, and no more of the machine or the database. */
const nameHall = ({ store, loaded }: Hall) =>
  loaded.config.store.kind === 'folder' ? path.basename(path.dirname(store.place)) : loaded.config.store.hall;

/** Says nothing of the machine or the database, and nobody else has it: names can be the same. */
export const identifyPerson = ({ store }: Hall, { id }: Principal): string =>
  sha256Hex(JSON.stringify([store.place, id]));

function findObstacle({ gate, room: { hall } }: RouteCall): HallAnswer['noStart'] {
  const { role, name } = gate.principal;
  if (!mayEver(gate.principal, 'start-run')) {
    return { reason: `Starting a debate needs the role runner; ${name} has the role ${role}.` };
  }
  if (hall.runs === 'nowhere') {
    return { reason: 'A served folder starts no debates.', hint: 'Run "debate-hall run" on the machine that has it.' };
  }
  const { request, withheldHall } = hall.loaded.trust;
  if (request === undefined || !withheldHall) return null;
  return {
    reason: 'The project keeps its debates in a place that needs your trust.',
    hint: 'Run "debate-hall trust add".',
  };
}

/** Those that a debate opens with. */
const listSeats = ({ seats, options }: AnyFormat, chosen: object) =>
  seats(options.parse(chosen)).flatMap(({ id, label, joinable }) => (joinable === true ? [] : [{ seat: id, label }]));

async function listAgents(hall: Hall): Promise<HallAnswer['agents']> {
  const { names } = await hall.agents();
  const obstacles = await findObstacles(hall, names);
  return names.map(({ name, kind }) => ({
    name,
    person: kind === PERSON_KIND,
    ...defined({ obstacle: kind === PERSON_KIND ? undefined : obstacles.get(name) }),
  }));
}

async function answerHall(call: RouteCall): Promise<Response> {
  const { hall } = call.room;
  const { config } = hall.loaded;
  const formats = (await hall.formats()).map((format) => ({
    id: format.id,
    title: format.summary,
    seats: listSeats(format, {}),
    recipes: Object.entries(format.recipes).map(([name, { summary, options }]) => ({
      name,
      summary,
      seats: listSeats(format, options),
    })),
  }));
  return json({
    name: nameHall(hall),
    person: call.gate.principal.name,
    personId: identifyPerson(hall, call.gate.principal),
    takesTurns: mayEver(call.gate.principal, 'say'),
    version: hall.version,
    formats,
    format: config.format,
    recipe: config.recipe,
    agents: await listAgents(hall),
    noStart: findObstacle(call),
  } satisfies HallAnswer);
}

const name = z.string().max(200).optional();
const calibrationQuerySchema = z.strictObject({ format: name, agent: name });

async function answerCalibration({ request, room }: RouteCall): Promise<Response> {
  const query = defined(readQuery(request, calibrationQuerySchema));
  const { length: unreadable } = await listUnreadable(room.hall);
  return json({ ...(await calibrate(room.hall, query)), unreadable } satisfies CalibrationAnswer);
}

async function answerCosts({ room }: RouteCall): Promise<Response> {
  return json(await hallCosts(room.hall));
}

export const hallRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/hall', operation: 'describe-hall', answer: answerHall },
  { method: 'GET', path: '/api/calibration', operation: 'read-calibration', answer: answerCalibration },
  { method: 'GET', path: '/api/costs', operation: 'read-calibration', answer: answerCosts },
];
