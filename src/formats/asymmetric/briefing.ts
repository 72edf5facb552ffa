// What of the documents an experienced seat gets, and as what; everyone else gets none.
import type { Briefing, SeatDocument } from '../format.ts';
import { getSide, type Options } from './setup.ts';

/** Between two documents, where the cut counts characters. */
const JOINT = 2;

/** A sentence is finished rather than cut where that costs less than this part of what is given. */
const LEAST_OF_TARGET = 0.7;

/** How many characters of the text are given: the first part, cut back to its last full stop where one is near. */
function givenLength(text: string, percent: number): number {
  if (percent >= 100) return text.length;
  const target = Math.floor((text.length * percent) / 100);
  const stop = text.slice(0, target).lastIndexOf('.');
  return stop > target * LEAST_OF_TARGET ? stop + 1 : target;
}

/** The first part of the documents, as if they were one text with a blank line between two of them. */
export function cutDocuments(documents: readonly SeatDocument[], percent: number): readonly SeatDocument[] {
  if (percent <= 0) return [];
  let left = givenLength(documents.map(({ text }) => text).join('\n'.repeat(JOINT)), percent);
  return documents.flatMap(({ title, text }) => {
    const given = text.slice(0, Math.max(0, left));
    left -= text.length + JOINT;
    return given === '' ? [] : [{ title, text: given }];
  });
}

function eachLine(documents: readonly SeatDocument[], write: (line: string, number: number) => string) {
  let number = 0;
  return documents.map(({ title, text }) => {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const written = lines.map((line) => {
      number += 1;
      return write(line.trim(), number);
    });
    return { title, text: written.join('\n') };
  });
}

const CONVENTIONS = [
  '- Keep to what these instructions say about the project.',
  '- Prefer what the project already does to something new.',
  '- Say so when a request goes against them.',
].join('\n');

function asInstructions(documents: readonly SeatDocument[]): readonly SeatDocument[] {
  if (documents.length === 0) return [];
  const wrap = ({ title, text }: SeatDocument) => ({
    title,
    text: `<project-instructions>\n${text}\n</project-instructions>`,
  });
  return [...documents, { title: 'conventions', text: CONVENTIONS }].map(wrap);
}

/** Every injection gives every document exactly once. */
export function briefing({ injection, contextPct }: Options, seat: string, all: readonly SeatDocument[]): Briefing {
  const documents = getSide(seat) === 'experienced' ? cutDocuments(all, contextPct) : [];
  switch (injection) {
    case 'raw':
      return { place: 'opening', heading: 'Documents', documents };
    case 'system_prompt':
      return { place: 'system', heading: 'What you know about the subject', documents };
    case 'memory':
      return {
        place: 'opening',
        heading: 'Your memory of earlier work on the subject',
        documents: eachLine(documents, (line, number) => `${number}. Observation: ${line}`),
      };
    case 'skills':
      return {
        place: 'opening',
        heading: 'Your skills: rules you work by',
        documents: eachLine(documents, (line) => `- Rule: ${line}`),
      };
    case 'claude_md':
      return { place: 'opening', heading: 'Project instructions', documents: asInstructions(documents) };
  }
}
