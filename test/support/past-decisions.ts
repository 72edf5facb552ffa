// A thousand past decisions: a hundred of test/fixtures about twenty matters, and nine hundred about other matters that ask in the
// same words as the twenty questions.
import { readFileSync } from 'node:fs';

interface Matter {
  /** Asked today, worded otherwise than what was asked before. */
  readonly question: string;
  /** Topic and decision of each past debate that somebody who asks wants to know. */
  readonly related: readonly (readonly [topic: string, decision: string])[];
}

export interface PastDecision {
  readonly topic: string;
  readonly decision: string;
  /** Which matter it is about; -1: none of the twenty. */
  readonly matter: number;
}

const FILE = new URL('../fixtures/past-decisions.json', import.meta.url);
export const MATTERS: readonly Matter[] = JSON.parse(readFileSync(FILE, 'utf8'));

const SUBJECTS =
  'the newsletter|label printing|the office lunch|map tiles|video encoding|translations|the spreadsheet import|the chat bot|recommendations|the accessibility audit|the conference booth|the podcast|customer surveys|keyboard shortcuts|the PDF export|time zones|mail templates|image compression|refunds|loyalty points|delivery slots|returns|tax rules|barcode scanners|the calendar view|drag and drop|the search ranking|the help centre|release notes|the style guide'.split(
    '|',
  );
const QUESTIONS =
  'Should we rewrite * this year?|Do we buy * or build it ourselves?|Which team owns *?|Is * worth another month of work?|How much should * cost us?|Should customers see * at once?|Do we drop *?|Where does * run?|How do we test *?|When is * finished?|Who may change *?|Should * move to the new server?|Do we keep the old code of *?|What do we tell partners about *?|Is one service for * enough?|Should we ask people what they want from *?|How often do we release *?|Does * need its own database?|Can we do without * until spring?|Should * be open source?|Which language do we write * in?|How many people work on *?|Do we measure how * is used?|Should an agent look after *?|Is * too slow?|What happens to * when something breaks?|Do we need a second vendor for *?|Should * be part of the basic plan?|How do we find out whether * works?|May support change * for a customer?'.split(
    '|',
  );
const DECISIONS = [
  'Yes, in small steps, with a release each week and a way back.',
  'No. The team has two people for *, and customers ask for other things.',
  'Keep it as it is until spring and measure how often it is used.',
  'Buy it: building * ourselves takes a year, and nobody wants to look after it at night.',
  'Build it. The vendors of * charge for each person and store our data elsewhere.',
  'Move it to the second server, with tests that run before each merge.',
  'Drop it for new customers, and keep it for those who pay for it.',
];

/** In an order that has nothing to do with what they are about. */
export function listPastDecisions(): readonly PastDecision[] {
  const related = MATTERS.flatMap(({ related: all }, matter) =>
    all.map(([topic, decision]) => ({ topic, decision, matter })),
  );
  const others = QUESTIONS.flatMap((question, row) =>
    SUBJECTS.map((subject, column) => ({
      topic: question.replaceAll('*', subject),
      decision: (DECISIONS[(row * SUBJECTS.length + column) % DECISIONS.length] ?? '').replaceAll('*', subject),
      matter: -1,
    })),
  );
  const all = [...related, ...others];
  // A step that has no divisor in common with their number reaches each once.
  return all.map((_, index) => all[(index * 387) % all.length] as PastDecision);
}
