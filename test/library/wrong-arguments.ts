// Kinds of arguments, with one that is right and those that are wrong, and every list of arguments in which one thing is wrong.
import { openFolder } from '../../src/index.ts';

const evaluation = {
  ...{ kind: 'debate-hall-evaluation', version: 1, hallVersion: '0.1.0', id: 'e', seed: 's' },
  ...{ agents: [], arms: [], questions: [], openings: [], cells: [], ledgers: [] },
  statistics: { questions: 0, groups: 0, arms: [], pairs: [] },
};
export const signal = new AbortController().signal;
const notObject = [null, 5, 'text', [], true];
const notText = [null, 5, {}, [], Number.NaN];
const notCount = [null, '2', -1, 0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e300, {}];
const notList = [null, 5, 'text', {}, [5], [null]];

/** Of each kind of argument: one that is right, and those that are wrong where it is not left out. */
const KINDS = {
  text: { right: 'a', wrong: notText },
  format: { right: 'json', wrong: notText },
  comment: { right: '1', wrong: notText },
  commit: { right: 'abcdef0', wrong: notText },
  link: { right: 'https://debates.example/a', wrong: notText },
  filled: { right: 'a', wrong: [...notText, ''] },
  head: { right: '0'.repeat(64), wrong: notText },
  texts: { right: ['a'], wrong: notList },
  count: { right: 1, wrong: notCount },
  sequence: { right: 0, wrong: [null, '2', -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY] },
  more: { right: 0.5, wrong: [null, '2', -1, 0, Number.NaN, Number.POSITIVE_INFINITY] },
  wait: { right: 0, wrong: [null, '2', -1, Number.NaN, Number.POSITIVE_INFINITY] },
  share: { right: 0.5, wrong: [null, '2', -0.1, 1.1, Number.NaN] },
  flag: { right: false, wrong: [null, 'yes', 0, {}] },
  yes: { right: true, wrong: [null, false, 'yes'] },
  repo: { right: 'a/b', wrong: notText },
  folder: { right: 'debate-folder', wrong: notText },
  date: { right: new Date(0), wrong: [null, '2026-11-20', 5, new Date(Number.NaN)] },
  time: { right: '2026-11-20T00:00:00Z', wrong: [null, '', 'today', 5, new Date(0)] },
  signal: { right: signal, wrong: [null, 5, {}, new AbortController()] },
  call: { right: () => {}, wrong: [null, 5, {}, 'call'] },
  env: { right: {}, wrong: notObject },
  object: { right: {}, wrong: notObject },
  objects: { right: [], wrong: [null, 5, {}, [5], [null]] },
  outcome: { right: 'open', wrong: [null, '', 'agred', 5] },
  thread: { right: 'issue', wrong: [null, '', 'pull', 5] },
  priority: { right: 'high', wrong: [null, '', 'urgent', 1] },
  severity: { right: 'P1', wrong: [null, '', 'P9', 1] },
  reason: { right: 'closed', wrong: [null, '', 'over', 1] },
  agent: {
    right: { agent: 'rehearsal' },
    wrong: [...notObject, {}, { agent: 5 }, { agent: '' }, { agent: 'a', x: 1 }],
  },
  seats: {
    right: { wall: { agent: 'rehearsal' } },
    wrong: [...notObject, { wall: 'rehearsal' }, { wall: { agent: 5 } }],
  },
  limits: { right: {}, wrong: [...notObject, { tokens: -1 }, { tokens: '5' }, { usd: 5 }] },
  caps: { right: {}, wrong: [...notObject, { calls: 0 }, { costMicroUsd: Number.NaN }, { usd: 5 }] },
  arms: { right: 'alone', wrong: [null, 5, {}] },
  pairs: { right: [['a', 'b']], wrong: [null, 'a=b', ['a'], [['a']], [[1, 2]]] },
  files: { right: new Map(), wrong: [...notObject, {}, new Map([['a', 5]])] },
  questions: { right: [], wrong: [null, 5, 'text', [{}], [{ id: 5 }]] },
  signed: { right: {}, wrong: [...notObject, { signers: 5 }, { sigers: 'x' }] },
  meaning: { right: { signal, notice: () => {} }, wrong: [...notObject, {}, { signal, notice: 5 }] },
  retention: { right: {}, wrong: [...notObject, { debates: 0 }, { debtes: 1 }] },
  store: { right: openFolder('nowhere'), wrong: [...notObject, {}] },
  plan: { right: { id: 'a', questions: [], shared: [] }, wrong: [...notObject, {}] },
  config: { right: { store: { kind: 'folder' } }, wrong: [...notObject, {}] },
  clock: { right: { now: () => 0 }, wrong: [...notObject, {}] },
  person: { right: { env: {}, home: '/a' }, wrong: notObject },
  principal: { right: { id: 'a', name: 'a', by: 'local' }, wrong: [...notObject, {}] },
  people: { right: { people: {}, keys: {} }, wrong: [...notObject, {}] },
  upkeep: { right: { retention: {}, trail: {} }, wrong: [...notObject, {}] },
  snapshot: { right: { threadId: 'a', debate: {}, log: [] }, wrong: [...notObject, {}] },
  record: { right: { threadId: 'a', format: 'plan', entries: [], seats: [] }, wrong: notObject },
  wholeRecord: { right: { threadId: 'a', format: 'plan', entries: [], seats: [] }, wrong: [...notObject, {}] },
  evaluation: { right: evaluation, wrong: notObject },
  evaluations: { right: [evaluation], wrong: [null, 5, 'text', [{}]] },
} as const satisfies Record<string, { readonly right: unknown; readonly wrong: readonly unknown[] }>;

/** `?` behind a kind: it may be left out. */
export type Kind = keyof typeof KINDS | `${keyof typeof KINDS}?`;
export type Row = Readonly<Record<string, Kind | Readonly<Record<string, Kind>>>>;

export interface Wrong {
  /** The word that the caller used for what is wrong. */
  readonly word: string;
  readonly given: readonly unknown[];
}

const optional = (kind: Kind) => kind.endsWith('?');
const valuesOf = (kind: Kind) => KINDS[kind.replace('?', '') as keyof typeof KINDS];
export const rightOf = (kind: Row[string]): unknown =>
  typeof kind === 'string'
    ? valuesOf(kind).right
    : Object.fromEntries(Object.entries(kind).map(([name, member]) => [name, valuesOf(member).right]));

/** Every list of arguments in which one thing is wrong. */
export function* listWrong(row: Row, before: readonly unknown[]): Generator<Wrong> {
  const right = Object.values(row).map(rightOf);
  const at = (index: number, value: unknown) => [...before, ...right.with(index, value)];
  for (const [index, [name, kind]] of Object.entries(row).entries()) {
    if (typeof kind === 'string') {
      const wrong = [...(optional(kind) ? [] : [undefined]), ...valuesOf(kind).wrong];
      for (const value of wrong) yield { word: name, given: at(index, value) };
      continue;
    }
    for (const value of notObject) yield { word: name, given: at(index, value) };
    const whole = rightOf(kind) as object;
    yield { word: 'nobodyKnows', given: at(index, { ...whole, nobodyKnows: 1 }) };
    for (const [member, memberKind] of Object.entries(kind)) {
      const wrong = [...(optional(memberKind) ? [] : [undefined]), ...valuesOf(memberKind).wrong];
      for (const value of wrong) yield { word: member, given: at(index, { ...whole, [member]: value }) };
    }
  }
}
