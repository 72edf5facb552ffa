// Says in one short sentence what is wrong with the shape of a line; the schema's own words would fill a screen.
import type { core } from 'zod';

const SHOWN_CHARACTERS = 80;

export function shapeProblem(seq: number, issue: core.$ZodIssue | undefined): { field: string; message: string } {
  const path = issue?.path ?? [];
  const field = path.length === 0 ? '' : `/${path.join('/')}`;
  const shown = field.length > SHOWN_CHARACTERS ? `${field.slice(0, SHOWN_CHARACTERS)}…` : field;
  if (path.length === 0) return { field, message: `Event ${seq} does not have the fields of an event.` };
  if (field === '/type') return { field, message: `Event ${seq} has an unknown type.` };
  if (issue?.code === 'unrecognized_keys')
    return { field, message: `Event ${seq} has more fields at ${shown} than it may.` };
  return { field, message: `Event ${seq} has a wrong value, or none, at ${shown}.` };
}
