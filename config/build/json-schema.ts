// Makes the JSON Schemas that editors and readers of results use; run as a program it writes them into config/.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { evaluationSchema } from '../../src/domain/evaluation/result.ts';
import { configLayerSchema } from '../../src/hall/config/schema.ts';

export const SCHEMA_FILE = fileURLToPath(new URL('../debate-hall.schema.json', import.meta.url));

/** The schema of a configuration file; what a kind of agent or a format accepts is checked when it is loaded. */
export function configJsonSchema(): Readonly<Record<string, unknown>> {
  return {
    title: 'Debate Hall configuration',
    ...z.toJSONSchema(configLayerSchema, { io: 'input', unrepresentable: 'throw' }),
  };
}

export const EVALUATION_SCHEMA_FILE = fileURLToPath(new URL('../evaluation.schema.json', import.meta.url));

/** The schema of the file that an evaluation leaves. */
export function evaluationJsonSchema(): Readonly<Record<string, unknown>> {
  return { title: 'Result of debate-hall eval', ...z.toJSONSchema(evaluationSchema, { unrepresentable: 'throw' }) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(EVALUATION_SCHEMA_FILE, `${JSON.stringify(evaluationJsonSchema(), null, 2)}\n`);
  writeFileSync(SCHEMA_FILE, `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
}
