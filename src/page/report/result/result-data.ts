// The parts of a format's result that the page draws. They come out of the rules, so their names tell their shape.
import type { ClaimResult, Influence } from '../../../domain/claims.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import type { OpinionsResult } from '../../../domain/results/opinions-result.ts';
import type { OxfordResult } from '../../../domain/results/oxford-result.ts';
import type { ReviewResult } from '../../../domain/results/review-result.ts';
import { isFields } from '../../../domain/values/tree.ts';

type Result = Pick<DebateRecord, 'result'>;

const holdsSeats = (value: unknown): boolean => isFields(value) && Array.isArray(value['seats']);

export function opinionsIn({ result }: Result): OpinionsResult | undefined {
  const { openings, ballot, moved } = result?.data ?? {};
  const isThere = holdsSeats(openings) && holdsSeats(ballot) && Array.isArray(moved);
  return isThere ? (result?.data as unknown as OpinionsResult) : undefined;
}

export function claimsIn({ result }: Result): readonly ClaimResult[] {
  const claims = result?.data['claims'];
  const isClaim = (claim: unknown) => isFields(claim) && Array.isArray(claim['replies']) && 'fate' in claim;
  return Array.isArray(claims) && claims.every(isClaim) ? (claims as unknown as ClaimResult[]) : [];
}

export function influenceIn({ result }: Result): Influence | undefined {
  const influence = result?.data['influence'];
  return holdsSeats(influence) ? (influence as unknown as Influence) : undefined;
}

export function reviewIn({ result }: Result): ReviewResult | undefined {
  const data = result?.data;
  return data?.['kind'] === 'review' && Array.isArray(data['findings']) ? (data as unknown as ReviewResult) : undefined;
}

export function oxfordIn({ format, result }: Pick<DebateRecord, 'format' | 'result'>): OxfordResult | undefined {
  const data = result?.data;
  return format === 'oxford' && Array.isArray(data?.['scoreCurve']) ? (data as unknown as OxfordResult) : undefined;
}

export interface Move {
  /** `null` where opening and final answer cannot be compared, as answers in words. */
  readonly moved: boolean | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** Of every seat with a final answer, whether it gave another one than at the opening. */
export function readMoves(record: Result): ReadonlyMap<string, Move> {
  const influence = influenceIn(record);
  if (influence !== undefined) {
    return new Map(
      influence.seats.map(({ seat, moved, opening, final }) => [seat, { moved, from: opening, to: final }]),
    );
  }
  const { ballot, moved = [], question } = opinionsIn(record) ?? {};
  return new Map(
    (ballot?.seats ?? []).map(({ seat }) => {
      const move = moved.find((each) => each.seat === seat);
      const isComparable = question?.answer !== 'text';
      return [
        seat,
        { moved: isComparable ? move !== undefined : null, from: move?.from ?? null, to: move?.to ?? null },
      ];
    }),
  );
}
