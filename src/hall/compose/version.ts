// The version of this package, from its own package.json.
import { readFileSync } from 'node:fs';
import { packageUrl } from '../../support/package-root.ts';

export function packageVersion(): string {
  const text = readFileSync(packageUrl('package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
