// The commands of the command line, for tests that hold each of them to something.
import type { Command } from 'commander';

export interface NamedCommand {
  /** As it is typed: `github sync`. */
  readonly name: string;
  readonly command: Command;
}

/** Every command that does something by itself. */
export function commandsBelow(command: Command, path: readonly string[] = []): NamedCommand[] {
  return command.commands.flatMap((child) => {
    const here = [...path, child.name()];
    const itself = { name: here.join(' '), command: child };
    if (child.commands.length === 0) return [itself];
    // A command with options of its own does something beside holding others.
    return [...(child.options.length > 0 ? [itself] : []), ...commandsBelow(child, here)];
  });
}
