// Opens files of a hall that nobody vouches for: a pipe, socket or device in the place of one must not make the hall wait.
import fs from 'node:fs';
import { HallError } from '../../../domain/failures/errors.ts';
import { describeKind } from '../../../support/read-bytes.ts';

const { O_RDONLY, O_RDWR, O_APPEND, O_CREAT, O_NONBLOCK = 0 } = fs.constants;
const FLAGS = { r: O_RDONLY, 'r+': O_RDWR, 'a+': O_RDWR | O_APPEND | O_CREAT };

function refuse(file: string, found: fs.Stats): HallError {
  return new HallError('storage', `${file} is ${describeKind(found)}.`, {
    hint: 'Move it out of the folder of the debates, which holds regular files only.',
  });
}

/** Its descriptor. Looked at before, as opening a device can do something, and after, as it may be another one by then. */
export function openRegular(file: string, flags: keyof typeof FLAGS, mode?: number): number {
  const before = fs.statSync(file, { throwIfNoEntry: false });
  if (before?.isFile() === false) throw refuse(file, before);
  const fd = fs.openSync(file, FLAGS[flags] | O_NONBLOCK, mode);
  const opened = fs.fstatSync(fd);
  if (opened.isFile()) return fd;
  fs.closeSync(fd);
  throw refuse(file, opened);
}

/** All of it, as text. */
export function readRegular(file: string): string {
  const fd = openRegular(file, 'r');
  try {
    return fs.readFileSync(fd, 'utf8');
  } finally {
    fs.closeSync(fd);
  }
}
