// Recognises likely secrets by the name of a file and by the shape of text. It says what and where, never the value.

interface SecretShape {
  readonly kind: string;
  readonly pattern: RegExp;
}

/** Bounded and anchored at a word's start, so that a long line costs linear time. */
const SHAPES: readonly SecretShape[] = [
  { kind: 'a private key', pattern: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/ },
  { kind: 'an AWS access key', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/ },
  { kind: 'a GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{40})/ },
  { kind: 'a GitLab token', pattern: /\bglpat-[A-Za-z0-9_-]{20}/ },
  { kind: 'an Anthropic or OpenAI key', pattern: /\bsk-(?=[A-Za-z0-9_-]{0,200}\d)[A-Za-z0-9_-]{20}/ },
  { kind: 'a Stripe key', pattern: /\b[rs]k_live_[A-Za-z0-9]{16}/ },
  { kind: 'a Slack token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10}/ },
  { kind: 'a Google API key', pattern: /\bAIza[A-Za-z0-9_-]{35}/ },
  { kind: 'an npm token', pattern: /\bnpm_[A-Za-z0-9]{36}/ },
  { kind: 'an npm token', pattern: /:_authToken\s{0,9}=\s{0,9}[A-Za-z0-9._-]{16}/ },
  { kind: 'a JSON web token', pattern: /\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,8000}\.[A-Za-z0-9_-]{10}/ },
];

const SECRET_FILES =
  /^(?:\.env(?:\..+)?|.+\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk)|id_(?:rsa|dsa|ecdsa|ed25519)|\.netrc|_netrc|\.pypirc|\.pgpass|\.git-credentials|\.htpasswd|credentials(?:\.(?:json|ya?ml|toml|ini|csv))?|service[-_]?account.*\.json|secrets?\.(?:json|ya?ml|toml|ini))$/i;

/** Files of that name which exist to be shared. */
const HARMLESS_FILES = /^\.env\.(?:example|sample|template|dist|defaults)$/i;

const SECRET_NAME =
  /(?:api[-_]?key|(?:^|[-_.])key|token|secret|passwo?r?d|passphrase|passwd|private[-_]?key|access[-_]?key|credentials?|authorization)$/i;

/** Whether a file of this base name usually holds a secret. */
export function isSecretFileName(baseName: string): boolean {
  return SECRET_FILES.test(baseName) && !HARMLESS_FILES.test(baseName);
}

/** Whether a setting or variable of this name usually holds a secret: `apiKey`, `GITHUB_TOKEN`, `password`. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

export interface SecretHit {
  /** 1-based. */
  readonly line: number;
  /** Such as "a GitHub token". */
  readonly kind: string;
}

/** The first place in the text that has the shape of a key or token. */
export function findSecret(text: string): SecretHit | undefined {
  let first: { index: number; kind: string } | undefined;
  for (const { kind, pattern } of SHAPES) {
    const index = text.search(pattern);
    if (index !== -1 && (first === undefined || index < first.index)) first = { index, kind };
  }
  if (first === undefined) return undefined;
  return { kind: first.kind, line: text.slice(0, first.index).split('\n').length };
}
