// What a rehearsal looks up: the list of files, and the beginning of one of them, another one for each seat.
import type { SeatTools } from '../../../material/reading/seat-tools.ts';

const LINES = 20;

export async function rehearseLooking({ call }: SeatTools, seat: string): Promise<void> {
  const { texts, isError } = await call('list_files', {});
  if (isError) return;
  const names = (texts[0] ?? '').split('\n').filter((line) => !/^(?:<<<|\()/.test(line));
  const name = names[[...seat].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % Math.max(1, names.length)];
  if (name !== undefined) await call('read_file', { path: name, lines: LINES });
}
