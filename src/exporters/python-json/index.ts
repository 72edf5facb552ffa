// The file of the Python debate-hall-mcp as an export, for going back to it.
import { PYTHON_FORMAT } from '../../interop/python/mapping.ts';
import { toPythonJson } from '../../interop/python/write.ts';
import type { Exporter } from '../exporter.ts';

export const exporter: Exporter = {
  id: 'python-json',
  title: 'JSON as the Python debate-hall-mcp 0.2 stores a debate',
  extension: '.python.json',
  mimeType: 'application/json',
  onlyFor: PYTHON_FORMAT,
  render: (record) => `${toPythonJson(record)}\n`,
};
