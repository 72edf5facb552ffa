// What the list can be narrowed down by.
import type { ListOrder } from '../../../domain/hall-page/list.ts';
import { OUTCOME_WORDS, OUTCOMES } from '../../../domain/outcomes.ts';
import { safe } from '../../report/words.ts';
import { hall, type ReadableRow } from '../state.ts';
import { type FilterName, readFilter, withFilter } from './filter.ts';

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
  readonly rows: readonly ReadableRow[];
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
