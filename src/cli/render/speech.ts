// What seats and people have said, set off by a bar at the left of every line: no words can pass for the program's own.
import type { Colours } from '../terminal/io.ts';
import { getColumns, WordWrap, type WrapOptions } from './word-wrap.ts';

export interface Page {
  readonly columns: number;
  readonly colours: Colours;
}

export function createPage(stream: NodeJS.WriteStream, colours: Colours): Page {
  return { columns: getColumns(stream), colours };
}

/** Without colours nothing can be shown as bold, so the marks of Markdown stay. */
export function emphasis(colours: Colours): Pick<WrapOptions, 'bold'> {
  return { bold: colours.isColorSupported ? colours.bold : undefined };
}

/** Takes words piece by piece. */
export function createSpeechWrap({ columns, colours }: Page): WordWrap {
  return new WordWrap(columns, { bar: colours.dim('│ '), ...emphasis(colours) });
}

export function renderSpeech(text: string, page: Page): string {
  const wrap = createSpeechWrap(page);
  return wrap.write(text.trimEnd()) + wrap.flush();
}

export const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
