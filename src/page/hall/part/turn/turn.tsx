// A turn that waits for a person: what an agent in this seat would be asked, what was said, and the form.
import { useSignal, useSignalEffect } from '@preact/signals';
import { defined } from '../../../../domain/defined.ts';
import type { SeatSheet, WaitingTurn } from '../../../../domain/hall-page/debate.ts';
import type { SayRequest, TurnForm } from '../../../../domain/hall-page/writes.ts';
import { Guarded } from '../../../app/guarded.tsx';
import { Markdown } from '../../../report/markdown.tsx';
import { safe } from '../../../report/words.ts';
import { readAgain, view } from '../../debate/reading.ts';
import { Problem, useAnswer } from '../../problem.tsx';
import { debatePath, getJson } from '../../talk/api.ts';
import { type DraftFields, draftId, readDraft } from '../drafts.ts';
import { Fold } from '../fold.tsx';
import { listReplies } from './claim-fields.tsx';
import { LookUp } from './look-up.tsx';
import { listPoints } from './point-fields.tsx';
import { TurnFields } from './turn-fields.tsx';
import { WritingForm } from './writing.tsx';

const text = (fields: DraftFields, name: string): string | undefined => {
  const value = fields[name]?.trim() ?? '';
  return value === '' ? undefined : value;
};

function percent(fields: DraftFields): number | undefined {
  const value = /^(100|\d{1,2})\s*%?$/.exec(text(fields, 'confidence') ?? '')?.[1];
  return value === undefined ? undefined : Number(value);
}

