// What comes of a structured answer: the data of the turn, and what is wrong with it.
import type { ReadAnswer } from '../../domain/answers/read-answer.ts';
import type { RuleData } from '../../domain/events.ts';
import type { Admission } from '../format.ts';
import { accept } from './admission.ts';

export interface Reading<Data = RuleData> {
  readonly data: Data;
  /** Without these the answer is of no use. */
  readonly fatal?: readonly string[] | undefined;
  /** Sent back once; when they are there again, they stand as warnings. */
  readonly doubts: readonly string[];
  readonly warnings?: readonly string[] | undefined;
}

interface Judging {
  /** The seat can still be asked again. */
  readonly patient: boolean;
  readonly refuse: (issues: readonly string[]) => Admission;
  /** How a doubt reads that stays. */
  readonly warn?: (doubt: string) => string;
}

/** Admits an answer, or refuses it with what is to be done better. */
export function admitReading<T>(
  answer: ReadAnswer<T>,
  read: (value: T) => Reading,
  { patient, refuse, warn = (doubt) => doubt }: Judging,
): Admission {
  if (!answer.ok) return refuse(answer.issues);
  const { data, fatal = [], doubts, warnings = [] } = read(answer.value);
  const issues = [...fatal, ...(patient ? doubts : [])];
  if (issues.length > 0) return refuse(issues);
  return accept(data, [...answer.repairs, ...doubts.map(warn), ...warnings]);
}
