// Reads a vote and a pick out of plain words.
import type { Vote } from './state.ts';

export function readVote(content: string): Vote {
  const votes = [...content.matchAll(/^[^\p{L}\p{N}]*vote[^\p{L}\p{N}]+(approve|reject)/gimu)].map((match) =>
    match[1]?.toLowerCase(),
  );
  const distinct = new Set(votes);
  return distinct.size === 1 ? (votes[0] as Vote) : 'unclear';
}

export function readPick(content: string): string | undefined {
  const picks = [...content.matchAll(/^[^\p{L}\p{N}]*next[^\p{L}\p{N}]+(wind|wall|door|close)\b/gimu)];
  const distinct = new Set(picks.map((match) => match[1]?.toLowerCase()));
  return distinct.size === 1 ? [...distinct][0] : undefined;
}
