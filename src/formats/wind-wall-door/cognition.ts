// The cognition rules: what form a contribution of each kind of thinking must have. A heading, bold type or a bracket
// serves as a marker alike.

export const COGNITIONS = ['PATHOS', 'ETHOS', 'LOGOS'] as const;
export type Cognition = (typeof COGNITIONS)[number];

export interface CognitionFindings {
  /** Break the rules: refused in strict debates. */
  readonly violations: readonly string[];
  /** Worth saying; never a reason to refuse. */
  readonly advice: readonly string[];
}

const LIST_ITEM = /^[ \t]*(?:\d+[.)]|[-*•])[ \t]+\S/gm;
const NUMBERED_LINE = /^[ \t]*(?:\*\*)?\d+[.)]/m;
const HEDGES = ['maybe', 'perhaps', 'could be', 'might be', 'seems', 'appears'];
const PROBABILITY = /\d\s?%/;

/** `[NAME]`, `NAME:`, `**NAME**` or a heading `# NAME`, in any case. */
function createMarker(name: string): RegExp {
  return new RegExp(`\\[${name}\\]|\\b${name}\\b[*_]*:|\\*\\*${name}\\b|^#{1,6}[ \\t].*\\b${name}\\b`, 'im');
}

function checkPathos(content: string): CognitionFindings {
  const items = content.match(LIST_ITEM)?.length ?? 0;
  const asks = content.includes('?');
  const violations: string[] = [];
  if (items === 0 && !asks) violations.push('PATHOS turns open possibilities: list at least two.');
  if (!asks) violations.push('PATHOS turns ask: include at least one question.');
  return {
    violations,
    advice: violations.length === 0 && items < 2 ? ['PATHOS turns list at least two possibilities.'] : [],
  };
}

function checkEthos(content: string): CognitionFindings {
  const violations: string[] = [];
  if (!createMarker('verdict').test(content)) violations.push('ETHOS turns judge: add a part headed "Verdict:".');
  if (!createMarker('evidence').test(content))
    violations.push('ETHOS turns give evidence: add a part headed "Evidence:".');
  if (violations.length > 0) return { violations, advice: [] };

  const advice: string[] = [];
  const blocked = /\bverdict(?:[\]:*_]+[\s*_]*|[ \t]*\n\s*[*_]*)blocked\b/i.test(content);
  if (blocked && !/\b(?:constraint|opportunity)\b/i.test(content)) {
    advice.push('A BLOCKED verdict says whether a constraint or an opportunity blocks, and what would lift it.');
  }
  const lower = content.toLowerCase();
  const hedges = HEDGES.filter((hedge) => new RegExp(`\\b${hedge}\\b`).test(lower));
  if (hedges.length > 0 && !PROBABILITY.test(content)) {
    advice.push(`ETHOS turns say how sure they are: give a percentage where this one says ${hedges.join(', ')}.`);
  }
  return { violations, advice };
}

function checkLogos(content: string): CognitionFindings {
  if (!NUMBERED_LINE.test(content))
    return { violations: ['LOGOS turns need structure: use numbered steps or points.'], advice: [] };
  return { violations: [], advice: [] };
}

const RULES: Readonly<Record<Cognition, (content: string) => CognitionFindings>> = {
  PATHOS: checkPathos,
  ETHOS: checkEthos,
  LOGOS: checkLogos,
};

export function checkCognition(cognition: Cognition, content: string): CognitionFindings {
  return RULES[cognition](content);
}

/** The cognition of that name, in any case. */
export function parseCognition(name: string): Cognition | undefined {
  const upper = name.trim().toUpperCase();
  return COGNITIONS.find((cognition) => cognition === upper);
}
