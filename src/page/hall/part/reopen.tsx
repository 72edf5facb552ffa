// What one wants after a dissent: the same question again, a fork from some event on, and the comparison with another debate.
import { useSignal } from '@preact/signals';
import type { StartAnswer } from '../../../domain/hall-page/start.ts';
import type { AgainRequest, ForkRequest } from '../../../domain/hall-page/writes.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import type { DebateComparison } from '../../../domain/results/comparison.ts';
import {
  describeOtherTurn,
  describeSameTurns,
  describeTotals,
  nameDifference,
} from '../../../domain/words/describe-comparison.ts';
import { describeRelation } from '../../../domain/words/describe-relation.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { labelSeats } from '../../../domain/words/label-seats.ts';
import { describeTitle } from '../../report/entry-words.ts';
import { Table } from '../../report/table.tsx';
import { createLabels, safe } from '../../report/words.ts';
import { Problem, useAnswer } from '../problem.tsx';
import { debateAddress, goTo } from '../route.ts';
import { debatePath, getJson } from '../talk/api.ts';
import { draftId } from './drafts.ts';
import { Line, Select } from './fields.tsx';
import { Fold } from './fold.tsx';
import { WritingForm } from './turn/writing.tsx';

const openIt = ({ threadId }: StartAnswer) => goTo(debateAddress(threadId));

export function Again({ record }: { readonly record: DebateRecord }) {
  return (
    <Fold name={`${record.threadId} again`} title="Ask again" id="again">
      <WritingForm<AgainRequest, StartAnswer>
        id={draftId(record.threadId, 'again')}
        title="Ask again"
        path={debatePath(record.threadId, 'again')}
        submit={`Ask ${countNoun(record.seats.length, 'seat')} again`}
        confirmation="The question was asked again."
        body={() => ({})}
        onDone={openIt}
      >
        {() => (
          <p>
            A new debate about the same question, with the same seats and today's material. This one stays as it is.
          </p>
        )}
      </WritingForm>
    </Fold>
  );
}

interface ForkProps {
  readonly record: DebateRecord;
  /** Events that it can keep everything up to. */
  readonly points: readonly number[];
}

export function Fork({ record, points }: ForkProps) {
  const label = createLabels(record);
  const choices = record.entries
    .filter(({ seq }) => points.includes(seq))
    .map((entry) => ({ value: String(entry.seq), title: `#${entry.seq} ${describeTitle(entry, label)}` }));
  return (
    <Fold name={`${record.threadId} fork`} title="Fork">
      <WritingForm<ForkRequest, StartAnswer>
        id={draftId(record.threadId, 'fork')}
        title="Fork"
        path={debatePath(record.threadId, 'fork')}
        submit="Fork and run it"
        confirmation="The fork was opened."
        body={({ at = '' }) => (at === '' ? undefined : { at: Number(at) })}
        onDone={openIt}
      >
        {(writing) => (
          <>
            <p>
              A new debate that keeps everything up to the event that you choose, and asks again whatever came after it.
            </p>
            <Select
              writing={writing}
              name="at"
              label="Keep everything up to"
              first="Choose an event"
              choices={choices}
            />
          </>
        )}
      </WritingForm>
    </Fold>
  );
}

const show = (value: string | null) => (value === null ? <span class="quiet">none</span> : safe(value));

function Comparison({ found }: { readonly found: DebateComparison }) {
  const { threadIds, relation, sameTurns, otherTurns, redactedTurns, authorities, totals } = found;
  const label = labelSeats(found.seats);
  const answers = found.answers.flatMap(({ seat, opening, ballot }) => [
    { what: `${label(seat)}, opening`, values: opening },
    { what: `${label(seat)}, final answer`, values: ballot },
  ]);
  const differences = [...found.given, ...found.results].map((each) => ({
    ...each,
    what: nameDifference(each.what, label),
  }));
  const rows = [...answers, ...differences].filter(({ values: [one, other] }) => one !== other);
  return (
    <div class="comparison">
      {relation !== null && <p>{safe(describeRelation(relation, label))}</p>}
      <ul>
        {threadIds.map((id, index) => (
          <li key={`${index} ${id}`}>
            {safe(id)}: {safe(authorities[index] ?? '')}; {totals[index] && describeTotals(totals[index])}
          </li>
        ))}
      </ul>
      <p>{describeSameTurns(sameTurns, otherTurns.length, redactedTurns.length)}.</p>
      {otherTurns.length + redactedTurns.length > 0 && (
        <ul>
          {[...otherTurns, ...redactedTurns].map((turn) => (
            <li key={turn.events.join()}>{safe(describeOtherTurn(turn))}</li>
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        <Table title="Differences" columns={['What', ...threadIds.map(safe)]}>
          {rows.map(({ what, values: [one, other] }) => (
            <tr key={what}>
              <th scope="row">{safe(what)}</th>
              <td dir="auto">{show(one)}</td>
              <td dir="auto">{show(other)}</td>
            </tr>
          ))}
        </Table>
      )}
    </div>
  );
}

/** `others`: debates that it is likely to be compared with. */
export function Compare({ debate, others }: { readonly debate: string; readonly others: readonly string[] }) {
  const fields = useSignal<Readonly<Record<string, string>>>({});
  const { answer: found, problem, ask } = useAnswer<DebateComparison>();
  const writing = {
    fields: fields.value,
    set: (name: string, value: string) => {
      fields.value = { ...fields.value, [name]: value };
    },
  };
  const other = fields.value['other']?.trim() ?? '';
  const compare = () => getJson<DebateComparison>(`${debatePath(debate, 'compare')}?with=${encodeURIComponent(other)}`);
  return (
    <Fold name={`${debate} compare`} title="Compare">
      <form
        class="writing"
        onSubmit={(event) => {
          event.preventDefault();
          void ask(compare());
        }}
      >
        <Line
          writing={writing}
          name="other"
          label="With the debate"
          hint={others.length === 0 ? 'Its ID.' : `Its ID, such as ${others.map(safe).join(', ')}.`}
        />
        <p class="submit">
          <button type="submit" disabled={other === ''}>
            Compare
          </button>
        </p>
        <Problem text={problem.value} />
      </form>
      {found.value !== undefined && <Comparison found={found.value} />}
    </Fold>
  );
}
