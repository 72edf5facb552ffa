// A line across a chart at one value, with that value before it.
interface GridLineProps {
  readonly pad: { readonly left: number; readonly right: number };
  readonly width: number;
  readonly y: number;
  readonly isZero: boolean;
  readonly label: string | number;
}

export function GridLine({ pad, width, y, isZero, label }: GridLineProps) {
  return (
    <>
      <line x1={pad.left} x2={width - pad.right} y1={y} y2={y} class={isZero ? 'zero' : 'grid'} />
      <text x={pad.left - 8} y={y + 4} text-anchor="end">
        {label}
      </text>
    </>
  );
}
