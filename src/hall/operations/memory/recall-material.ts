// Past decisions as material of a new debate, where whoever opens it wants them.
import { defined } from '../../../domain/defined.ts';
import type { SeatAssignment } from '../../../domain/events.ts';
import { type Material, NO_MATERIAL } from '../debate/opening/material.ts';
import type { Hall } from '../hall.ts';
import { recallDecisions } from './recall.ts';
import { toMaterial } from './recalled-documents.ts';

interface Recalling {
  readonly wanted: boolean;
  readonly topic: string;
  readonly tags: readonly string[];
  readonly options: readonly string[] | undefined;
  readonly seats: readonly SeatAssignment[];
  /** The earlier debate that is asked again. */
  readonly except: string | undefined;
  /** Of the budget for material that is used up. */
  readonly bytes: number;
}

export async function recallMaterial(
  hall: Hall,
  { wanted, topic, tags, options, seats, except, bytes }: Recalling,
): Promise<Material> {
  if (!wanted) return NO_MATERIAL;
  const { maxBytes, allowSecrets } = hall.loaded.config.context;
  const rehearsals = seats.every(({ agent }) => agent.rehearsal === true);
  const found = await recallDecisions(hall, { topic, tags, rehearsals, ...defined({ options, except }) });
  return toMaterial(found, { maxBytes: maxBytes - bytes, allowSecrets });
}
