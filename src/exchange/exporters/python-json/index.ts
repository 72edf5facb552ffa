// The file of the Python debate-hall-mcp as an export, for going back to it.
import type { DebateRecord } from '../../../domain/record.ts';
import { countLeftOut, PYTHON_FORMAT } from '../../interop/python/mapping.ts';
import { pythonJson } from '../../interop/python/write.ts';
import type { Exporter } from '../exporter.ts';

function* pieces(record: DebateRecord): Generator<string> {
  yield* pythonJson(record);
  yield '\n';
}

export const exporter: Exporter = {
  id: 'python-json',
  extension: '.python.json',
  mimeType: 'application/json',
  onlyFor: PYTHON_FORMAT,
  hasNoLabels: true,
  countLeftOut,
  pieces,
};
