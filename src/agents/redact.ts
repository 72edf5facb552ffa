// Takes secrets out of argument vectors and messages before they reach a record, an error or a screen.

const REDACTED = '[redacted]';
const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|PASSWD/i;
/** Shorter values are switches and numbers; taking them out would tear holes into ordinary text. */
const SHORTEST_SECRET = 8;

const SECRET_SHAPES = [
  /\bsk-[A-Za-z0-9_-]{16,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /\bglpat-[A-Za-z0-9_-]{16,}/g,
  /\bAIza[A-Za-z0-9_-]{30,}/g,
  /\bya29\.[A-Za-z0-9_-]{20,}/g,
  /\bxox[a-z]-[A-Za-z0-9-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*/g,
  /(?<=\bbearer\s+)[A-Za-z0-9._~+/=-]{8,}/gi,
  /(?<=\b(?:api[-_]?key|access[-_]?token|auth[-_]?token|client[-_]?secret|password)["']?\s*[:=]\s*["']?)[^\s"',;&]{4,}/gi,
  /(?<=:\/\/)[^\s/@:]+:[^\s/@]+(?=@)/g,
];

export type Redact = (text: string) => string;

/**
 * A function that takes out what looks like a secret: the values of variables whose names say so in any of the given
 * environments, and well-known shapes of tokens.
 */
export function redactor(...environments: readonly Readonly<Record<string, string | undefined>>[]): Redact {
  const values = new Set<string>();
  for (const [name, value] of environments.flatMap((environment) => Object.entries(environment))) {
    if (value !== undefined && value.length >= SHORTEST_SECRET && SECRET_NAME.test(name)) values.add(value);
  }
  const longestFirst = [...values].sort((a, b) => b.length - a.length);
  return (text) => {
    const withoutValues = longestFirst.reduce((rest, value) => rest.replaceAll(value, REDACTED), text);
    return SECRET_SHAPES.reduce((rest, shape) => rest.replace(shape, REDACTED), withoutValues);
  };
}
