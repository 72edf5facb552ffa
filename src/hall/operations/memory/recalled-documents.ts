// Past decisions as documents for the seats of a new debate: cleaned, short, and never with what looks like a secret.
import { toSource } from '../../../domain/memory/decision-source.ts';
import { OUTCOME_WORDS } from '../../../domain/outcomes.ts';
import { listCaveats } from '../../../domain/words/describe-authority.ts';
import { findSecret } from '../../../support/secrets/find-secret.ts';
import { cleanText } from '../../../support/text.ts';
import type { Material } from '../debate/opening/material.ts';
import type { RecalledDecision } from './recall.ts';

/** Characters of a decision that seats get. */
const MOST_CHARACTERS = 4_000;

/** A past decision as seats read it. */
export function renderRecalled(recalled: RecalledDecision): string {
  const { topic, options, outcome, answer, decision, turnedOut, decidedAt } = recalled;
  const text = decision ?? '(redacted)';
  const short = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS).toWellFormed()}…` : text;
  const caveats = listCaveats(recalled);
  const listed = options.flatMap((option) => option ?? []);
  const lines = [
    `Question: ${topic ?? '(redacted)'}`,
    ...(listed.length === 0 ? [] : [`Options: ${listed.join(', ')}`]),
    `Decided on ${decidedAt.slice(0, 10)}: ${OUTCOME_WORDS[outcome].title}${answer === null ? '' : `, ${answer}`}`,
    ...(caveats.length === 0 ? [] : [`Panel: ${caveats.join(', ')}`]),
    `Turned out: ${turnedOut ?? 'nobody has recorded it'}`,
    '',
    short,
  ];
  return cleanText(lines.join('\n'));
}

/** As many as fit into `maxBytes`, the most alike first. */
export function toMaterial(
  decisions: readonly RecalledDecision[],
  { maxBytes, allowSecrets }: { readonly maxBytes: number; readonly allowSecrets: boolean },
): Material {
  const items: Material['items'][number][] = [];
  const leftOut: Material['leftOut'][number][] = [];
  let left = maxBytes;
  for (const decision of decisions) {
    const source = toSource(decision.threadId);
    const text = renderRecalled(decision);
    const bytes = Buffer.byteLength(text);
    const secret = allowSecrets ? undefined : findSecret(text);
    if (secret !== undefined) leftOut.push({ source, reason: `contains what looks like a secret (${secret.kind})` });
    else if (bytes > left) leftOut.push({ source, reason: `too large: ${bytes} bytes, ${left} were left` });
    else {
      items.push({ source, bytes, text });
      left -= bytes;
    }
  }
  return { items, leftOut };
}
