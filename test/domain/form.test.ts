import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeSchema, toJsonSchema } from '../../src/domain/answers/schema.ts';

it('names the keys of an answer, its lists, and the words of closed sets', () => {
  const entry = z.object({ title: z.string(), severity: z.enum(['P0', 'P1']).nullable(), ids: z.array(z.string()) });
  const schema = z.object({ findings: z.array(entry).min(1), risks: z.array(z.string()).nullable(), line: z.int() });
  expect(describeSchema(toJsonSchema(schema))).toBe(
    '{"findings": [{"title", "severity": "P0" | "P1", "ids": […]}], "risks": […], "line"}',
  );
});
