// What seats and people have said, set off by a bar at the left of every line: no words can pass for the program's own.
import { type Colours, isReadByPeople } from '../../terminal/io.ts';
import type { MarkdownStream } from '../markdown/stream.ts';
import { getColumns, type Style, WordWrap } from './word-wrap.ts';

export interface SpeechPage {
  /** As many as the terminal has now. */
  readonly columns: number;
  readonly colours: Colours;
  /** Absent where programs may read, for whom text stays Markdown. */
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
  if (!isReadByPeople(stream)) return page;
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

function createStream(page: SpeechPage, paint: Style = page.colours.dim): SpeechStream {
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

/** What a decision ends with for those who look for it in other words, and the beginning of a line that may become it. */
const SEARCH_LINE = /^[^\p{L}\p{N}]*SEARCH[*_`]*:/u;
const SEARCH_BEGUN = /^[^\p{L}\p{N}]*(?:S|SE|SEA|SEAR|SEARC|SEARCH[*_`]*)?$/u;

/** Words as they come, without lines of search terms; `paint` colours the bar. */
export function createSpeechStream(page: SpeechPage, paint?: Style): SpeechStream {
  const stream = createStream(page, paint);
  /** The line so far, while it may become one. */
  let held = '';
  let line: 'begun' | 'shown' | 'hidden' = 'begun';
  const release = () => {
    const released = held;
    held = '';
    return released;
  };
  const filter = (piece: string): string => {
    if (line === 'hidden') return '';
    held += piece;
    if (line === 'shown') return release();
    if (SEARCH_LINE.test(held)) {
      line = 'hidden';
      held = '';
    } else if (!SEARCH_BEGUN.test(held)) {
      line = 'shown';
    }
    return line === 'shown' ? release() : '';
  };
  const write = (text: string): string => {
    let shown = '';
    for (const piece of text.split(/(\n)/)) {
      if (piece !== '\n') shown += filter(piece);
      else {
        shown += line === 'hidden' ? '' : `${release()}\n`;
        line = 'begun';
      }
    }
    return shown === '' ? '' : stream.write(shown);
  };
  return { ...stream, write, flush: () => (held === '' ? '' : stream.write(release())) + stream.flush() };
}

export function renderSpeech(text: string, page: SpeechPage, paint?: Style): string {
  const stream = createStream(page, paint);
  const shown = stream.write(text.trimEnd()) + stream.flush();
  return shown.replace(/\n$/, '');
}

/** A whole text of the hall's own, without a bar; untouched for a program. */
export function documentText(text: string, { columns, colours, Markdown }: SpeechPage): string {
  if (Markdown === undefined) return text;
  const blocks = new Markdown(colours, () => columns);
  return [...blocks.write(text), ...blocks.flush()].join('\n');
}
