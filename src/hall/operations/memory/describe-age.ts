// How long ago something was, in words.

const DAY_MS = 86_400_000;
const UNITS = [
  ['year', 365],
  ['month', 30],
  ['week', 7],
  ['day', 1],
] as const;

/** "today", "3 weeks ago". */
export function describeAge(iso: string, now: number): string {
  const days = Math.floor((now - Date.parse(iso)) / DAY_MS);
  const [unit, length] = UNITS.find(([, each]) => days >= each) ?? [];
  if (unit === undefined || length === undefined) return 'today';
  const count = Math.floor(days / length);
  return count === 1 ? `a ${unit} ago` : `${count} ${unit}s ago`;
}
