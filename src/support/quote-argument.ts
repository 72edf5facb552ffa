// How an argument of a command is written where somebody reads or copies the command.

/** As a shell takes it for one argument. */
export const quoteArgument = (argument: string): string =>
  /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
