// What seats and people have said, set off by a bar at the left of every line: no words can pass for the program's own.
import type { Colours } from '../../terminal/io.ts';
import type { MarkdownStream } from '../markdown/stream.ts';
import { getColumns, type Style, WordWrap, wrapText } from './word-wrap.ts';

export interface SpeechPage {
  /** As many as the terminal has now. */
  readonly columns: number;
  readonly colours: Colours;
  /** Absent where nothing can be shown as bold, so that the marks of Markdown have to stay. */
  readonly Markdown?: typeof MarkdownStream;
}

const BAR = '│ ';

export async function createPage(stream: NodeJS.WriteStream, colours: Colours): Promise<SpeechPage> {
  const page = {
    colours,
    get columns() {
      return getColumns(stream);
    },
  };
  if (!colours.isColorSupported) return page;
  const { MarkdownStream } = await import('../markdown/stream.ts');
  return Object.assign(page, { Markdown: MarkdownStream });
}

/** Takes words piece by piece and gives back what can be shown of them. */
export interface SpeechStream {
  write(text: string): string;
  /** Ends the line, so that something else can be written before more comes. */
  pause(): string;
  /** The rest, with the end of its line. */
  flush(): string;
}

/** `paint` colours the bar. */
export function createSpeechStream(page: SpeechPage, paint: Style = page.colours.dim): SpeechStream {
  const { columns, colours, Markdown } = page;
  const bar = paint(BAR);
  if (Markdown === undefined) {
    let wrap = new WordWrap(columns, { bar });
    const flush = () => {
      const rest = wrap.flush();
      wrap = new WordWrap(page.columns, { bar });
      return `${rest}\n`;
    };
    return { write: (text) => wrap.write(text), pause: flush, flush };
  }
  const blocks = new Markdown(colours, () => Math.max(1, page.columns - BAR.length));
  const behindBar = (lines: readonly string[]) => lines.map((line) => `${bar}${line}\n`).join('');
  return { write: (text) => behindBar(blocks.write(text)), pause: () => '', flush: () => behindBar(blocks.flush()) };
}

export function renderSpeech(text: string, page: SpeechPage, paint?: Style): string {
  const stream = createSpeechStream(page, paint);
  const shown = stream.write(text.trimEnd()) + stream.flush();
  return shown.replace(/\n$/, '');
}

/** A whole text of the hall's own, without a bar. */
export function documentText(text: string, { columns, colours, Markdown }: SpeechPage): string {
  if (Markdown === undefined) return wrapText(text, columns);
  const blocks = new Markdown(colours, () => columns);
  return [...blocks.write(text), ...blocks.flush()].join('\n');
}

export const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
