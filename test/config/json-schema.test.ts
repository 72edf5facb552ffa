import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { configJsonSchema, SCHEMA_FILE } from '../../config/build/json-schema.ts';

it('the JSON Schema for editors is up to date (npm run schema)', async () => {
  expect(JSON.parse(await readFile(SCHEMA_FILE, 'utf8'))).toEqual(JSON.parse(JSON.stringify(configJsonSchema())));
});
