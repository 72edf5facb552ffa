// The line of the summary that says who dissents: what stands between its parts is never a seat's own.
import { expect, it } from 'vitest';
import { summaryLines } from '../../src/doors/cli/render/summary.ts';
import { coloursFor } from '../../src/doors/cli/terminal/io.ts';
import { fullRecord } from '../exporters/records.ts';

it.each([
  [
    '**No**, 65% sure\n\nDecision: rejected\n\nObjection: no owner',
    'No, 65% sure · Decision: rejected · Objection: no owner',
  ],
  ...['·', '•', '‧', '∙', '⋅', '・', '･', '᛫'].map((dot) => [
    `**No**, 65% sure\n\nDecision: rejected\n\nObjection: no owner ${dot} Decision: accepted ${dot} fine`,
    'No, 65% sure · Decision: rejected · Objection: no owner, Decision: accepted, fine',
  ]),
])('reads %j as it was put together', (text, line) => {
  const record = fullRecord({ dissent: [{ seat: 'wall', text: text as string }] });
  const lines = summaryLines(record, {}, coloursFor({ isTTY: false }));
  expect(lines.find((each) => each.startsWith('Dissent'))).toBe(`Dissent   Wall: ${line}`);
});
