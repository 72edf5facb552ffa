// The form in which a client asks its user for a turn, as the protocol writes forms, and what came back.
import { acceptedContent, type ElicitRequestFormParams } from '@modelcontextprotocol/server';
import { defined } from '../../../domain/defined.ts';
import { type Filled, listLabels, nameField, type TurnField } from '../../../domain/turn-form/fields.ts';
import { clip } from '../texts/text.ts';

type Schema = ElicitRequestFormParams['requestedSchema'];

/** Of the words of a claim in its field; the message has all of them. */
const ROOM = 300;

function describeField(field: TurnField): string | undefined {
  const { about, hint } = field;
  const conditions = listLabels(field).flatMap(({ label, values }, _, { length }) =>
    values.length === 0 ? [] : `${length === 1 ? 'Only with' : `"${label}" with`} ${values.join(' or ')}.`,
  );
  const parts = [about && clip(about, ROOM), ...conditions, hint].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join('\n');
}

function toProperty(field: TurnField): Schema['properties'][string] {
  const { type, options } = field;
  const words = { title: nameField(field), ...defined({ description: describeField(field) }) };
  if (type === 'percent') return { type: 'integer', minimum: 0, maximum: 100, ...words };
  if (options === undefined) return { type: 'string', ...words };
  const enumNames = options.map(({ title }) => clip(title, ROOM));
  return { type: 'string', enum: options.map(({ value }) => value), enumNames, ...words };
}

/** A client may ask for one field after the other, so there are none that can be done without. */
export function formFor(fields: readonly TurnField[]): Schema {
  const shown = fields.filter(({ inWords }) => inWords !== true);
  return {
    type: 'object',
    properties: Object.fromEntries(shown.map((field) => [field.name, toProperty(field)])),
    required: shown.flatMap(({ name, when, needed }) => (needed === true && when === undefined ? name : [])),
  };
}

/** What the person filled in, whatever the client has made of it. */
export function readForm(responses: Parameters<typeof acceptedContent>[0], key: string): Filled {
  const content = Object.entries(acceptedContent(responses, key) ?? {});
  return Object.fromEntries(content.map(([name, value]) => [name, String(value)]));
}
