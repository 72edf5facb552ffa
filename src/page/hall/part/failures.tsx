// Why seats of a debate that is open failed, beside the button that asks them again.
import type { DebateRecord } from '../../../domain/record.ts';
import { titleOf, wordsOf } from '../../report/entry-words.ts';
import { labelsOf, safe } from '../../report/words.ts';

export function Failures({ record }: { readonly record: DebateRecord }) {
  const { authority, entries, status } = record;
  if (status !== 'open') return null;
  const last = authority.failed.flatMap(
    (seat) => entries.findLast((entry) => entry.kind === 'failure' && entry.seat === seat) ?? [],
  );
  return (
    <>
      {last.map((entry) => (
        <p key={entry.seq} class="problem" dir="auto">
          <a href={`#t${entry.seq}`}>{titleOf(entry, labelsOf(record))}</a>: {safe(wordsOf(entry))}
        </p>
      ))}
    </>
  );
}
