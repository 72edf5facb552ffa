// The labels of a structured answer, and where each leads in its schema.
import { OTHER_NAMES } from '../../../domain/answers/coerce-answer.ts';
import { foldKey, foldName } from '../../../domain/answers/unread.ts';
import { listForms, type Node } from '../../../domain/answers/wanted.ts';
import { findNearest } from '../../../domain/values/nearest.ts';

/** "residual_risks" as people write it. */
export const spellLabel = (key: string) => key.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());

/** "findings[1].title: is missing" by its labels: "Findings 2, Title: is missing". */
export const nameByLabels = (issue: string): string =>
  issue.replace(/^[a-z_]+(?:\[\d*\])?(?:\.[a-z_]+(?:\[\d*\])?)*(?=:)/, (place) =>
    place
      .split('.')
      .map((part) => spellLabel(part.replace(/\[(\d*)\]/, (_, at) => (at === '' ? '' : ` ${Number(at) + 1}`))))
      .join(', '),
  );

export const listMembers = (form: Node) => Object.entries((form['properties'] ?? {}) as Record<string, Node>);

const listNames = (key: string, node: Node): readonly string[] => [
  key,
  ...((node[OTHER_NAMES] ?? []) as readonly string[]),
];

type IsMeant = (key: string, node: Node) => boolean;

export class Labels {
  readonly root: Node;
  readonly #all: readonly string[];
  readonly #folded: ReadonlySet<string>;

  constructor(root: Node) {
    this.root = root;
    this.#all = [...new Set(this.#collect(root))];
    this.#folded = new Set(this.#all.map(foldName));
  }

  /** The form of that type that a member may have. */
  takes(node: Node | undefined, type: string): Node | undefined {
    return node && listForms(node, this.root).find((form) => form['type'] === type);
  }

  /** The object that a member is, or that the entries of its list are. */
  below(node: Node): Node | undefined {
    return this.takes(node, 'object') ?? this.takes(this.takes(node, 'array')?.['items'] as Node, 'object');
  }

  #collect(node: Node): readonly string[] {
    const members = listMembers(this.below(node) ?? {});
    return members.flatMap(([key, member]) => [...listNames(key, member), ...this.#collect(member)]);
  }

  /** From the innermost of the objects that are open; a key goes before another name for one. */
  find(label: string, open: readonly Node[]): { readonly depth: number; readonly path: readonly string[] } | undefined {
    const [asKey, asName] = [foldKey(label), foldName(label)];
    if (!this.#folded.has(asName)) return undefined;
    const isKey: IsMeant = (key) => foldKey(key) === asKey;
    const isName: IsMeant = (key, node) => listNames(key, node).some((name) => foldName(name) === asName);
    for (const isMeant of [isKey, isName]) {
      for (let depth = open.length - 1; depth >= 0; depth -= 1) {
        const path = this.#findIn(open[depth] ?? {}, isMeant);
        if (path !== undefined) return { depth, path };
      }
    }
    return undefined;
  }

  /** To a member of the object, else into the first object below it. */
  #findIn(form: Node, isMeant: IsMeant): readonly string[] | undefined {
    const members = listMembers(form);
    const own = members.find(([key, node]) => isMeant(key, node));
    if (own !== undefined) return [own[0]];
    for (const [key, node] of members) {
      const path = this.#findIn(this.below(node) ?? {}, isMeant);
      if (path !== undefined) return [key, ...path];
    }
    return undefined;
  }

  /** The label that is probably meant by what is none. */
  suggest(label: string): string | undefined {
    const key = findNearest(label.replaceAll(' ', '_'), this.#all);
    return key === undefined ? undefined : spellLabel(key);
  }
}
