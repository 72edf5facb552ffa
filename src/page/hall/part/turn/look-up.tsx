// Looks something up for the turn that is being written; nothing of it touches what is written.
import { signal, useSignal } from '@preact/signals';
import type { TargetedSubmitEvent } from 'preact';
import type { LookAnswer, LookRequest, LookTool, SeatLooks } from '../../../../domain/hall-page/looks.ts';
import { onceForName } from '../../../../domain/once.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { capitalize } from '../../../../domain/words/sentence.ts';
import { safe } from '../../../report/words.ts';
import { readAgain } from '../../debate/reading.ts';
import { Problem } from '../../problem.tsx';
import { debatePath, postJson } from '../../talk/api.ts';
import { describeError, NoAnswer } from '../../talk/failures.ts';
import type { DraftFields } from '../drafts.ts';
import { Check, Line, Select } from '../fields.tsx';
import { Fold } from '../fold.tsx';
import type { Writing } from './writing.tsx';

/** `undefined` while something is missing. */
function toLookRequest({ name: tool, arguments: wanted }: LookTool, fields: DraftFields): LookRequest | undefined {
  const given: LookRequest['arguments'] = {};
  for (const { name, kind, required } of wanted) {
    const value = fields[name] ?? '';
    if (value.trim() === '') {
      if (required) return undefined;
      continue;
    }
    given[name] = kind === 'text' ? value : kind === 'number' ? Number(value) : true;
  }
  return { tool, arguments: given };
}

/** "read_file, path: src/a.ts, line: 4" */
const describeLook = ({ tool, arguments: given }: LookRequest): string =>
  [tool, ...Object.entries(given).map(([name, value]) => `${name}: ${value}`)].join(', ');

interface Result extends LookAnswer {
  readonly title: string;
}

/** What was looked up for each turn, the latest first, until the page is closed. */
const getResults = onceForName((_id: string) => signal<readonly Result[]>([]));

const TOOL = 'tool';

/** "Ignore case" */
const toLabel = (name: string) => capitalize(name.replaceAll('_', ' '));

function Arguments({ tool, writing }: { readonly tool: LookTool; readonly writing: Writing }) {
  return (
    <>
      <p class="quiet">{safe(tool.description)}</p>
      {tool.arguments.map(({ name, kind, required, hint }) => {
        const label = required || kind === 'switch' ? toLabel(name) : `${toLabel(name)} (optional)`;
        const field = { writing, name, label, hint };
        if (kind === 'switch') return <Check key={name} {...field} />;
        const number = kind === 'number' ? ({ inputMode: 'numeric', pattern: '\\s*\\d+\\s*' } as const) : {};
        return <Line key={name} {...field} {...number} />;
      })}
    </>
  );
}

function Results({ results }: { readonly results: readonly Result[] }) {
  return (
    <ol class="said">
      {results.map(({ title, text, refused }, index) => {
        const name = `Look ${results.length - index}`;
        return (
          <li key={name}>
            <p class="who" dir="auto">
              {name}: {safe(title)}
            </p>
            <pre class={refused ? 'kept problem' : 'kept'} dir="auto" tabIndex={0} role="group" aria-label={name}>
              {safe(text)}
            </pre>
          </li>
        );
      })}
    </ol>
  );
}

interface LookUpProps {
  readonly debate: string;
  readonly seat: string;
  /** Of the turn that it is for. */
  readonly id: string;
  readonly looks: SeatLooks;
}

export function LookUp({ debate, seat, id, looks: { tools, left } }: LookUpProps) {
  const fields = useSignal<DraftFields>({});
  const isUnderWay = useSignal(false);
  const problem = useSignal('');
  const news = useSignal('');
  const results = getResults(id);
  const tool = tools.find(({ name }) => name === fields.value[TOOL]);
  const request = tool === undefined ? undefined : toLookRequest(tool, fields.value);
  const isSpent = left?.looks === 0 || left?.bytes === 0;
  const set = (name: string, value: string) => {
    fields.value = { ...fields.value, [name]: value };
  };

  async function look(wanted: LookRequest): Promise<void> {
    isUnderWay.value = true;
    problem.value = '';
    news.value = '';
    try {
      const answer = await postJson<LookAnswer>(debatePath(debate, 'seats', seat, 'look'), wanted);
      results.value = [{ ...answer, title: describeLook(wanted) }, ...results.value];
      const number = results.value.length;
      news.value = answer.refused ? `Look ${number} was refused; the reason is below.` : `Look ${number} is below.`;
      void readAgain();
    } catch (error) {
      problem.value = error instanceof NoAnswer ? `${error.message} Try again.` : describeError(error);
    }
    isUnderWay.value = false;
  }

  function onSubmit(event: TargetedSubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (request !== undefined && !isUnderWay.value) void look(request);
  }

  return (
    <Fold name={`${id} look`} title="Look something up">
      <form class="writing" onSubmit={onSubmit}>
        <p class="quiet">
          {isSpent && 'Your budget for this turn is used up.'}
          {!isSpent &&
            left !== undefined &&
            `Left in this turn: ${countNoun(left.looks, 'look')}, ${countNoun(left.bytes, 'byte')}. `}
          {!isSpent && 'The record shows what you look up.'}
        </p>
        <Select
          writing={{ fields: fields.value, set }}
          name={TOOL}
          label="Tool"
          first="Choose a tool"
          choices={tools.map(({ name }) => ({ value: name, title: name }))}
        />
        {tool !== undefined && <Arguments tool={tool} writing={{ fields: fields.value, set }} />}
        <Problem text={problem.value} />
        <p class="submit">
          <button type="submit" disabled={request === undefined || isSpent}>
            {isUnderWay.value ? 'Looking…' : 'Look it up'}
          </button>
          <span class="quiet" role="status">
            {news.value}
          </span>
        </p>
      </form>
      {results.value.length > 0 && <Results results={results.value} />}
    </Fold>
  );
}
