// One entry of a record as Markdown.
import type { RecordEntry } from '../../../domain/record.ts';
import type { TurnEntry } from '../../../domain/record-entries.ts';
import { describeHindsight, formatNote, titleTurnedOut } from '../../../domain/words/describe-hindsight.ts';
import { listRemarks } from '../../../domain/words/describe-reading.ts';
import { describeUnansweredFollowUp } from '../../../domain/words/describe-state.ts';
import { type CallFigures, countNoun, listCallFigures } from '../../../domain/words/format-figures.ts';
import type { LabelSeat } from '../../../domain/words/label-seats.ts';
import { escapePlain, plainHtml, quoteBlock } from '../../../domain/words/markdown-safe.ts';
import { missingTextNote } from '../../../domain/words/missing-text.ts';
import { agentName, formatTime } from '../record-words.ts';

const describeEffort = (call: CallFigures) =>
  listCallFigures(call)
    .map((figure) => ` · ${figure}`)
    .join('');

function renderWords(entry: Pick<TurnEntry, 'text' | 'shown' | 'redaction' | 'withheld'>): string {
  const text = entry.shown ?? entry.text;
  return text === null ? `*${escapePlain(missingTextNote(entry))}*` : quoteBlock(text);
}

export const renderBullets = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');

export const fold = (summary: string, body: string) =>
  `<details>\n<summary>${summary}</summary>\n\n${body}\n\n</details>`;

function renderRemarks(turn: TurnEntry): string {
  const items = listRemarks(turn, escapePlain);
  return items.length === 0 ? '' : `\n\n${renderBullets(items)}`;
}

export function entryBlock(entry: RecordEntry, name: LabelSeat): string {
  const label = (seat: string) => escapePlain(name(seat));
  const summary = (text: string) => `${text} · event ${entry.seq}`;
  switch (entry.kind) {
    case 'turn': {
      const who = plainHtml(entry.by.author ?? '') || agentName(entry.by.agent, plainHtml);
      return fold(
        summary(`<b>${plainHtml(entry.title)}</b> · ${who}${describeEffort(entry.by)} · ${formatTime(entry.at)}`),
        renderWords(entry) + renderRemarks(entry),
      );
    }
    case 'interjection': {
      const source = entry.source === undefined ? '' : `, from ${plainHtml(entry.source)}`;
      return fold(
        summary(`<b>${plainHtml(entry.title)}</b> · ${plainHtml(entry.author)}${source} · ${formatTime(entry.at)}`),
        renderWords(entry),
      );
    }
    case 'follow-up': {
      const unanswered = describeUnansweredFollowUp(entry, label);
      const head = summary(
        `<b>${plainHtml(entry.title)}</b> · asked after the end, changes nothing above · ${formatTime(entry.at)}`,
      );
      return fold(head, renderWords(entry) + (unanswered === undefined ? '' : `\n\n*${unanswered}*`));
    }
    case 'follow-up-answer': {
      const who = agentName(entry.by.agent, plainHtml);
      return fold(
        summary(`<b>${plainHtml(entry.title)}</b> · ${who}${describeEffort(entry.by)} · ${formatTime(entry.at)}`),
        renderWords(entry),
      );
    }
    case 'rejected': {
      const splitTitle = `Answer from ${plainHtml(name(entry.seat))} that the rules rejected (${plainHtml(entry.act)})${describeEffort(entry.by)} · ${formatTime(entry.at)}`;
      return fold(summary(splitTitle), `${renderBullets(entry.issues.map(escapePlain))}\n\n${renderWords(entry)}`);
    }
    case 'failure':
      return `**${label(entry.seat)} failed** (${escapePlain(entry.failure.code)}, ${agentName(entry.agent)}, ${countNoun(entry.attempts, 'attempt')}${describeEffort({ ...entry, attempts: 1 })}): ${escapePlain(entry.failure.message)}`;
    case 'replacement':
      return `**${label(entry.seat)} was replaced:** ${agentName(entry.from)} by ${agentName(entry.to)} (${escapePlain(entry.reason)})`;
    case 'note':
      return `**Note** (${escapePlain(entry.code)}${entry.seat === undefined ? '' : `, ${label(entry.seat)}`}): ${escapePlain(entry.message)}`;
    case 'hindsight': {
      const note = formatNote(entry);
      return `**${titleTurnedOut(entry)}** ${escapePlain(describeHindsight(entry))}${note === undefined ? '' : `:\n\n${quoteBlock(note)}`}`;
    }
    case 'redaction':
      return `**Redaction** of ${entry.fields.map(escapePlain).join(', ')} in event ${entry.target} by ${escapePlain(entry.by)}: ${escapePlain(entry.reason)}`;
  }
}
