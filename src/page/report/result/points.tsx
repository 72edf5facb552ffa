// The points of an asymmetric debate: where both sides agree, where they differ, and why.
import type { DebateRecord } from '../../../domain/record.ts';
import type { AsymmetricResult } from '../../../domain/results/asymmetric-result.ts';
import { SeatMark } from '../seat-mark.tsx';
import { createLabels, safe } from '../words.ts';

type Point = AsymmetricResult['points'][number];

const CATEGORIES = [
  { category: 'agreement', title: 'Agreement', sign: '=' },
  { category: 'productive_disagreement', title: 'Productive disagreement', sign: '≠' },
  { category: 'irreducible', title: 'Irreducible disagreement', sign: '✕' },
  { category: 'own_side', title: 'Within a side', sign: '·' },
  { category: 'no_challenges', title: 'Not challenged', sign: '·' },
];

export function pointsIn({ result }: DebateRecord): readonly Point[] {
  const { points, counts } = result?.data ?? {};
  return Array.isArray(points) && counts !== undefined ? (points as unknown as Point[]) : [];
}

function PointView({ record, point }: { readonly record: DebateRecord; readonly point: Point }) {
  const { seat, summary, reason, resolution, why } = point;
  return (
    <li class="point" dir="auto">
      <p class="seat">
        {seat !== null && <SeatMark record={record} seat={seat} />}
        <strong>{summary === null ? 'redacted' : safe(summary)}</strong>
      </p>
      {reason !== null && (
        <p>
          {seat !== null && `${createLabels(record)(seat)}: `}
          {safe(reason)}
        </p>
      )}
      {why !== null && <p class="quiet">Why they differ: {safe(why)}</p>}
      {resolution !== null && <p>Resolution: {safe(resolution)}</p>}
    </li>
  );
}

export function Points({ record, points }: { readonly record: DebateRecord; readonly points: readonly Point[] }) {
  const groups = CATEGORIES.map((group) => ({
    ...group,
    of: points.filter(({ category }) => category === group.category),
  }));
  const used = groups.filter(({ of }) => of.length > 0);
  return (
    <>
      <ul class="tiles">
        {used.map(({ category, title, sign, of }) => (
          <li key={category} class={`tile ${category}`}>
            <strong>
              {sign} {of.length}
            </strong>{' '}
            {title}
          </li>
        ))}
      </ul>
      <div class="point-columns">
        {used.map(({ category, title, of }) => (
          <div key={category}>
            <h3>{title}</h3>
            <ul class={`points ${category}`}>
              {of.map((point) => (
                <PointView key={point.index} record={record} point={point} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </>
  );
}
