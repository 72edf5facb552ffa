// Small texts that formats write alike.

/** Whether there is nothing to read in it. */
export function isBlank(text: string | null | undefined): boolean {
  return (text ?? '').trim() === '';
}
