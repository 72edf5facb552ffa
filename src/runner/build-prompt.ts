// Renders what a seat may see into its prompt: first what stays the same from turn to turn, last what changes.
import type { FencedEntry, Prompt } from '../agents/agent.ts';
import { describeForSeat, type PromptPictures } from '../agents/pictures.ts';
import { defined } from '../domain/defined.ts';
import { type EventData, isEvent, type LedgerEvent } from '../domain/events.ts';
import { readQuestion } from '../domain/question/question.ts';
import { readCitations } from '../domain/reading/citations.ts';
import { REDACTED_TEXT, readSealed } from '../domain/sealed/sealed.ts';
import { listFaults } from '../domain/words/describe-reading.ts';
import type { Briefing, Step, TranscriptEntry } from '../formats/format.ts';
import { listPictures } from '../ledger/engine/record/pictures.ts';
import type { Snapshot } from '../ledger/engine/snapshot.ts';
import { fence } from '../material/prompts/fence.ts';
import type { Prompts } from '../material/prompts/load.ts';
import { PERSPECTIVES } from '../material/prompts/overrides.ts';
import { sha256Hex } from '../support/canonical.ts';
import { findSpec, getRole, isAskedAsItself, mayLookUp, mayWork } from './rules.ts';

/** Of each contribution this many characters from its beginning and from its end are given. */
const EDGE = 300;

/** The beginning and the end of a text, with the number of characters in between. */
export function digestPrompt(text: string): string {
  const characters = [...text];
  const left = characters.length - 2 * EDGE;
  if (left <= 0) return text;
  const [begin, end] = [characters.slice(0, EDGE).join(''), characters.slice(-EDGE).join('')];
  return `${begin}\n[… ${left} characters are left out here, as the debate is too long to be given whole …]\n${end}`;
}

/** Lengths of one contribution in characters. */
interface Lengths {
  readonly whole: number;
  readonly digest: number;
}

/**
 * How many of the oldest contributions are given as a digest so that all fit into `room` characters. Once they do not
 * fit, the number grows until only half of the room is used, so that it then stays the same for many turns, and a prompt
 * begins with the same text as the one before. The newest contribution is always given whole.
 */
export function digestedCount(contributions: readonly Lengths[], room: number): number {
  let total = 0;
  let count = 0;
  contributions.forEach(({ whole }, index) => {
    total += whole;
    if (total <= room) return;
    for (; count < index && total > room / 2; count += 1) {
      const oldest = contributions[count] as Lengths;
      total -= oldest.whole - oldest.digest;
    }
  });
  return count;
}

/** Says how to tell material from instructions. */
const READING = 'reading';
/** What a seat may look up: how, and how to cite it; or that it cannot. Every seat gets one of the two. */
const LOOKING_UP = 'looking-up';
const NO_TOOLS = 'no-tools';
/** What a seat reads of pictures that it is given, and of those that its agent cannot see. */
const PICTURES = 'pictures';
const NO_PICTURES = 'no-pictures';
/** What a seat has that changes files: a text of its format. */
const WORKING = 'working';
/** What makes an agent a seat that also answers as itself; its role comes with its turns. */
const ONESELF = 'seat';

/** The text of a point of view, which any format can give a seat. */
const perspectiveText = (name: string) => `${PERSPECTIVES}/${name}`;

/** Names of the texts that a debate needs beyond those of its format. */
export function listExtraTexts(
  { reading, seats }: Pick<EventData<'debate-opened'>, 'reading' | 'seats'>,
  pictures = 0,
): readonly string[] {
  const perspectives = new Set(seats.flatMap(({ perspective }) => perspective ?? []));
  const lookingUp = reading === undefined ? [] : [LOOKING_UP];
  const seeing = pictures === 0 ? [] : [PICTURES, NO_PICTURES];
  return [READING, NO_TOOLS, ...lookingUp, ...seeing, ...[...perspectives].sort().map(perspectiveText)];
}

const MARKER_DIGITS = 16;

