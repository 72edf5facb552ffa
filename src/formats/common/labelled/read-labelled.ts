// Reads a structured answer as a person writes it: lines "Label: words", without brackets and indentation.
import type * as z from 'zod';
import { VERBATIM } from '../../../domain/answers/coerce-answer.ts';
import { fitExactly } from '../../../domain/answers/fit.ts';
import { isNothing } from '../../../domain/answers/nothing.ts';
import type { ReadAnswer } from '../../../domain/answers/read-answer.ts';
import { listForms, type Node, wantedBy } from '../../../domain/answers/wanted.ts';
import { cutLine } from '../../../domain/words/cut-line.ts';
import { markFenced } from '../own-lines.ts';
import { findWord } from '../wording.ts';
import { createRefusal, type RefuseMore } from './alone.ts';
import { Labels, listMembers } from './labels.ts';

const BULLET = /^\s*(?:[-*+•]|\d{1,3}[.)])(?:\s+(.*))?$/s;
/** "Title: words", "**Title:** words", "- Title: words", "## Title：words" */
const LABEL =
  /^(\s*(?:(?:[-*+•]|\d{1,3}[.)]|#{1,6})\s+)?)([*_]{0,3})(\p{L}[\p{L}\p{N} _-]{0,39}?)(?:\2\s*[:：]|\s*[:：]\2)\s*(.*)$/su;
const FENCE = /^\s*(?:`{3}|~{3})/;
/** A text that is one fenced block. */
const FENCED = /^\s*(`{3,9}|~{3,9})[^\n]*\n(.*)\n\1\s*$/s;
const LONGEST_SHOWN = 60;
/** More would be read by nobody. */
const MOST_ISSUES = 12;
/** What is said of a form that nobody filled in. */
export const BLANK = 'nothing is written behind the labels';
const AS_TEXT = 'Text that begins like a label needs a "\\" before it.';

/** What stands behind a backslash that makes it text. */
function readEscaped(line: string): string | undefined {
  const [, margin = '', rest = ''] = /^(\s*)\\(.*)$/s.exec(line) ?? [];
  const bare = rest.replace(/^\\+/, '');
  return LABEL.test(bare) || BULLET.test(bare) || FENCE.test(bare) ? margin + rest : undefined;
}

type Fields = Record<string, unknown>;

/** An object whose labels can be set. */
interface Open {
  readonly form: Node;
  value: Fields;
  /** The list that it is an entry of. */
  readonly entries?: Fields[];
  /** The label with which it continues after a blank line. */
  apart?: string | undefined;
}

/** What lines without a label belong to. */
interface Written {
  readonly of: Fields;
  readonly key: string;
  readonly margin: number;
  readonly isQuotation: boolean;
  hasBullets: boolean;
  readonly refuseMore: RefuseMore;
}

interface Labelled {
  readonly label: string;
  readonly words: string;
  readonly margin: number;
  readonly at: string;
}

class LabelledReader {
  readonly issues: string[] = [];
  hasLabels = false;
  readonly #labels: Labels;
  readonly #whole: Fields = {};
  /** Lists of which it is said that they have nothing. */
  readonly #none = new Set<unknown>();
  #open: readonly Open[];
  #last: Written | undefined;
  #blanks = 0;

  constructor(root: Node) {
    this.#labels = new Labels(root);
    this.#open = [{ form: this.#labels.below(root) ?? {}, value: this.#whole }];
  }

  read(text: string): unknown {
    const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
    const fenced = markFenced([...lines, '']);
    const isClosed = fenced.at(-1) === false;
    for (const [index, line] of lines.entries()) {
      const at = `Line ${index + 1}`;
      const escaped = readEscaped(line);
      if (line.trim() === '') this.#blanks += 1;
      else {
        if (escaped !== undefined || (isClosed && fenced[index])) this.#addText(escaped ?? line, at, true);
        else if (!this.#readLabel(line, at)) this.#addText(line, at);
        this.#blanks = 0;
      }
    }
    return this.#finish(this.#whole, this.#labels.root);
  }

  #readLabel(line: string, at: string): boolean {
    const [, { length: margin } = '', , label = '', words = ''] = LABEL.exec(line) ?? [];
    if (label === '' || (this.#last?.isQuotation && margin > this.#last.margin)) return false;
    const place = this.#labels.find(
      label,
      this.#open.map(({ form }) => form),
    );
    if (place !== undefined) {
      this.hasLabels = true;
      this.#open = this.#open.slice(0, place.depth + 1);
      for (const key of place.path.slice(0, -1)) this.#enter(key);
      this.#set(place.path.at(-1) as string, { label, words, margin, at });
      return true;
    }
    const meant = this.#labels.suggest(label);
    if (meant !== undefined) this.issues.push(`${at}: "${label}" is not a label. Did you mean "${meant}"? ${AS_TEXT}`);
    return meant !== undefined;
  }

  get #top(): Open {
    return this.#open.at(-1) as Open;
  }

  #member(key: string): Node {
    return (this.#top.form['properties'] as Record<string, Node>)[key] as Node;
  }

  /** An object of its own, or the next entry of a list. */
  #enter(key: string): void {
    const { value } = this.#top;
    const form = this.#labels.below(this.#member(key)) as Node;
    if (this.#labels.takes(this.#member(key), 'array') === undefined) {
      value[key] ??= {};
      this.#open = [...this.#open, { form, value: value[key] as Fields }];
    } else {
      value[key] ??= [];
      const entries = value[key] as Fields[];
      const entry = {};
      entries.push(entry);
      this.#open = [...this.#open, { form, value: entry, entries }];
    }
  }

  #set(key: string, labelled: Labelled): void {
    const node = this.#member(key);
    if (this.#labels.below(node) !== undefined) this.#begin(key, labelled);
    else this.#write(key, node, labelled);
  }

  /** A label of an object or of a list of objects, whose own labels come below. */
  #begin(key: string, { label, words, at }: Labelled): void {
    const { value } = this.#top;
    this.#last = undefined;
    if (words === '') this.#enter(key);
    else if (!isNothing(words)) this.issues.push(`${at}: what belongs to "${label}" comes below it, with labels.`);
    else if (this.#labels.takes(this.#member(key), 'array') !== undefined) {
      value[key] ??= [];
      this.#none.add(value[key]);
    }
  }

  #write(key: string, node: Node, labelled: Labelled): void {
    const isList = this.#labels.takes(node, 'array') !== undefined;
    const isInEntry = this.#top.entries !== undefined;
    const continues = isList && (!isInEntry || this.#last?.key === key);
    if (Object.hasOwn(this.#top.value, key) && !continues) this.#beginNext(labelled);
    else if (this.#blanks > 0 && isInEntry)
      this.#top.apart = Object.keys(this.#top.value).length === 0 ? undefined : labelled.label;
    const { value } = this.#top;
    const { label, words, margin, at } = labelled;
    const refuseMore = createRefusal(label, [key, node], this.#labels.root);
    this.#last = { of: value, key, margin, isQuotation: node[VERBATIM] === true, hasBullets: false, refuseMore };
    this.#refuseMore(words, at);
    if (!isList) value[key] = words;
    else {
      value[key] ??= [];
      if (isNothing(words) && words !== '') this.#none.add(value[key]);
      else if (words !== '') (value[key] as unknown[]).push(words);
    }
  }

  #refuseMore(words: string, at: string): void {
    const refused = this.#last?.refuseMore(words);
    if (refused !== undefined) this.issues.push(`${at}: ${refused}`);
  }

  /** A label that is set already begins the next entry of a list. */
  #beginNext({ label, at }: Labelled): void {
    const top = this.#top;
    if (top.entries === undefined) this.issues.push(`${at}: "${label}" is there twice. ${AS_TEXT}`);
    else if (top.apart !== undefined && this.#blanks === 0)
      this.issues.push(
        `${at}: "${top.apart}" above may belong to this entry or to the one before; move it to its own.`,
      );
    top.value = {};
    top.apart = undefined;
    top.entries?.push(top.value);
  }

  /** In a list of words a bullet begins an entry; where there are no bullets, each line is one. */
  #addText(line: string, at: string, isText = false): void {
    const last = this.#last;
    if (last === undefined) {
      if (this.issues.length === 0) this.issues.push(`${at} has no label: "${cutLine(line.trim(), LONGEST_SHOWN)}".`);
      return;
    }
    const gap = '\n'.repeat(this.#blanks + 1);
    const written = last.of[last.key];
    const [bullet, words = ''] = (isText ? null : BULLET.exec(line)) ?? [];
    const isEntry = Array.isArray(written) && (bullet !== undefined || !last.hasBullets);
    const said = bullet === undefined ? line : (readEscaped(words) ?? words);
    const before = Array.isArray(written) ? (isEntry ? '' : written.pop()) : written;
    const whole = isEntry ? said : before === '' ? line : `${before}${gap}${line}`;
    this.#refuseMore(whole, at);
    last.hasBullets ||= bullet !== undefined;
    if (Array.isArray(written)) written.push(whole);
    else last.of[last.key] = whole;
  }

  /** Without what was left blank; words of closed sets and numbers as the schema has them. */
  #finish(value: unknown, node: Node): unknown {
    if (typeof value === 'string') return value.trim() === '' ? undefined : this.#finishWords(value.trim(), node);
    if (Array.isArray(value)) {
      const items = (this.#labels.takes(node, 'array')?.['items'] ?? {}) as Node;
      const entries = value.map((entry) => this.#finish(entry, items)).filter((entry) => entry !== undefined);
      return entries.length > 0 || this.#none.has(value) ? entries : undefined;
    }
    const members = listMembers(this.#labels.takes(node, 'object') ?? {})
      .map(([key, member]) => [key, this.#finish((value as Fields)[key] ?? '', member)] as const)
      .filter(([, member]) => member !== undefined);
    return members.length === 0 ? undefined : Object.fromEntries(members);
  }

  #finishWords(words: string, node: Node): unknown {
    const forms = listForms(node, this.#labels.root);
    const takes = (...types: string[]) => forms.some(({ type }) => types.includes(type as string));
    if (takes('number', 'integer') && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(words)) return Number(words);
    if (takes('boolean') && /^(?:yes|no)$/i.test(words)) return /^y/i.test(words);
    const closed = forms.flatMap((form) => (form['enum'] ?? []) as readonly string[]);
    return closed.find((word) => findWord([word.toLowerCase()], words) !== undefined) ?? words;
  }
}

/** `undefined` for a text in which no line has a label. */
export function readLabelled<T>(text: string, schema: z.ZodType<T>): ReadAnswer<T> | undefined {
  const wanted = () => wantedBy(schema);
  const reader = new LabelledReader(wanted().root);
  const value = reader.read(FENCED.exec(text)?.[2] ?? text);
  if (!reader.hasLabels) return undefined;
  if (reader.issues.length > 0) return { ok: false, issues: reader.issues.slice(0, MOST_ISSUES) };
  if (value === undefined) return { ok: false, issues: [BLANK] };
  const fit = fitExactly(value, { schema, wanted, leniency: 'values' });
  return 'issues' in fit ? { ok: false, issues: fit.issues() } : { ok: true, value: fit.value, repairs: [] };
}
