// Draws a graph: links in rows and columns above curves, and the same as a list.
import type { DebateRecord } from '../../../domain/record.ts';
import { seatClass } from '../seat-mark.tsx';
import { EDGE_WORDS, type EdgeKind, type Graph, type GraphNode, layOut, NODE, pathBetween } from './graph.ts';

const ROW_TITLE = 136;

const KINDS = Object.keys(EDGE_WORDS) as readonly EdgeKind[];

interface GraphViewProps {
  readonly record: DebateRecord;
  readonly graph: Graph;
  readonly title: string;
  /** Later nodes and edges are not shown. */
  readonly lastSeq: number;
}

function Arrows() {
  return (
    <defs>
      {KINDS.map((kind) => (
        <marker
          key={kind}
          id={`arrow-${kind}`}
          viewBox="0 0 8 8"
          refX="6"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          orient="auto-start-reverse"
        >
          <path d={kind === 'attack' ? 'M1 1 L7 7 M7 1 L1 7' : 'M0 0 L8 4 L0 8 z'} class={`arrow ${kind}`} />
        </marker>
      ))}
    </defs>
  );
}

function nodeClass(record: DebateRecord, { seat, isOpen }: GraphNode): string {
  const of = seat === undefined ? '' : ` ${seatClass(record, seat)}`;
  return `node${of}${isOpen === true ? ' unanswered' : ''}`;
}

const named = (graph: Graph, id: string) => graph.nodes.find((node) => node.id === id)?.name ?? id;

function Twin({ graph }: { readonly graph: Graph }) {
  return (
    <details class="twin">
      <summary>The same as a list</summary>
      <ul>
        {graph.nodes.map((node) => (
          <li key={node.id} dir="auto">
            {node.seq > 0 ? <a href={`#t${node.seq}`}>{node.name}</a> : <b>{node.name}</b>} {graph.columns[node.column]}
            {graph.rows[node.row]?.title === '' ? '' : `, ${graph.rows[node.row]?.title}`}: {node.title}
            {node.note === undefined ? '' : ` (${node.note})`}
            {node.isOpen === true && ', unanswered'}
            {graph.edges
              .filter(({ from }) => from === node.id)
              .map(({ kind, to }) => `; ${EDGE_WORDS[kind]} ${named(graph, to)}`)
              .join('')}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Legend({ graph }: { readonly graph: Graph }) {
  const kinds = KINDS.filter((kind) => graph.edges.some((edge) => edge.kind === kind));
  if (kinds.length === 0) return null;
  return (
    <p class="legend">
      {kinds.map((kind) => (
        <span key={kind}>
          <svg width="34" height="10" aria-hidden="true">
            <path d="M1 5 H30" class={`edge ${kind}`} />
          </svg>
          {EDGE_WORDS[kind]}
        </span>
      ))}
      {graph.nodes.some(({ isOpen }) => isOpen) && (
        <span>
          <i class="swatch" /> unanswered
        </span>
      )}
    </p>
  );
}

export function GraphView({ record, graph, title, lastSeq }: GraphViewProps) {
  const hasRows = graph.rows.some((row) => row.title !== '');
  const layout = layOut(graph, hasRows ? ROW_TITLE : 0);
  const isShown = ({ seq }: { readonly seq: number }) => seq <= lastSeq;
  return (
    <figure>
      <div class="graph scrolls" tabIndex={0} role="group" aria-label={title}>
        <div class="canvas" style={{ width: `${layout.width}px`, height: `${layout.height}px` }}>
          {graph.columns.map((column, index) => (
            <span key={column} class="column" style={{ left: `${layout.columns[index]}px`, width: `${NODE.width}px` }}>
              {column}
            </span>
          ))}
          {graph.rows.map((row, index) => (
            <span
              key={row.title}
              class={`row ${row.seat === undefined ? '' : seatClass(record, row.seat)}`}
              style={{ top: `${layout.rows[index]?.top}px`, width: `${ROW_TITLE - 16}px` }}
            >
              {row.title}
            </span>
          ))}
          <svg width={layout.width} height={layout.height} aria-hidden="true">
            <Arrows />
            {graph.edges.filter(isShown).map(({ from, to, kind }) => {
              const [start, end] = [layout.placed.get(from), layout.placed.get(to)];
              if (start === undefined || end === undefined || start === end) return null;
              const key = `${from} ${to} ${kind}`;
              return (
                <path key={key} d={pathBetween(start, end)} class={`edge ${kind}`} marker-end={`url(#arrow-${kind})`} />
              );
            })}
          </svg>
          {[...layout.placed.values()]
            .filter(({ node }) => isShown(node))
            .map(({ node, x, y }) => {
              const style = { left: `${x}px`, top: `${y}px`, width: `${NODE.width}px`, height: `${NODE.height}px` };
              const inside = (
                <>
                  <b>{node.name}</b>
                  <span dir="auto">{node.title}</span>
                  {node.note !== undefined && <em>{node.note}</em>}
                </>
              );
              return node.seq > 0 ? (
                <a
                  key={node.id}
                  href={`#t${node.seq}`}
                  class={nodeClass(record, node)}
                  style={style}
                  title={node.title}
                >
                  {inside}
                </a>
              ) : (
                <span key={node.id} class={nodeClass(record, node)} style={style} title={node.title}>
                  {inside}
                </span>
              );
            })}
        </div>
      </div>
      <figcaption>
        <Legend graph={graph} />
        <Twin graph={graph} />
      </figcaption>
    </figure>
  );
}
