// When two titles count as the same: whatever their case, punctuation and blanks, in any script; but C++ is not C#, nor is either of them C.

const WORD = /[\p{L}\p{M}\p{N}]+(?:[+#]+(?![\p{L}\p{M}\p{N}]))?/gu;

export const normalizeTitle = (title: string): string =>
  (title.normalize('NFKC').toLowerCase().match(WORD) ?? []).join(' ');
