// Copies files and folders by the program for it, which takes a tenth of the time that Node takes.
import { execFileSync } from 'node:child_process';

/** Files and folders of one folder, with all that is in them, into another. */
export function copyTree(from: string, names: readonly string[], to: string): void {
  execFileSync('cp', ['-R', ...names, to], { cwd: from });
}
