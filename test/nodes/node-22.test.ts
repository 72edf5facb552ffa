// A file for each version, so that they are tried at the same time.
import { tryEveryCommand } from './commands.ts';

tryEveryCommand(22);
