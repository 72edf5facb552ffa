// Traces by the API of OpenTelemetry, which finds the SDK of the operator by a global name. An API hears nothing of an SDK that was
// made for an older one, so this stays at 1.9, which is what SDKs of generation 2 bring; later ones take it as well.
import { type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { defined } from '../../domain/defined.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { ERROR_TYPE, OPERATION } from './attributes.ts';
import type { SpanStart, Tracing } from './tracing.ts';

const nameSpan = ({ operation, of }: SpanStart) => (of === undefined ? operation : `${operation} ${of}`);

function fail(span: Span, type: string): void {
  span.setAttribute(ERROR_TYPE, type);
  // No message: it may repeat what an agent said.
  span.setStatus({ code: SpanStatusCode.ERROR });
}

export const openTelemetry: Tracing = {
  inSpan: async (start, work) => {
    const kind = start.operation === 'chat' ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const options = { kind, attributes: defined({ [OPERATION]: start.operation, ...start.attributes }) };
    return await trace.getTracer('debate-hall').startActiveSpan(nameSpan(start), options, async (span) => {
      try {
        return await work({
          set: (attributes) => span.setAttributes(defined(attributes)),
          fail: (type) => fail(span, type),
        });
      } catch (error) {
        fail(span, error instanceof HallError ? error.code : 'internal');
        throw error;
      } finally {
        span.end();
      }
    });
  },
};
