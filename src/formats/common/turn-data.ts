// The data of turns by act: all that the rules go by later, and no words.
import type * as z from 'zod';
import type { RuleData } from '../../domain/events.ts';

type Schemas = Readonly<Record<string, z.ZodType>>;

export function defineTurnData<const S extends Schemas>(schemas: S) {
  return {
    isAct: (act: string): act is keyof S & string => Object.hasOwn(schemas, act),
    /** Data as the ledger has it; its form was checked when it was admitted. */
    dataOf: <A extends keyof S>(_act: A, data: RuleData) => data as z.infer<S[A]>,
  };
}
