// Answers that can be told apart, for tests of any format.

/** Some formats judge a change, so every debate has one. */
export const DIFF = [
  'diff --git a/cart.ts b/cart.ts',
  '--- a/cart.ts',
  '+++ b/cart.ts',
  '@@ -1,2 +1,2 @@',
  ' export const price = 3;',
  '-export const total = (items: number[]) => items.reduce((sum, item) => sum + item, 0);',
  '+export const total = (items: number[]) => items.reduce((sum, item) => sum + item);',
  '',
].join('\n');

/** The answer with the mark in every sentence of it, or behind it when it is no JSON. */
export function marked(answer: string, mark: string): string {
  if (mark === '') return answer;
  const mark_ = (value: unknown): unknown => {
    if (typeof value === 'string') return value.includes(' ') ? `${value} ${mark}` : value;
    if (Array.isArray(value)) return value.map(mark_);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mark_(item)]));
  };
  try {
    return JSON.stringify(mark_(JSON.parse(answer)));
  } catch {
    return `${answer}\n${mark}`;
  }
}