/** The same throughout a debate, and unpredictable for the authors of the material; `fence` removes it from the material. */
export function createMarker(seed: string, threadId: string): string {
  return sha256Hex(`${seed}\n${threadId}`).slice(0, MARKER_DIGITS);
}

export function getMarker({ debate }: Snapshot): string {
  return createMarker(debate.opened.seed, debate.opened.threadId);
}

function renderCorrections(step: Step): string {
  if (step.corrections.length === 0) return '';
  const issues = step.corrections.map((issue) => `- ${issue}`).join('\n');
  return `\n\nYour last answer could not be used:\n\n${issues}\n\nGive the whole answer again, without these faults.`;
}

/** What stands around the contributions may be long, too; this part of a window is theirs at least. */
const MIN_TRANSCRIPT_SHARE = 1 / 4;

/** The contributions as they stand in the prompt: all whole, or the oldest as a digest where they are too long. */
function fitTranscript(transcript: readonly FencedEntry[], marker: string, room: number) {
  const whole = transcript.map(({ fenced }) => fenced);
  if (whole.reduce((sum, { length }) => sum + length, 0) <= room) return { digested: 0, pieces: whole };
  const short = transcript.map(({ title, text }) =>
    fence(marker, title, text === undefined ? REDACTED_TEXT : digestPrompt(text)),
  );
  const lengths = whole.map(({ length }, index) => ({ whole: length, digest: short[index]?.length ?? 0 }));
  const digested = digestedCount(lengths, room);
  return { digested, pieces: [...short.slice(0, digested), ...whole.slice(digested)] };
}

/** What the hall found wrong with the citations of a turn, in its own words and so outside of the fence. */
function renderFaults(event: LedgerEvent | undefined): string {
  if (event === undefined || !isEvent(event, 'turn-recorded')) return '';
  const faults = listFaults(readCitations(event.data.citations));
  return faults.length === 0 ? '' : `\n(Citations checked: ${faults.join('; ')}.)`;
}

const renderRole = (snapshot: Snapshot, seat: string, texts: Prompts) => texts.render(getRole(snapshot, seat), {});

function renderTools(snapshot: Snapshot, seat: string, texts: Prompts, mayLook: boolean): string {
  if (mayWork(snapshot, seat)) return texts.render(WORKING, {});
  const looks = mayLook ? snapshot.debate.opened.reading?.budget.turnLooks : undefined;
  return looks === undefined ? texts.render(NO_TOOLS, {}) : texts.render(LOOKING_UP, { looks: String(looks) });
}

/** What makes an agent this seat; the same for a whole debate. */
export function buildSystemText(
  snapshot: Snapshot,
  seat: string,
  texts: Prompts,
  mayLook = mayLookUp(snapshot, seat),
): string {
  const { opened } = snapshot.debate;
  const { perspective } = opened.seats.find((each) => each.seat === seat) ?? {};
  return [
    isAskedAsItself(snapshot, seat) ? texts.render(ONESELF, {}) : renderRole(snapshot, seat, texts),
    ...(perspective === undefined ? [] : [texts.render(perspectiveText(perspective), {})]),
    texts.render(READING, { marker: getMarker(snapshot) }),
    renderTools(snapshot, seat, texts, mayLook),
    ...renderDocuments(snapshot, seat, 'system'),
  ].join('\n\n');
}

/** The documents that the seat gets at this place, under their heading. */
function renderDocuments(snapshot: Snapshot, seat: string, place: Briefing['place']): string[] {
  const { format, options, debate } = snapshot;
  const { opened } = debate;
  const given = opened.context.map(({ source, content }) => ({
    title: source,
    text: readSealed(content) ?? REDACTED_TEXT,
  }));
  const whole: Briefing = { place: 'opening', heading: 'Documents', documents: given };
  const briefing = format.briefing?.(options, seat, given) ?? whole;
  if (briefing.place !== place || briefing.documents.length === 0) return [];
  const marker = getMarker(snapshot);
  const documents = briefing.documents.map(({ title, text }) => fence(marker, `document ${title}`, text));
  return [`# ${briefing.heading}\n\n${documents.join('\n\n')}`];
}

