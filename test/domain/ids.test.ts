import { describe, expect, it } from 'vitest';
import { checkThreadId, generateThreadId, isThreadId, threadIdSchema } from '../../src/domain/ids.ts';

describe('names of debates', () => {
  it.each(['rust-rewrite', '2026-11-20-x', 'A.b_c', '7', 'con', 'a'.repeat(128)])('accepts %j', (id) => {
    expect([threadIdSchema.safeParse(id).success, isThreadId(id)]).toEqual([true, true]);
  });

  it.each(['', '../x', 'a/b', 'a\\b', '.hidden', '-flag', 'a..b', 'a.b..', 'x\n', 'x\n..', 'é', 'a'.repeat(129), 'x.'])(
    'refuses %j',
    (id) => {
      expect([threadIdSchema.safeParse(id).success, isThreadId(id)]).toEqual([false, false]);
      expect(() => checkThreadId(id)).toThrow('is not a valid debate ID: it ');
    },
  );

  it('makes a dated, readable name from any topic', () => {
    const at = '2026-11-20T10:00:00.000Z';
    expect(generateThreadId('Should we rewrite our backend in Rust?', at)).toBe('2026-11-20-rewrite-backend-rust');
    expect(generateThreadId('Should we rewrite our backend in Rust?', at, 2)).toBe('2026-11-20-rewrite-backend-rust-2');
    expect(generateThreadId('日本語だけ', at)).toBe('2026-11-20-debate');
    expect(generateThreadId('Über-große Café?', at)).toBe('2026-11-20-uber-gro-e-cafe');
  });
});
