// Closing what belongs together: a part whose closing fails leaves none of the others open.

/** One after the other, in this order. Throws the first error after the last one. */
export async function closeInOrder(parts: Iterable<() => unknown>): Promise<void> {
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

/** Those that were opened, one after the other: what could not be opened has nothing to close. Throws the first error after the last one. */
export async function closeOpened(openings: Iterable<Promise<{ close(): unknown }> | undefined>): Promise<void> {
  await closeInOrder(
    Array.from(openings, (opening) => async () => await (await opening?.catch(() => undefined))?.close()),
  );
}