/** One claim in each line. */
function claims(fields: DraftFields, name = 'claims'): string[] | undefined {
  const lines = (text(fields, name) ?? '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim());
  const found = lines.filter((line) => line !== '');
  return found.length === 0 ? undefined : found;
}

type Vote = 'own' | 'accept' | 'reject';
const isAmong = <Value extends string>(values: readonly Value[], value: string | undefined): value is Value =>
  values.includes(value as Value);

/** `undefined` while something is missing. */
function toTurnForm(turn: WaitingTurn, fields: DraftFields): TurnForm | undefined {
  const { kind, votes } = turn;
  const reason = text(fields, 'reason');
  switch (kind) {
    case 'text': {
      const words = text(fields, 'text');
      if (words === undefined || words === turn.blankForm) return undefined;
      if (turn.claims === undefined) return { kind, text: words };
      const replies = listReplies(turn, fields);
      return replies && { kind, text: words, replies, ...defined({ newClaims: claims(fields, 'newClaims') }) };
    }
    case 'claims': {
      const replies = listReplies(turn, fields);
      const newClaims = claims(fields, 'newClaims');
      return replies === undefined || replies.length === 0 ? undefined : { kind, replies, ...defined({ newClaims }) };
    }
    case 'points': {
      const points = listPoints(turn, fields);
      return points === undefined || points.length === 0 ? undefined : { kind, points };
    }
    case 'opening': {
      const answer = text(fields, 'answer');
      const rest = { confidence: percent(fields), claims: claims(fields), changeMind: text(fields, 'changeMind') };
      return answer === undefined ? undefined : { kind, answer, ...defined(rest) };
    }
    case 'ballot': {
      const answer = text(fields, 'answer');
      const vote = text(fields, 'vote');
      const isVote = isAmong<Vote>(['own', 'accept', 'reject'], vote);
      if (answer === undefined || (votes === true && !isVote)) return undefined;
      const rest = { confidence: percent(fields), movedBy: text(fields, 'movedBy'), reason };
      const ballot = { kind, answer, ...defined(rest) };
      return isVote ? { ...ballot, vote, ...defined({ objection: text(fields, 'objection') }) } : ballot;
    }
    case 'vote': {
      const vote = text(fields, 'vote');
      return isAmong(['approve', 'reject'] as const, vote) ? { kind, vote, ...defined({ reason }) } : undefined;
    }
    case 'review': {
      const action = text(fields, 'action');
      const side = turn.sides?.find((each) => each === text(fields, 'side'));
      if (!isAmong(['approve', 'override', 'reject'] as const, action)) return undefined;
      const words = text(fields, 'text');
      if (action !== 'override') return { kind, action, ...defined({ text: words }) };
      return side !== undefined && words !== undefined ? { kind, action, side, text: words } : undefined;
    }
  }
}

type Said = SeatSheet['said'][number];

function Words({ said: { seq, title, text } }: { readonly said: Said }) {
  return (
    <li>
      <p class="who" dir="auto">
        <a href={`#t${seq}`}>{safe(title)}</a>
      </p>
      {text === null ? <p class="redacted">The text was redacted.</p> : <Markdown text={text} heading={5} />}
    </li>
  );
}

/** What the seat may read by now and its person has not; none while nobody has begun to read. */
const listNews = ({ said }: SeatSheet, since: number | undefined) =>
  said.filter(({ seq }) => since !== undefined && seq >= since);

interface SheetProps {
  /** Of the turn. */
  readonly id: string;
  readonly sheet: SeatSheet;
  readonly since: number | undefined;
}

function Sheet({ id, sheet, since }: SheetProps) {
  const fresh = listNews(sheet, since);
  return (
    <Guarded>
      {fresh.length > 0 && (
        <section class="since" aria-label="Said since you began to write">
          <h4>Said since you began to write</h4>
          <ol class="said">
            {fresh.map((said) => (
              <Words key={said.seq} said={said} />
            ))}
          </ol>
        </section>
      )}
      {sheet.corrections.length > 0 && (
        <div class="problem">
          <p>The last answer could not be used:</p>
          <ul>
            {sheet.corrections.map((correction) => (
              <li key={correction} dir="auto">
                {safe(correction)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Fold name={`${id} asked`} title="What is asked" opens={sheet.turn.kind === 'text'}>
        <Markdown text={sheet.request} heading={4} />
      </Fold>
      {sheet.said.length > 0 && (
        <Fold name={`${id} said`} title="What was said">
          <ol class="said">
            {sheet.said.map((said) => (
              <Words key={said.seq} said={said} />
            ))}
          </ol>
        </Fold>
      )}
      <Fold name={`${id} seat`} title="What makes an agent this seat">
        <Markdown text={sheet.system} heading={4} />
      </Fold>
    </Guarded>
  );
}

export function Turn({ debate, turn }: { readonly debate: string; readonly turn: WaitingTurn }) {
  const { seat, step, label, held } = turn;
  const id = draftId(debate, 'turn', step);
  const { answer: sheet, problem, ask } = useAnswer<SeatSheet>();
  /** Events that were there when the person began to read, also before a reload. */
  const began = useSignal<number | undefined>(readDraft(id)?.seen);
  useSignalEffect(() => {
    // Whatever the ledger grows by may be new to the seat.
    void view.value?.record.ledger.events;
    void ask(
      getJson<SeatSheet>(debatePath(debate, 'seats', seat)).then((answer) => {
        began.value ??= answer.seen;
        return answer;
      }),
    );
  });
  const title = safe(label);
  // The form waits for the sheet above it, which would push it away under the pointer.
  const isRead = sheet.value !== undefined || problem.value !== '';
  return (
    <section class="due-turn" aria-label={title}>
      <h3 dir="auto">{title}</h3>
      {turn.blind === true && (
        <p class="blind">
          Blind: you answer without seeing this round's other answers, and nobody sees yours before all have answered.
        </p>
      )}
      {!isRead && <p role="status">Loading…</p>}
      <Problem text={problem.value} />
      {sheet.value !== undefined && <Sheet id={id} sheet={sheet.value} since={began.value} />}
      {sheet.value?.looks !== undefined && <LookUp debate={debate} seat={seat} id={id} looks={sheet.value.looks} />}
      {held === true && <p class="problem">This seat was claimed with a key, so you cannot fill it here.</p>}
      {held !== true && isRead && (
        <WritingForm<SayRequest>
          id={id}
          title={title}
          path={debatePath(debate, 'say')}
          submit="Record this turn"
          {...(turn.blankForm === undefined ? {} : { initial: { text: turn.blankForm } })}
          {...defined({ seen: began.value })}
          {...(sheet.value === undefined
            ? {}
            : {
                news: {
                  since: listNews(sheet.value, began.value),
                  onRead: () => {
                    began.value = sheet.value?.seen;
                  },
                },
              })}
          body={(fields, isAnyway) => {
            const form = toTurnForm(turn, fields);
            const seen = isAnyway ? sheet.value?.seen : began.value;
            return form === undefined || seen === undefined ? undefined : { seat, step, seen, form };
          }}
          onDone={() => void readAgain()}
        >
          {(writing) => <TurnFields turn={turn} writing={writing} />}
        </WritingForm>
      )}
    </section>
  );
}
