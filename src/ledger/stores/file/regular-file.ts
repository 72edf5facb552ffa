// Opens files of a hall that nobody vouches for: a pipe, socket or device in the place of one must not make the hall wait.
import fs from 'node:fs';
import { HallError } from '../../../domain/failures/errors.ts';

const { O_RDONLY, O_RDWR, O_APPEND, O_CREAT, O_NONBLOCK = 0 } = fs.constants;
const FLAGS = { r: O_RDONLY, 'r+': O_RDWR, 'a+': O_RDWR | O_APPEND | O_CREAT };

function refuse(file: string): HallError {
  return new HallError('storage', `${file} is not a regular file.`, {
    hint: 'Move it out of the folder of the debates, which holds regular files only.',
  });
}

/** Its descriptor. Looked at before, as opening a device can do something, and after, as it may be another one by then. */
export function openRegular(file: string, flags: keyof typeof FLAGS, mode?: number): number {
  if (fs.statSync(file, { throwIfNoEntry: false })?.isFile() === false) throw refuse(file);
  const fd = fs.openSync(file, FLAGS[flags] | O_NONBLOCK, mode);
  if (fs.fstatSync(fd).isFile()) return fd;
  fs.closeSync(fd);
  throw refuse(file);
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
