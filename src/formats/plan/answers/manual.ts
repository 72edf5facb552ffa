// What a person may write instead of JSON: a plan as a list of steps, votes as lines such as "P2.1 agree: it is reversible".
import type * as z from 'zod';
import type { ReadAnswer } from '../../../domain/answers/read-answer.ts';
import type { PlanAnswer, PlannedStep } from '../answers.ts';
import { findId } from '../steps/ids.ts';

const ITEM = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.+)$/;
const PHASE = /^\s*(?:#+\s*)?phase\s+(\d{1,2})\b/i;

/** A text with a brace is meant as JSON. */
const isJson = (text: string) => text.includes('{');

/** Each list item is a step, "title: description"; "Phase 2" begins a phase; other lines are the summary. */
export function readManualPlan(text: string): ReadAnswer<PlanAnswer> | undefined {
  if (isJson(text)) return undefined;
  let phase = 1;
  const steps: PlannedStep[] = [];
  const summary: string[] = [];
  for (const line of text.split('\n')) {
    const heading = PHASE.exec(line);
    const item = ITEM.exec(line)?.[1];
    if (heading !== null) phase = Number(heading[1]);
    else if (item === undefined) summary.push(line.trim());
    else {
      const colon = item.indexOf(': ');
      const [title, description] = colon === -1 ? [item, ''] : [item.slice(0, colon), item.slice(colon + 2)];
      steps.push({ phase, title: title.trim(), description: description.trim() });
    }
  }
  const told = summary.filter((line) => line !== '').join(' ');
  return { ok: true, value: { summary: told, steps }, repairs: [] };
}

/** One vote a line: the id, the vote, and the reason after it. */
export function readManualVotes<T>(text: string, schema: z.ZodType<T>): ReadAnswer<T> | undefined {
  if (isJson(text)) return undefined;
  const votes: unknown[] = [];
  const issues: string[] = [];
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    const found = /^\W*([ps][\d.]*\d)\W+(\p{L}+)\W*(.*)$/iu.exec(line);
    if (found === null || findId(found[1] as string) === undefined) {
      issues.push(`Line ${index + 1} does not start with a step ID and a vote.`);
    } else {
      const [, step, vote, reason] = found;
      votes.push({ step, vote, reason, suggestion: reason });
    }
  });
  if (issues.length > 0) return { ok: false, issues };
  const parsed = schema.safeParse(votes);
  return parsed.success
    ? { ok: true, value: parsed.data, repairs: [] }
    : { ok: false, issues: ['A vote is one of the words named in the request, right after the ID.'] };
}
