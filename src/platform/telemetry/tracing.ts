// The port for traces: what takes time is work inside of a span. Without an SDK that listens it costs one call of a function.
import type { Attributes } from './attributes.ts';

export interface SpanStart {
  readonly operation: 'invoke_workflow' | 'invoke_agent' | 'chat';
  /** Of what: a format, a seat, a model. */
  readonly of: string | undefined;
  readonly attributes: Attributes;
}

interface OpenSpan {
  set(attributes: Attributes): void;
  /** Marks it as failed, by a code. */
  fail(type: string): void;
}

export interface Tracing {
  inSpan<T>(start: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T>;
}

const NO_SPAN: OpenSpan = { set: () => {}, fail: () => {} };

export const NO_TRACING: Tracing = { inSpan: async (_, work) => await work(NO_SPAN) };
