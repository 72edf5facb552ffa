// Makes the JSON Schema that editors use; run as a program it writes config/debate-hall.schema.json.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { configLayerSchema } from './schema.ts';

export const SCHEMA_FILE = fileURLToPath(new URL('../../../config/debate-hall.schema.json', import.meta.url));

/** The schema of a configuration file; what a kind of agent or a format accepts is checked when it is loaded. */
export function configJsonSchema(): Readonly<Record<string, unknown>> {
  return {
    title: 'Debate Hall configuration',
    ...z.toJSONSchema(configLayerSchema, { io: 'input', unrepresentable: 'throw' }),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(SCHEMA_FILE, `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
}
