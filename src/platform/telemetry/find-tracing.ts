// Chooses who gets the traces.
import { NO_TRACING, type Tracing } from './tracing.ts';

/** Where an SDK of OpenTelemetry makes itself known to whoever uses the API, bundled or not. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/** Traces go to the SDK that the operator loaded, such as with `node --import`; without one nothing is loaded. */
export async function findTracing(): Promise<Tracing> {
  if (!(REGISTERED in globalThis)) return NO_TRACING;
  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry;
}
