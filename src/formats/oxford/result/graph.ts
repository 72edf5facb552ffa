// The argument graph as Mermaid text: who attacks and defends what. Titles are untrusted and cannot leave their labels.
import { formatScore } from '../scoring.ts';
import type { Side } from '../seats.ts';

interface GraphNode {
  readonly id: string;
  readonly side: Side;
  readonly title: string;
  /** Thousandths. */
  readonly score: number | undefined;
  readonly attacks: readonly { readonly target: string; readonly type: string }[];
  readonly defends: readonly { readonly target: string; readonly type: string }[];
}

const LABEL_LENGTH = 80;

/** What has no meaning to Mermaid, Markdown or HTML. */
const HARMLESS = /[^\p{L}\p{M}\p{N} .,?!'+/–—-]/gu;

/** Plain words for a quoted label: everything that could end or format it becomes a space. */
export function formatLabel(text: string): string {
  const words = text.toWellFormed().replace(HARMLESS, ' ').replace(/-{2,}/g, '–').replace(/\s+/g, ' ').trim();
  const characters = [...words];
  return characters.length > LABEL_LENGTH
    ? `${characters
        .slice(0, LABEL_LENGTH - 1)
        .join('')
        .trim()}…`
    : words;
}

const spellOut = (type: string) => type.replace(/_attack$/, '').replaceAll('_', ' ');

/** A flowchart; equal arguments give equal text. Ends without a line end. */
export function renderGraph(nodes: readonly GraphNode[]): string {
  const lines = nodes.map(({ id, title, score }) => {
    const scored = score === undefined ? 'not scored' : formatScore(score);
    return `  ${id}["${id}<br/>${formatLabel(title)}<br/>${scored}"]`;
  });
  const edges = nodes.flatMap(({ id, attacks, defends }) => [
    ...attacks.map(({ target, type }) => `  ${id} -->|attacks ${spellOut(type)}| ${target}`),
    ...defends.map(({ target, type }) => `  ${id} -.->|${spellOut(type)}| ${target}`),
  ]);
  const classes = (['proposition', 'opposition'] as const).flatMap((side) => {
    const ids = nodes.filter((node) => node.side === side).map(({ id }) => id);
    return ids.length === 0 ? [] : [`  class ${ids.join(',')} ${side}`];
  });
  return [
    'flowchart TD',
    ...lines,
    ...edges,
    '  classDef proposition fill:#1b5e20,stroke:#4caf50,color:#ffffff',
    '  classDef opposition fill:#b71c1c,stroke:#f44336,color:#ffffff',
    ...classes,
  ].join('\n');
}
