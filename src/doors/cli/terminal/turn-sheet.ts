// The text that an editor opens with when a person takes a turn: room for the turn, and below it, as lines that are left
// out, what is asked, the topic and what was said.
import type { Prompt } from '../../../agents/agent.ts';
import { stripControl } from '../../../support/control-characters.ts';

const MARK = '#!';
/** Everything that some editor may take for the end of a line: no words may slip out of the lines that are left out. */
const LINE_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

export interface Part {
  readonly title: string;
  readonly text: string;
}

/** What somebody who takes the turn has to know; `since` is what was said after they were asked. */
export function listParts({ step, topic, transcript, request }: Prompt, since: readonly Part[]): readonly Part[] {
  const faults = step.corrections.map((issue) => `- ${issue}`).join('\n');
  return [
    ...(faults === '' ? [] : [{ title: 'Why your last answer could not be used', text: faults }]),
    ...(step.plainForm === undefined ? [] : [{ title: 'How to answer', text: step.plainForm }]),
    { title: 'What is asked', text: request },
    { title: 'Topic', text: topic },
    ...transcript.map(({ title, text }) => ({ title, text: text ?? '(This text was redacted.)' })),
    ...since,
  ];
}

/** `draft` is what the person wrote before and may want to use. */
export function renderTurnSheet(prompt: Prompt, since: readonly Part[], draft = ''): string {
  const parts = listParts(prompt, since).flatMap(({ title, text }) => [
    '',
    `== ${title}`,
    '',
    ...stripControl(text).split(LINE_ENDS),
  ]);
  const notes = [
    `${prompt.step.label}: write your turn above. Lines that start with "${MARK}" are ignored; an empty text leaves the seat open.`,
    ...parts,
  ];
  const sheet = notes.flatMap((line) => line.split(LINE_ENDS)).map((line) => `${MARK} ${line}`.trimEnd());
  return `${draft}\n\n${sheet.join('\n')}\n`;
}

/** The turn that a person wrote on the sheet. */
export function parseTurnSheet(sheet: string): string {
  const lines = sheet.split(/\r?\n/).filter((line) => !line.startsWith(MARK));
  return lines.join('\n').trim();
}
