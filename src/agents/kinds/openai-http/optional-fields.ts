// What a request asks for beyond an answer, and how to leave that out for services that do not know it.
import type { JsonSchema } from '../../../domain/answers/schema.ts';
import type { CallResult } from '../../failures/verdict.ts';
import type { ChatAnswer } from './post.ts';

export interface OptionalFields {
  /** Asks the service to report tokens and cost at the end of the stream. */
  readonly usage: boolean;
  /** JSON Schema that the answer must fit. */
  readonly schema: JsonSchema | undefined;
}

/** Whether the service did not like the form of a request. */
function isRejected({ status, verdict }: ChatAnswer): boolean {
  return (status === 400 || status === 422) && verdict.status === 'failed' && verdict.code === 'rejected';
}

/** What to ask for after a rejection, or `undefined` when nothing is left to leave out. */
function dropRejected(extras: OptionalFields, { verdict }: ChatAnswer): OptionalFields | undefined {
  const message = verdict.status === 'failed' ? (verdict.message ?? '') : '';
  if (extras.usage && /stream_options|include_usage/.test(message)) return { ...extras, usage: false };
  return extras.schema === undefined ? undefined : { ...extras, schema: undefined };
}

/** What one service has shown to know, over a session. */
export function createNegotiation() {
  let takesUsage = true;
  let supportsSchema = true;
  /** The schema, if it is sent. */
  const sent = (schema: JsonSchema | undefined) => (supportsSchema ? schema : undefined);
  return {
    sent,
    /** Asks with all that is wanted; what the service rejects is left out then, and from then on. */
    async ask(
      schema: JsonSchema | undefined,
      request: (extras: OptionalFields) => Promise<ChatAnswer>,
    ): Promise<CallResult> {
      let extras: OptionalFields = { usage: takesUsage, schema: sent(schema) };
      for (;;) {
        const answered = await request(extras);
        if (!isRejected(answered)) {
          takesUsage = extras.usage;
          if (schema !== undefined) supportsSchema = extras.schema !== undefined;
          return answered.verdict;
        }
        const less = dropRejected(extras, answered);
        // Rejected without all of it: that was not the reason, and nothing was learnt.
        if (less === undefined) return answered.verdict;
        extras = less;
      }
    },
    notes: (schema: JsonSchema | undefined): readonly string[] => [
      ...(schema !== undefined && !supportsSchema
        ? ['the service does not accept a JSON schema, so it was asked without one']
        : []),
      ...(takesUsage ? [] : ['the service does not accept "stream_options", so it may not report its usage']),
    ],
  };
}
