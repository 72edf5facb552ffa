// Says why a record has no text to show.

export function missingTextNote({
  withheld,
  redaction,
}: {
  withheld?: true | undefined;
  redaction?: string | undefined;
}): string {
  if (withheld === true) return 'Withheld until the phase ends';
  return redaction === undefined ? 'Redacted' : `Redacted: ${redaction}`;
}
