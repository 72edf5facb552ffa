// What a piece of work costs, whatever else runs on the machine.

/** Seconds of processor time that this process spends while the work is done. */
export async function cpuSeconds(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Work whose cost grows with the square of its input takes many times as long; nothing else does, on any machine. */
export const MUCH_TOO_LONG_S = 60;
