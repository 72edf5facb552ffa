// Writes an Oxford debate as a debate folder; the scores are those that stand, whoever judged and how often.
import { collapseSpace } from '../../../domain/evidence/quote-in-text.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { type OxfordResult, oxfordResultSchema } from '../../../domain/results/oxford-result.ts';
import { REDACTED } from '../../../domain/sealed/sealed.ts';
import type { ExportedFile } from '../../exporters/exporter.ts';
import { writeArgumentBody } from './argument-body.ts';
import { writeFrontmatter } from './schema.ts';

type Argument = OxfordResult['arguments'][number];

/** The only format whose debates such a folder holds. */
export const FOLDER_FORMAT = 'oxford';
const PREFIXES = { proposition: 'prop', opposition: 'opp' } as const;
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
export const round = (score: number) => Math.round(score * 1_000) / 1_000;

function argumentFile(argument: Argument): ExportedFile {
  const { id, side, exchange, attacks, defends } = argument;
  const claim = argument.claim ?? REDACTED;
  const toReferences = (list: Argument['attacks']) =>
    list.map(({ target, type, content }) => ({ target, type, content: content ?? REDACTED }));
  const named = (list: Argument['attacks']) => list.map(({ target, type }) => ({ target_id: target, type }));
  const head = {
    ...{ id, side: PREFIXES[side], exchange, title: argument.title ?? REDACTED, claim },
    ...{ attacks: named(attacks), defends: named(defends) },
  };
  const body = writeArgumentBody(claim, {
    grounds: argument.grounds ?? [{ source: REDACTED, content: REDACTED, relevance: REDACTED }],
    warrant: argument.warrant ?? REDACTED,
    backing: argument.backing,
    qualifier: argument.qualifier,
    attacks: toReferences(attacks),
    defends: toReferences(defends),
  });
  return { path: `arguments/${id}.md`, text: writeFrontmatter(head, body) };
}

/** All reasons for the score of an argument in one exchange; whose they are is said where there are several. */
function reasonsFor(id: string, given: OxfordResult['judgments'], list: 'scores' | 'rescores'): string {
  const found = given.flatMap(({ judge, order, [list]: entries }) => {
    const entry = entries.find((each) => each.id === id);
    return entry === undefined ? [] : [{ who: `${judge}, order ${order}`, text: entry.reasoning ?? REDACTED }];
  });
  return found.length === 1 ? (found[0]?.text ?? '') : found.map(({ who, text }) => `${who}: ${text}`).join('\n');
}

function collectScores({ arguments: given, judgments }: OxfordResult): Record<string, unknown> {
  return Object.fromEntries(
    given
      .filter(({ history }) => history.length > 0)
      .map(({ id, history }) => {
        const entries = history.map(({ exchange, score }, index) => {
          const own = judgments.filter((judgment) => judgment.exchange === exchange);
          const entry = {
            score,
            reasoning: reasonsFor(id, own, index === 0 ? 'scores' : 'rescores'),
            scored_at: own.at(-1)?.at ?? '',
          };
          const before = history[index - 1]?.score;
          if (before === undefined) return entry;
          // There it is the first argument of the judgment that changed the score.
          const triggered = given.find((argument) => argument.exchange === exchange)?.id ?? '';
          return { ...entry, triggered_by: triggered, previous_score: before, diff: round(score - before) };
        });
        return [id, { current_score: history.at(-1)?.score ?? 0, history: entries }];
      }),
  );
}

function debateFile(record: DebateRecord, result: OxfordResult | undefined): ExportedFile {
  const { definitions = [], scope = null, exchanges = 0, arguments: given = [] } = result ?? {};
  const count = (side: string) => given.filter((each) => each.side === side && each.history.length > 0).length;
  const of = (side: 'proposition' | 'opposition') => ({ total: round(result?.totals[side] ?? 0), count: count(side) });
  const argued = given.filter(({ exchange }) => exchange === exchanges).map(({ side }) => side);
  const head = {
    debate_id: record.threadId,
    current_exchange: exchanges,
    current_phase: new Set(argued).size === 2 ? 'awaiting_judgment' : 'awaiting_arguments',
    cumulative_scores: { proposition: of('proposition'), opposition: of('opposition') },
  };
  const body = [
    `# Motion\n\n${collapseSpace(record.topic ?? REDACTED)}`,
    ...(definitions.length === 0
      ? []
      : [
          `## Definitions\n\n${definitions.map(({ term, text }) => `- **${collapseSpace(term)}**: ${collapseSpace(text)}`).join('\n')}`,
        ]),
    ...(scope === null ? [] : [`## Scope\n\n${collapseSpace(scope)}`]),
  ].join('\n\n');
  return { path: 'debate.md', text: writeFrontmatter(head, `${body}\n`) };
}

/** Throws `bad-input` for a debate of another format. */
export function refuseOtherFormats({ threadId, format }: Pick<DebateRecord, 'threadId' | 'format'>): void {
  if (format === FOLDER_FORMAT) return;
  throw new HallError('bad-input', `"${threadId}" cannot be exported as a debate folder: its format is ${format}.`, {
    hint: 'Export it as html, markdown, octave or json.',
  });
}

/** What is still withheld is not in it. Throws `bad-input` for a debate of another format. */
export function toDebateFolder(record: DebateRecord): readonly ExportedFile[] {
  refuseOtherFormats(record);
  const result = record.result === null ? undefined : oxfordResultSchema.strip().parse(record.result.data);
  return [
    debateFile(record, result),
    { path: 'scores.json', text: json(result === undefined ? {} : collectScores(result)) },
    ...(result?.arguments ?? []).map(argumentFile),
    ...(result === undefined ? [] : [{ path: 'argument-graph.mmd', text: `${result.graph}\n` }]),
  ];
}