/** The pictures of the debate; a seat that is to get no documents gets none of them. */
function collectPictures(snapshot: Snapshot, seat: string, texts: Prompts): PromptPictures | undefined {
  const all = listPictures(snapshot.log).map(({ content, ...picture }) => ({
    ...picture,
    ...('text' in content ? { read: () => readSealed(content) ?? '' } : {}),
  }));
  if (all.length === 0 || findSpec(snapshot, seat)?.uninformed === true) return undefined;
  return describeForSeat(all, (rows) => fence(getMarker(snapshot), 'pictures', rows), {
    seen: (numbers) => texts.render(PICTURES, { numbers }),
    unseen: (numbers) => texts.render(NO_PICTURES, { numbers }),
  });
}

/** The answers that the asker offers: material, as the topic is. */
function renderOptions(question: EventData<'debate-opened'>['question'], marker: string): string[] {
  if (question?.options === undefined) return [];
  const list = readQuestion(question).options.map((option, index) => `${index + 1}. ${option}`);
  return [`# The possible answers\n\n${fence(marker, 'possible answers', list.join('\n'))}`];
}

/** The prompt for one step, from the format's view alone. `window` is that of the agent. */
export function buildPrompt(snapshot: Snapshot, step: Step, texts: Prompts, window = Number.POSITIVE_INFINITY): Prompt {
  const entries = snapshot.format.view(snapshot.log, step);
  return composePrompt(snapshot, step, texts, { entries, system: buildSystemText(snapshot, step.seat, texts), window });
}

interface PromptParts {
  readonly entries: readonly TranscriptEntry[];
  readonly system: string;
  readonly window: number;
}

export function composePrompt(
  snapshot: Snapshot,
  step: Step,
  texts: Prompts,
  { entries, system, window }: PromptParts,
): Prompt {
  const { opened } = snapshot.debate;
  const marker = getMarker(snapshot);
  const topic = readSealed(opened.topic) ?? REDACTED_TEXT;
  const transcript = entries.map((entry) => ({
    ...entry,
    fenced: `${fence(marker, entry.title, entry.text ?? REDACTED_TEXT)}${renderFaults(snapshot.log[entry.seq])}`,
  }));
  const opening = [
    `# The topic\n\n${fence(marker, 'topic', topic)}`,
    ...renderOptions(opened.question, marker),
    ...renderDocuments(snapshot, step.seat, 'opening'),
  ].join('\n\n');
  const role =
    step.asItself === true || !isAskedAsItself(snapshot, step.seat) || getRole(snapshot, step.seat) === ONESELF
      ? undefined
      : renderRole(snapshot, step.seat, texts);
  const ask = (reader: 'program' | 'person') =>
    `# What is asked of you now\n\n${texts.render(step.task, step.values, reader)}${renderCorrections(step)}`;
  const repeated = transcript.flatMap(({ seq, fenced }) => (step.repeats?.includes(seq) === true ? [fenced] : []));
  const own = repeated.length === 0 ? [] : [`# What your seat has said\n\n${repeated.join('\n\n')}`];
  const request = [...own, ask('program')].join('\n\n');
  const asked = role === undefined ? [request] : [role, request];
  const taken = [system, opening, ...asked].reduce((sum, { length }) => sum + length, 0);
  const { digested, pieces } = fitTranscript(
    transcript,
    marker,
    Math.max(window - taken, window * MIN_TRANSCRIPT_SHARE),
  );
  const transcriptSection = pieces.length === 0 ? [] : [`# What was said so far\n\n${pieces.join('\n\n')}`];
  const user = [
    opening,
    ...(step.saidLast === true ? [...asked, ...transcriptSection] : [...transcriptSection, ...asked]),
  ].join('\n\n');
  const redactions = snapshot.log.filter(({ type }) => type === 'texts-redacted').length;
  const pictures = collectPictures(snapshot, step.seat, texts);
  return {
    ...{ system, user, opening, transcript, request, redactions, digested, step, topic },
    ...defined({ role, pictures }),
    personRequest: ask(step.plainForm === undefined ? 'program' : 'person'),
  };
}
