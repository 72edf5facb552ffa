// A picture of what answers what: nodes in rows and columns, and edges between them. Knows no format.

export const EDGE_WORDS = {
  attack: 'attacks',
  concede: 'concedes',
  refine: 'refines',
  defend: 'defends',
  moved: 'was moved by',
  need: 'needs',
} as const;
export type EdgeKind = keyof typeof EDGE_WORDS;

export interface GraphNode {
  readonly id: string;
  /** Shown before the title, such as "C4". */
  readonly name: string;
  readonly title: string;
  readonly row: number;
  readonly column: number;
  /** Event that brought it; 0 for what was there from the start. */
  readonly seq: number;
  readonly seat?: string;
  /** What became of it, in a word. */
  readonly note?: string;
  /** Nobody answered it. */
  readonly isOpen?: boolean;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  readonly seq: number;
}

export interface Graph {
  /** Seats, or nothing where rows mean nothing. */
  readonly rows: readonly { readonly title: string; readonly seat?: string }[];
  readonly columns: readonly string[];
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

export interface Placed {
  readonly node: GraphNode;
  readonly x: number;
  readonly y: number;
}

export const NODE = { width: 168, height: 62 };
const GAP = { x: 76, y: 12 };
const ROW_GAP = 22;
const HEADER = 30;

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly placed: ReadonlyMap<string, Placed>;
  /** Left of each column. */
  readonly columns: readonly number[];
  readonly rows: readonly { readonly top: number; readonly bottom: number }[];
}

/** Nodes of one cell stand below each other; a row is as high as its fullest cell. */
export function layOut({ rows, columns, nodes }: Graph, left: number): Layout {
  const placed = new Map<string, Placed>();
  const lefts = columns.map((_, index) => left + index * (NODE.width + GAP.x));
  const bands: { top: number; bottom: number }[] = [];
  let top = HEADER;
  for (const row of rows.keys()) {
    let most = 1;
    for (const column of columns.keys()) {
      const cell = nodes.filter((node) => node.row === row && node.column === column);
      most = Math.max(most, cell.length);
      for (const [index, node] of cell.entries()) {
        placed.set(node.id, { node, x: lefts[column] ?? left, y: top + index * (NODE.height + GAP.y) });
      }
    }
    const bottom = top + most * (NODE.height + GAP.y) - GAP.y;
    bands.push({ top, bottom });
    top = bottom + ROW_GAP;
  }
  return { width: (lefts.at(-1) ?? left) + NODE.width + GAP.x / 2, height: top, placed, columns: lefts, rows: bands };
}

/** How far a curve reaches into the gap beside a column. */
const REACH = GAP.x - 16;

/** A curve from the side of one node to the side of the other, always in the gaps between nodes; within a column around the right. */
export function pathBetween(from: Placed, to: Placed): string {
  const middle = NODE.height / 2;
  const [y1, y2] = [from.y + middle, to.y + middle];
  if (from.x === to.x) {
    const side = from.x + NODE.width;
    const bulge = Math.min(GAP.x - 10, 24 + Math.abs(y1 - y2) / 8);
    return `M${side} ${y1} C${side + bulge} ${y1} ${side + bulge} ${y2} ${side + 5} ${y2}`;
  }
  const isForward = to.x > from.x;
  const x1 = isForward ? from.x + NODE.width : from.x;
  const x2 = isForward ? to.x - 5 : to.x + NODE.width + 5;
  if (Math.abs(x2 - x1) <= GAP.x) {
    const bend = (x2 - x1) / 2;
    return `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
  }
  // Cells stand on one grid, so what is free above the end is free in every column between the two.
  const lane = to.y - GAP.y / 2;
  const [reach, bend] = isForward ? [REACH, REACH / 2] : [-REACH, -REACH / 2];
  const leave = `C${x1 + bend} ${y1} ${x1 + bend} ${lane} ${x1 + reach} ${lane}`;
  const arrive = `C${x2 - bend} ${lane} ${x2 - bend} ${y2} ${x2} ${y2}`;
  return `M${x1} ${y1} ${leave} L${x2 - reach} ${lane} ${arrive}`;
}
