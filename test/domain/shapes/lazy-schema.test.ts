// What the build puts in the place of every schema of a module must be that schema to whoever uses it.
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { describeShape } from '../../../src/domain/shapes/describe-shape.ts';
import { lazySchema } from '../../../src/domain/shapes/lazy-schema.ts';

const seat = () => z.strictObject({ id: z.string().min(1), turns: z.number().int().default(0) }).describe('A seat.');

describe('a lazy schema', () => {
  it('is built once, when it is first asked', () => {
    let built = 0;
    const schema = lazySchema(() => {
      built += 1;
      return seat();
    });
    const list = lazySchema(() => z.array(schema));
    expect(built).toBe(0);
    expect(list.parse([{ id: 'wind' }])).toEqual([{ id: 'wind', turns: 0 }]);
    expect(schema.safeParse({ id: '' }).error?.issues).toEqual(seat().safeParse({ id: '' }).error?.issues);
    expect(built).toBe(1);
  });

  it('is the same to zod, to those who build on it, and to those who describe it', () => {
    const schema = lazySchema(seat);
    expect(schema).toBeInstanceOf(z.ZodObject);
    expect('_zod' in schema && Object.keys(schema).sort()).toEqual(Object.keys(seat()).sort());
    expect(schema.shape.turns.parse(undefined)).toBe(0);
    expect(schema.description).toBe('A seat.');
    for (const use of [
      (it: ReturnType<typeof seat>) => it,
      (it: ReturnType<typeof seat>) => it.extend({ label: z.string() }).optional(),
      (it: ReturnType<typeof seat>) => z.record(z.string(), z.union([it, z.array(it)])),
      (it: ReturnType<typeof seat>) => z.object({ it, again: it.nullable() }),
      (it: ReturnType<typeof seat>) => z.object({ it: lazySchema(() => it.optional().describe('It.')) }),
      (it: ReturnType<typeof seat>) => lazySchema(() => z.lazy(() => it).default({ id: 'wind', turns: 1 })),
    ]) {
      expect(z.toJSONSchema(use(schema), { io: 'input' })).toEqual(z.toJSONSchema(use(seat()), { io: 'input' }));
    }
  });

  it('is not built for what has its shape', () => {
    const schema = lazySchema<z.ZodType>(
      () => {
        throw new Error('It was built.');
      },
      () => describeShape(seat()),
    );
    const value = { id: 'wind', turns: 1 };
    expect(schema.parse(value)).toBe(value);
    expect(schema.safeParse(value)).toEqual({ success: true, data: value });
    expect(() => schema.parse({ id: 'wind' })).toThrow('It was built.');
  });
});
