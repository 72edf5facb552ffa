// What secrets look like and how they are named: one list for refusing them and for taking them out.

export interface SecretShape {
  /** Such as "a GitHub token". */
  readonly kind: string;
  /** Matches the whole secret, every time it occurs. */
  readonly pattern: RegExp;
}

/** Anchored at a word's start, and bounded where something has to follow, so that a long line costs linear time. */
export const SECRET_SHAPES: readonly SecretShape[] = [
  {
    kind: 'a private key',
    pattern: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s]*/g,
  },
  { kind: 'an AWS access key', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { kind: 'a GitHub token', pattern: /\b(?:gh[pousr]_|github_pat_)[A-Za-z0-9_]{20,}/g },
  { kind: 'a GitLab token', pattern: /\bglpat-[A-Za-z0-9_-]{16,}/g },
  { kind: 'an Anthropic or OpenAI key', pattern: /\bsk-(?=[A-Za-z0-9_-]{0,200}\d)[A-Za-z0-9_-]{16,}/g },
  { kind: 'a Stripe key', pattern: /\b[rs]k_live_[A-Za-z0-9]{16,}/g },
  { kind: 'a Slack token', pattern: /\bxox[a-z]-[A-Za-z0-9-]{10,}/g },
  { kind: 'a Google API key', pattern: /\bAIza[A-Za-z0-9_-]{30,}/g },
  { kind: 'a Google access token', pattern: /\bya29\.[A-Za-z0-9_-]{20,}/g },
  { kind: 'an npm token', pattern: /\bnpm_[A-Za-z0-9]{36,}/g },
  { kind: 'an npm token', pattern: /(?<=:_authToken\s{0,9}=\s{0,9})[A-Za-z0-9._-]{16,}/g },
  {
    kind: 'a JSON web token',
    pattern: /\beyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,8000}\.[A-Za-z0-9_-]*/g,
  },
];

/** User name and password inside an address, without the "@". */
export const ADDRESS_PASSWORD = /(?<=:\/\/)[^\s/@:]*:[^\s/@]+(?=@)/g;

const SECRET_NAME =
  /(?:api[-_]?key|(?:^|[-_.])key|token|secret|passwo?r?d|passphrase|passwd|private[-_]?key|access[-_]?key|credentials?|authorization)$/i;

/** Whether a setting, flag or variable of this name usually holds a secret: `apiKey`, `GITHUB_TOKEN`, `password`. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

export interface SecretHit {
  /** 1-based. */
  readonly line: number;
  readonly kind: string;
}

/** The first place in the text that has the shape of a key or token; says what and where, never the value. */
export function findSecret(text: string): SecretHit | undefined {
  let first: { index: number; kind: string } | undefined;
  for (const { kind, pattern } of SECRET_SHAPES) {
    const index = text.search(pattern);
    if (index !== -1 && (first === undefined || index < first.index)) first = { index, kind };
  }
  if (first === undefined) return undefined;
  return { kind: first.kind, line: text.slice(0, first.index).split('\n').length };
}
