// What the list can be narrowed down by.
import type { DebateRow, ListOrder, ListQuery } from '../../../domain/hall-page/list.ts';
import { OUTCOME_WORDS, OUTCOMES } from '../../../domain/outcomes.ts';
import { safe } from '../../report/words.ts';
import { hall } from '../state.ts';

// What the list is narrowed down to, in the address and as the hall is asked for it.

/** `since` is a day here, and a time for the hall. */
const NAMES = ['q', 'state', 'format', 'outcome', 'agent', 'tag', 'since', 'sort'] as const;
type FilterName = (typeof NAMES)[number];

export function readFilter(search: URLSearchParams): Partial<Record<FilterName, string>> {
  const entries = NAMES.map((name) => [name, search.get(name)?.trim() ?? ''] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** With one filter set, or taken away when `value` is empty. */
function withFilter(search: URLSearchParams, name: FilterName, value: string): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day begins where the reader is. */
const toDayStart = (day: string) => new Date(`${day}T00:00:00`).toISOString();

export function toQuery(search: URLSearchParams, limit: number): URLSearchParams {
  const { since, ...filter } = readFilter(search);
  const day = since !== undefined && DAY.test(since) ? { since: toDayStart(since) } : {};
  const query: Partial<Record<keyof ListQuery, string>> = { ...filter, ...day, limit: String(limit) };
  return new URLSearchParams(query);
}

interface Choice {
  readonly value: string;
  readonly title: string;
}

const STATES: readonly Choice[] = [
  { value: 'running', title: 'Running' },
  { value: 'waiting', title: 'Waiting for a person' },
  { value: 'paused', title: 'Paused or failed' },
  { value: 'over', title: 'Over' },
];

const RESULTS: readonly Choice[] = [
  { value: 'open', title: 'None yet' },
  ...OUTCOMES.map((outcome) => ({ value: outcome, title: OUTCOME_WORDS[outcome].title })),
];

const listChoices = (names: readonly string[], chosen: string | undefined): readonly Choice[] =>
  [...new Set([...names, ...(chosen === undefined ? [] : [chosen])])]
    .sort((one, other) => one.localeCompare(other))
    .map((value) => ({ value, title: safe(value) }));

const ORDERS: Readonly<Record<Exclude<ListOrder, 'changed'>, string>> = {
  opened: 'Last opened',
  topic: 'Question',
  outcome: 'Outcome',
  dissent: 'Most dissent',
  turns: 'Most turns',
};

const SORTS: readonly Choice[] = Object.entries(ORDERS).map(([value, title]) => ({ value, title }));

interface SelectProps {
  readonly label: string;
  readonly all: string;
  readonly value: string | undefined;
  readonly choices: readonly Choice[];
  readonly onChange: (value: string) => void;
}

function Select({ label, all, value = '', choices, onChange }: SelectProps) {
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">{all}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.title}
          </option>
        ))}
      </select>
    </label>
  );
}

interface FiltersProps {
  readonly filter: URLSearchParams;
  readonly rows: readonly DebateRow[];
  readonly onChange: (next: URLSearchParams) => void;
}

export function Filters({ filter, rows, onChange }: FiltersProps) {
  const chosen = readFilter(filter);
  const set = (name: FilterName) => (value: string) => onChange(withFilter(filter, name, value));
  const formats = (hall.value?.formats ?? []).map(({ id }) => ({ value: id, title: id }));
  const agents = [...(hall.value?.agents ?? []).map(({ name }) => name), ...rows.flatMap((row) => row.agents)];
  const tags = listChoices(
    rows.flatMap((row) => row.tags ?? []),
    chosen.tag,
  );
  return (
    <search class="filters">
      <label class="search">
        <span>Search in everything said and decided</span>
        <input
          type="search"
          value={filter.get('q') ?? ''}
          onInput={({ currentTarget }) => set('q')(currentTarget.value)}
        />
      </label>
      <Select label="Status" all="Any" value={chosen.state} choices={STATES} onChange={set('state')} />
      <Select label="Outcome" all="Any" value={chosen.outcome} choices={RESULTS} onChange={set('outcome')} />
      <Select label="Format" all="Any" value={chosen.format} choices={formats} onChange={set('format')} />
      <Select
        label="Agent"
        all="Any"
        value={chosen.agent}
        choices={listChoices(agents, chosen.agent)}
        onChange={set('agent')}
      />
      {tags.length > 0 && <Select label="Tag" all="Any" value={chosen.tag} choices={tags} onChange={set('tag')} />}
      <label>
        <span>Changed since</span>
        <input
          type="date"
          value={chosen.since ?? ''}
          onInput={({ currentTarget }) => set('since')(currentTarget.value)}
        />
      </label>
      <Select label="Sort by" all="Last changed" value={chosen.sort} choices={SORTS} onChange={set('sort')} />
      {Object.keys(chosen).length > 0 && (
        <button type="button" onClick={() => onChange(new URLSearchParams())}>
          Clear
        </button>
      )}
    </search>
  );
}
