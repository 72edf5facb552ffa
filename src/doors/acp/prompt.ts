// What a prompt says: a command or plain words, and the files and texts that the client attached.
import { fileURLToPath } from 'node:url';
import type { AvailableCommand, ContentBlock } from '@agentclientprotocol/sdk';
import { HallError } from '../../domain/failures/errors.ts';
import type { Steps } from '../../domain/failures/hints.ts';
import { findNearest } from '../../domain/values/nearest.ts';
import { nameAttachedPicture } from '../../hall/operations/debate/opening/given-documents.ts';
import { hideSecrets } from '../../net/fetch/page-address.ts';

/** What a client offers behind "/". */
export const COMMANDS = [
  { name: 'new', description: 'Ask a new question, also while a debate is paused', input: { hint: 'question' } },
  { name: 'check', description: 'Ask several agents independently and compare', input: { hint: 'question' } },
  { name: 'review', description: 'Review the changes that are not committed', input: { hint: 'what to look at' } },
  { name: 'plan', description: 'Have several agents agree on one plan', input: { hint: 'task' } },
  { name: 'ask', description: 'Ask the seats of the finished debate one more question', input: { hint: 'question' } },
  { name: 'resume', description: 'Resume the paused debate without saying anything' },
] as const satisfies readonly AvailableCommand[];

/** What is done here with a command of its own. */
export const STEPS: Steps = {
  ...{ run: '/new', check: '/check', review: '/review', plan: '/plan', ask: '/ask', resume: '/resume' },
};

export interface UserMessage {
  readonly command?: (typeof COMMANDS)[number]['name'];
  readonly words: string;
  /** Paths of files that the words refer to. */
  readonly files: readonly string[];
  /** Texts that came with the words. */
  readonly documents: readonly { readonly name: string; readonly text: string }[];
  readonly pictures: readonly { readonly name: string; readonly bytes: Buffer }[];
}

/** A name that is no address is a path. */
const isAddress = (uri: string) => /^[a-z][a-z0-9+.-]+:/i.test(uri);

/** The path of a file. Throws `bad-input`. */
function readPath(uri: string): string {
  if (!isAddress(uri)) return uri;
  try {
    return fileURLToPath(uri);
  } catch {
    throw new HallError('bad-input', `A debate cannot read "${hideSecrets(uri).slice(0, 200)}".`, {
      hint: 'Attach a file instead.',
    });
  }
}

/** A path such as "/etc/hosts" is no command. Throws `bad-input` for a command that does not exist. */
function splitCommand(text: string): Pick<UserMessage, 'command' | 'words'> {
  const [, name, words = ''] = /^\/([\p{L}\p{N}_-]+)(?:\s+([\s\S]*))?$/u.exec(text) ?? [];
  if (name === undefined) return { words: text };
  const command = COMMANDS.find((each) => each.name === name)?.name;
  if (command !== undefined) return { command, words: words.trim() };
  const names = COMMANDS.map((each) => each.name);
  const meant = findNearest(name, names);
  throw new HallError('bad-input', `There is no command /${name}.`, {
    hint: meant === undefined ? `There are ${names.map((each) => `/${each}`).join(', ')}.` : `Did you mean /${meant}?`,
  });
}

/** Blocks are parts of one sentence: with a blank between two words, and none before a comma. */
function joinBlocks(texts: readonly string[]): string {
  return texts.reduce((before, text) => {
    const isApart = before === '' || /[\s([{"'“‘/]$/.test(before) || /^[\s)\]},.;:!?"'”’/]/.test(text);
    return isApart ? `${before}${text}` : `${before} ${text}`;
  }, '');
}

const isFile = (uri: string) => !isAddress(uri) || /^file:/i.test(uri);

/** What an embedded text is called: by its path, where it is a file. */
function nameResource(uri: string): string {
  return isFile(uri) ? readPath(uri) : hideSecrets(uri);
}

/** Throws `bad-input` for what the protocol allows and a debate has no use for. */
export function readPrompt(blocks: readonly ContentBlock[]): UserMessage {
  const texts: string[] = [];
  const files: string[] = [];
  const documents: { name: string; text: string }[] = [];
  const pictures: { name: string; bytes: Buffer }[] = [];
  for (const block of blocks) {
    if (block.type === 'text') texts.push(block.text);
    else if (block.type === 'resource_link') {
      files.push(readPath(block.uri));
      texts.push(block.name);
    } else if (block.type === 'resource' && 'text' in block.resource) {
      documents.push({ name: nameResource(block.resource.uri), text: block.resource.text });
    } else if (block.type === 'image') {
      const { uri, data } = block;
      // Another address may be the picture itself, or hold a token.
      const name = uri?.startsWith('file:') === true ? readPath(uri) : nameAttachedPicture(pictures.length + 1);
      pictures.push({ name, bytes: Buffer.from(data, 'base64') });
    } else {
      const hint = block.type === 'audio' ? 'Attach no sound.' : 'Attach the file itself, not its bytes.';
      throw new HallError('bad-input', 'A debate can read text and pictures only.', { hint });
    }
  }
  return { ...splitCommand(joinBlocks(texts).trim()), files, documents, pictures };
}

const FILES_WITH_QUESTIONS = { hint: 'Ask with /new, or paste what matters as text.' };

/** Throws `bad-input`. */
export function refuseFiles({ files, documents, pictures }: UserMessage): void {
  if (files.length + documents.length + pictures.length === 0) return;
  throw new HallError('bad-input', 'Files can only be attached to a new question.', FILES_WITH_QUESTIONS);
}
