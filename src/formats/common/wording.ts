// Small texts that formats write alike.

/** "1 step", "2 steps". */
export function countNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Whether there is nothing to read in it. */
export function isBlank(text: string | null | undefined): boolean {
  return (text ?? '').trim() === '';
}
