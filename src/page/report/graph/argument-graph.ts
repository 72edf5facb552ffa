// The argument map of a debate: rows are seats, columns rounds.
import type { ClaimMove, ClaimResult } from '../../../domain/claims.ts';
import { defined } from '../../../domain/defined.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import type { TurnEntry } from '../../../domain/record-entries.ts';
import { FATE_LABELS } from '../result/claims.tsx';
import { claimsIn, opinionsIn, oxfordIn } from '../result/result-data.ts';
import { nameExchange } from '../result/score-curve.tsx';
import { createLabels, plain, safe } from '../words.ts';
import type { EdgeKind, Graph, GraphEdge, GraphNode } from './graph.ts';

const OPENING = 'Opening';
const FINAL = 'Final answers';
const EDGES: Readonly<Record<ClaimMove, EdgeKind>> = {
  rebut: 'attack',
  concede: 'concede',
  refine: 'refine',
  withdraw: 'concede',
};

/** Turns that a map can hold and still be read; of a longer debate it shows claims and answers only. */
const MOST_TURNS = 150;

interface Drawn extends Omit<GraphNode, 'row' | 'column'> {
  readonly seat: string;
}

/** Built in parts, since nodes come from openings, turns, claims and ballots. */
class Builder {
  readonly nodes = new Map<string, Drawn & { readonly in: string }>();
  readonly edges: GraphEdge[] = [];

  /** The first node with an ID stays. */
  add(column: string, node: Drawn): void {
    if (!this.nodes.has(node.id)) this.nodes.set(node.id, { ...node, in: column });
  }

  build(record: DebateRecord, columns: readonly string[]): Graph {
    const label = createLabels(record);
    const nodes = [...this.nodes.values()];
    const rows = record.seats.map(({ seat }) => seat).filter((seat) => nodes.some((node) => node.seat === seat));
    const used = columns.filter((column) => nodes.some((node) => node.in === column));
    return {
      rows: rows.map((seat) => ({ seat, title: label(seat) })),
      columns: used,
      nodes: nodes
        .map(({ in: column, ...node }) => ({ ...node, row: rows.indexOf(node.seat), column: used.indexOf(column) }))
        .filter(({ row, column }) => row >= 0 && column >= 0),
      edges: this.edges,
    };
  }
}

const listTurns = ({ entries }: DebateRecord) => entries.filter((entry): entry is TurnEntry => entry.kind === 'turn');

/** That nobody answered it is drawn, not written. */
const describeFate = (fate: ClaimResult['fate']) =>
  fate === 'dropped' ? { isOpen: true } : { note: FATE_LABELS[fate] };

const roundTitle = (round: number) => `Round ${round}`;

/** Turns beside the debate itself: who picks speakers or writes down the outcome makes no argument. */
const SPOKEN = ['turn', 'position', 'challenge', 'respond', 'rebuttal'];

/** Of any format whose seats open, speak and answer. */
export function debateGraph(record: DebateRecord): Graph | undefined {
  const builder = new Builder();
  const turns = listTurns(record);
  const opinions = opinionsIn(record);
  const claims = claimsIn(record);
  const findSeq = (seat: string, act: string) => turns.find((turn) => turn.seat === seat && turn.act === act)?.seq ?? 0;

  for (const { seat, claims: opened } of opinions?.openings.seats ?? []) {
    for (const { id, claim } of opened) {
      const known = claims.find((each) => each.id === id);
      const fate = known === undefined ? {} : describeFate(known.fate);
      builder.add(OPENING, { id, name: safe(id), title: plain(claim), seq: findSeq(seat, 'opening'), seat, ...fate });
    }
  }
  for (const { id, seat, seq, round, text, fate } of claims) {
    const title = text === null ? 'redacted' : safe(text);
    const column = round === null ? OPENING : roundTitle(round);
    builder.add(column, { id, name: safe(id), title, seq, seat, ...describeFate(fate) });
  }
  const nodeOfTurn = (turn: TurnEntry): string => {
    const own = [...builder.nodes.values()].find((node) => node.seq === turn.seq && node.seat === turn.seat);
    if (own !== undefined) return own.id;
    const id = `t${turn.seq}`;
    const title = safe((turn.shown ?? turn.text ?? turn.title).replace(/^\s*[-*+]\s+|[*#_`]/gm, '').slice(0, 160));
    const column = turn.act === 'ballot' ? FINAL : turn.round === null ? OPENING : roundTitle(turn.round);
    builder.add(column, { id, name: `#${turn.seq}`, title, seq: turn.seq, seat: turn.seat });
    return id;
  };
  const spoken = turns.filter(({ round, act }) => round !== null && SPOKEN.includes(act));
  if (spoken.length <= MOST_TURNS) for (const turn of spoken) nodeOfTurn(turn);
  for (const { id, replies } of claims) {
    for (const { seq, move } of replies) {
      const turn = turns.find((each) => each.seq === seq);
      if (turn !== undefined) builder.edges.push({ from: nodeOfTurn(turn), to: id, kind: EDGES[move], seq });
    }
  }
  for (const { seat, answer, movedBy } of opinions?.ballot.seats ?? []) {
    const seq = findSeq(seat, 'ballot');
    const id = `final ${seat}`;
    builder.add(FINAL, { id, name: `#${seq}`, title: answer === null ? 'redacted' : safe(answer), seq, seat });
    const claim = movedBy?.claim;
    if (claim !== undefined) builder.edges.push({ from: id, to: claim, kind: 'moved', seq });
  }
  if (builder.nodes.size < 2) return undefined;
  const rounds = [...new Set(turns.flatMap(({ round }) => round ?? []))].sort((a, b) => a - b);
  return builder.build(record, [OPENING, ...rounds.map(roundTitle), FINAL]);
}

/** Of an oxford debate, whose arguments name what they attack and defend. */
export function oxfordGraph(record: DebateRecord): Graph | undefined {
  const all = oxfordIn(record)?.arguments ?? [];
  if (all.length === 0) return undefined;
  const builder = new Builder();
  const turns = listTurns(record).filter(({ act }) => act === 'argument');
  const isAttacked = (id: string) => all.some(({ attacks }) => attacks.some(({ target }) => target === id));
  const last = Math.max(...all.map(({ exchange }) => exchange));
  for (const { id, side, exchange, title, score, attacks, defends } of all) {
    const seq = turns.find((turn) => turn.seat === side && turn.round === exchange + 1)?.seq ?? 0;
    const note = score === null ? undefined : `${score > 0 ? '+' : ''}${score.toFixed(2)}`;
    const isOpen = exchange < last && !isAttacked(id);
    const more = defined({ note });
    builder.add(nameExchange(exchange), {
      id,
      name: safe(id),
      title: safe(title ?? 'redacted'),
      seq,
      seat: side,
      isOpen,
      ...more,
    });
    for (const { target } of attacks) builder.edges.push({ from: id, to: target, kind: 'attack', seq });
    for (const { target, type } of defends) {
      builder.edges.push({ from: id, to: target, kind: type.startsWith('concede') ? 'concede' : 'defend', seq });
    }
  }
  return builder.build(
    record,
    Array.from({ length: last + 1 }, (_, exchange) => nameExchange(exchange)),
  );
}
