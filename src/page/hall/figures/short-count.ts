// Large numbers for the axes of pictures, where there is little room.
const UNITS = [
  { from: 1_000_000_000, sign: 'G' },
  { from: 1_000_000, sign: 'M' },
  { from: 1_000, sign: 'k' },
] as const;

/** "12", "3.4 k", "120 M" */
export function shortCount(value: number): string {
  const unit = UNITS.find(({ from }) => value >= from);
  const scaled = unit === undefined ? value : value / unit.from;
  const digits = scaled >= 10 || Number.isInteger(scaled) ? 0 : 1;
  return `${scaled.toFixed(digits)}${unit === undefined ? '' : ` ${unit.sign}`}`;
}
