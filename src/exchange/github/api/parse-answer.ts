// Reads what GitHub sent, as little of it as is needed.
import type * as z from 'zod';
import { HallError } from '../../../domain/failures/errors.ts';

/** Throws `github-unreachable` for an answer of another shape than expected. */
export function parseAnswer<T>(schema: z.ZodType<T>, data: unknown): T {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  throw new HallError('github-unreachable', 'GitHub sent a response that cannot be read.', {
    hint: 'Check GITHUB_API_URL: it must be the address of a GitHub API.',
    details: { at: result.error.issues[0]?.path.join('.') ?? '' },
  });
}
