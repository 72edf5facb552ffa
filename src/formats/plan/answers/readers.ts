// Reads what planners answer; a person may write plain text instead.
import { type ReadAnswer, readAnswer } from '../../../domain/answers/read-answer.ts';
import {
  type ComposeAnswer,
  type CritiqueAnswer,
  composeSchema,
  critiqueSchema,
  type PlanAnswer,
  planSchema,
  type ValidateAnswer,
  validateSchema,
} from '../answers.ts';
import { readManualPlan, readManualVotes } from './manual.ts';

/** A person may write a list of steps instead. */
export function readPlan(text: string, byHand: boolean): ReadAnswer<PlanAnswer> {
  return (byHand ? readManualPlan(text) : undefined) ?? readAnswer(text, planSchema);
}

export function readCritique(text: string, byHand: boolean): ReadAnswer<CritiqueAnswer> {
  const votes = byHand ? readManualVotes(text, critiqueSchema.shape.reviews) : undefined;
  if (votes === undefined) return readAnswer(text, critiqueSchema);
  return votes.ok ? { ok: true, value: { reviews: votes.value }, repairs: [] } : votes;
}

export function readComposition(text: string): ReadAnswer<ComposeAnswer> {
  return readAnswer(text, composeSchema);
}

export function readValidation(text: string, byHand: boolean): ReadAnswer<ValidateAnswer> {
  const votes = byHand ? readManualVotes(text, validateSchema.shape.votes) : undefined;
  if (votes === undefined) return readAnswer(text, validateSchema);
  return votes.ok ? { ok: true, value: { votes: votes.value }, repairs: [] } : votes;
}
