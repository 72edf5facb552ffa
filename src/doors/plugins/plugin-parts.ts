// Reads what plug-ins are made of: the texts of the commands and the skill, and what the package says of itself.
import { readdirSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import * as z from 'zod';
import { packageUrl } from '../../support/package-root.ts';
import type { About, CommandText, PluginParts } from './render-plugin.ts';

/** Of what the server offers, those that the commands use. */
export const SERVER_ARGS = ['mcp', '--toolsets', 'core,review,memory'] as const;

const manifestSchema = z.object({
  version: z.string(),
  description: z.string(),
  author: z.object({ name: z.string(), url: z.url() }),
  homepage: z.url(),
  repository: z.object({ url: z.string() }).transform(({ url }) => url.replace(/^git\+|\.git$/g, '')),
  license: z.string(),
  keywords: z.array(z.string()),
});

const headSchema = z.strictObject({ description: z.string(), 'argument-hint': z.string() });

const read = (file: string): string => readFileSync(packageUrl(file), 'utf8');

export const readAbout = (): About => manifestSchema.parse(JSON.parse(read('package.json')));

function parseCommand(source: string): CommandText {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(source) ?? [];
  const { description, 'argument-hint': argumentHint } = headSchema.parse(load(head));
  return { description, argumentHint, body, source };
}

function readCommands(): Record<string, CommandText> {
  const names = readdirSync(packageUrl('commands/')).filter((name) => name.endsWith('.md'));
  return Object.fromEntries(
    names.sort().map((name) => [name.slice(0, -'.md'.length), parseCommand(read(`commands/${name}`))]),
  );
}

/** All parts but the way to start the server, which depends on the machine. */
export const readPluginParts = (): Omit<PluginParts, 'server'> => ({
  about: readAbout(),
  commands: readCommands(),
  skill: read('skills/debate-hall/SKILL.md'),
});
