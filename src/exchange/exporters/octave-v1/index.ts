// The transcript of the Python debate-hall-mcp as an export, without the characters that steer terminals.
import type { DebateRecord } from '../../../domain/record.ts';
import { stripControl } from '../../../support/control-characters.ts';
import { countLeftOut, PYTHON_FORMAT } from '../../interop/python/mapping.ts';
import { linesV1 } from '../../interop/python/transcript.ts';
import type { Exporter } from '../exporter.ts';

function* pieces(record: DebateRecord): Generator<string> {
  for (const line of linesV1(record)) yield `${stripControl(line.toWellFormed())}\n`;
}

export const exporter: Exporter = {
  id: 'octave-v1',
  extension: '.v1.oct.md',
  mimeType: 'text/markdown; charset=utf-8',
  onlyFor: PYTHON_FORMAT,
  hasNoLabels: true,
  countLeftOut,
  pieces,
};
