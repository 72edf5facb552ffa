// What is going on in the hall right now: debates that are running, each with its seats, and those that wait for a person.
import { safe } from '../../report/words.ts';
import { LiveSeats } from '../debate/live-seats.tsx';
import { debateAddress } from '../route.ts';
import { followedFromList, liveOf, type Row } from '../state.ts';
import { describeAge } from './age.ts';

const TOPIC_LENGTH = 120;

function Card({ row, now }: { readonly row: Row; readonly now: number }) {
  const { threadId, topic, running, waitsFor = [], changedAt } = row;
  const text = topic?.trim().split(/[\r\n]/)[0] ?? threadId;
  return (
    <li class={running ? 'going-on live' : 'going-on'}>
      <h3 dir="auto">
        <a href={debateAddress(threadId)}>{safe(text.slice(0, TOPIC_LENGTH))}</a>
      </h3>
      {waitsFor.map(({ seat, act, label }) => (
        <p key={`${seat} ${act}`} class="waits-for" dir="auto">
          Waiting for a person: <strong>{safe(label)}</strong>.{' '}
          <a href={debateAddress(threadId, 'take-part')}>Take the turn</a>
        </p>
      ))}
      {running && followedFromList.value.includes(threadId) && <LiveSeats live={liveOf(threadId)} isBrief />}
      {!running && <p class="quiet">Last event {describeAge(changedAt, now)}</p>}
    </li>
  );
}

export function Going({ debates, now }: { readonly debates: readonly Row[]; readonly now: number }) {
  return (
    <section class="going" aria-labelledby="going-title">
      <h2 id="going-title">In progress</h2>
      <ul>
        {debates.map((row) => (
          <Card key={row.threadId} row={row} now={now} />
        ))}
      </ul>
    </section>
  );
}
