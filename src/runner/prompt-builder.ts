// Renders what a seat may see into its prompt: first what stays the same from turn to turn, last what changes.
import type { Prompt } from '../agents/agent.ts';
import { textOf } from '../domain/sealed.ts';
import type { Snapshot } from '../engine/snapshot.ts';
import type { Step, TranscriptEntry } from '../formats/format.ts';
import { sha256Hex } from '../ledger/canonical.ts';
import { fence } from '../prompts/fence.ts';

/** Texts of one format. */
export interface PromptTexts {
  /** For the record: which texts a debate was opened with. */
  readonly digests: readonly { readonly name: string; readonly sha256: string }[];
  /** Throws `config-invalid` for a placeholder that has no value. */
  render(name: string, values: Readonly<Record<string, string>>): string;
}

const MARKER_DIGITS = 16;
const REDACTED = '(This text was redacted.)';

/** The same for a whole debate and not to be guessed by whoever wrote the material; `fence` keeps it out of material. */
export function fenceMarker(seed: string, threadId: string): string {
  return sha256Hex(`${seed}\n${threadId}`).slice(0, MARKER_DIGITS);
}

function correctionsOf(step: Step): string {
  if (step.corrections.length === 0) return '';
  const issues = step.corrections.map((issue) => `- ${issue}`).join('\n');
  return `\n\nYour last answer could not be used:\n\n${issues}\n\nGive the whole answer again, without these faults.`;
}

function material(marker: string, entry: TranscriptEntry): string {
  return fence(marker, entry.title, entry.text ?? REDACTED);
}

/** The prompt for one step, from the format's view alone. */
export function buildPrompt(snapshot: Snapshot, step: Step, texts: PromptTexts): Prompt {
  const { opened } = snapshot.debate;
  const options = snapshot.format.options.parse(opened.options);
  const role = snapshot.format.seats(options).find(({ id }) => id === step.seat)?.role ?? step.seat;
  const marker = fenceMarker(opened.seed, opened.threadId);
  const topic = textOf(opened.topic) ?? REDACTED;
  const transcript = snapshot.format.view(snapshot.log, step);

  const documents = opened.context.map(({ source, content }) =>
    fence(marker, `document ${source}`, textOf(content) ?? REDACTED),
  );
  const said = transcript.map((entry) => material(marker, entry));
  const parts = [
    `# The topic\n\n${fence(marker, 'topic', topic)}`,
    ...(documents.length === 0 ? [] : [`# Documents\n\n${documents.join('\n\n')}`]),
    ...(said.length === 0 ? [] : [`# What was said so far\n\n${said.join('\n\n')}`]),
    `# What is asked of you now\n\n${texts.render(step.task, step.values)}${correctionsOf(step)}`,
  ];
  return {
    system: `${texts.render(role, {})}\n\n${texts.render('reading', { marker })}`,
    user: parts.join('\n\n'),
    step,
    topic,
    transcript,
  };
}
