// Closing what belongs together: a part whose closing fails leaves none of the others open.

type Close = () => unknown;

/** One after the other, in this order. Throws the first error after the last one. */
export async function closeInOrder(...parts: readonly Close[]): Promise<void> {
  const errors: unknown[] = [];
  for (const close of parts) {
    try {
      await close();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** All at the same time. Throws the first error after the last one has ended. */
export async function closeTogether(parts: readonly Close[]): Promise<void> {
  const ends = await Promise.allSettled(parts.map(async (close) => await close()));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
