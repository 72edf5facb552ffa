// The transcript of the Python debate-hall-mcp as an export, without the characters that steer terminals.
import { PYTHON_FORMAT } from '../../interop/python/mapping.ts';
import { renderV1 } from '../../interop/python/transcript.ts';
import { stripControl } from '../../support/control-characters.ts';
import type { Exporter } from '../exporter.ts';

export const exporter: Exporter = {
  id: 'octave-v1',
  title: 'OCTAVE as the Python debate-hall-mcp 0.2 prints it',
  extension: '.v1.oct.md',
  mimeType: 'text/markdown; charset=utf-8',
  onlyFor: PYTHON_FORMAT,
  render: (record) => `${stripControl(renderV1(record).toWellFormed())}\n`,
};
