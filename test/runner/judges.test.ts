// What a run does for seats that judge: a judge that fails loses nothing, and a vendor that judges itself is named.
import { describe, expect, it } from 'vitest';
import type { AnyFormat } from '../../src/formats/format.ts';
import { format as oxford } from '../../src/formats/oxford/index.ts';
import { toRecord } from '../../src/ledger/engine/record/record.ts';
import { REHEARSAL } from '../support/rehearsal.ts';
import { type Answer, failed, inTurn, type Seating, said, setTable, THREAD, useCheckedFolder } from './table.ts';

const format: AnyFormat = oxford;
const ready: Answer = ({ step }) => said(step.sample?.(REHEARSAL) ?? '');
const broken: Answer = () => failed('not-logged-in');
const seated: Record<string, Answer> = { proposition: ready, opposition: ready, judge: ready, 'judge-2': ready };
const options = { rounds: 1 };

const openEngine = useCheckedFolder();

async function recordOf(engine: ReturnType<typeof openEngine>) {
  return toRecord(await engine.snapshot(THREAD));
}

/** Notes of a whole run, by code. */
async function notesOf(seating: Seating, judges = 1): Promise<[string, string][]> {
  const table = await setTable(
    openEngine(),
    { answers: seated, ...seating },
    { format, options: { ...options, judges } },
  );
  await table.run();
  const { entries } = await recordOf(table.engine);
  return entries.flatMap((entry): [string, string][] => (entry.kind === 'note' ? [[entry.code, entry.message]] : []));
}

describe('a judge of the same vendor as a debater', () => {
  it('is named at the start', async () => {
    expect(await notesOf({ vendors: { proposition: 'acme', opposition: 'other', judge: 'acme' } })).toEqual([
      ['judge-shares-vendor', 'Judge judges Proposition; they share a vendor (acme), so the judgment may be biased.'],
    ]);
  });

  it('is told apart from debaters and from judges who share one', async () => {
    const vendors = { proposition: 'acme', opposition: 'acme', judge: 'other', 'judge-2': 'other' };
    expect(await notesOf({ vendors }, 2)).toEqual([
      ['shared-vendor', 'Proposition and Opposition share a vendor (acme), so they may think alike.'],
      ['shared-vendor', 'Judge and Judge 2 share a vendor (other), so they may think alike.'],
    ]);
  });

  it('is named when it comes as a stand-in', async () => {
    const notes = await notesOf({
      answers: { ...seated, judge: broken },
      standIns: { judge: ready },
      vendors: { proposition: 'acme', opposition: 'other', judge: 'third', 'judge-stand-in': 'other' },
    });
    expect(notes).toEqual([
      ['judge-shares-vendor', 'Judge judges Opposition; they share a vendor (other), so the judgment may be biased.'],
    ]);
  });
});

describe('a judge that fails', () => {
  it('gives its seat to a stand-in, which is asked what is open and nothing else', async () => {
    const judge = inTurn(ready, failed('not-logged-in'));
    const table = await setTable(
      openEngine(),
      { answers: { ...seated, judge }, standIns: { judge: ready } },
      { format, options },
    );
    expect((await table.run()).reason).toBe('closed');
    const { authority, result } = await recordOf(table.engine);
    expect(authority.replaced.map(({ seat, to }) => [seat, to.agent])).toEqual([['judge', 'judge-stand-in']]);
    expect(result?.data).toMatchObject({ complete: true, judgments: [{ judge: 'judge' }, { judge: 'judge' }] });
    expect(table.asked.filter(({ agent }) => agent === 'judge-stand-in')).toHaveLength(1);
  });

  it('leaves the others to judge, and the panel is degraded', async () => {
    const table = await setTable(
      openEngine(),
      { answers: { ...seated, 'judge-2': inTurn(ready, broken) } },
      { format, options: { ...options, judges: 2 } },
    );
    expect((await table.run()).reason).toBe('closed');
    const { authority, result } = await recordOf(table.engine);
    expect(authority).toMatchObject({ full: false, left: [{ seat: 'judge-2' }] });
    expect(result?.data).toMatchObject({ complete: true, judgments: [{ judge: 'judge' }, { judge: 'judge' }] });
  });

  it.each<[string, Answer]>([
    ['answers', ready],
    ['fails, too,', broken],
  ])('is gone for good when a question that was asked before %s after that', async (_, later) => {
    // As if whoever waits for people had given the seat up while it was asked.
    let given: Promise<unknown> | undefined;
    const judge: Answer = async (prompt, more) => {
      given ??= table.engine.dispatch(THREAD, {
        type: 'seat-left',
        data: { seat: 'judge-2', reason: 'It said nothing.' },
      });
      await given;
      return await (prompt.step.act === 'judgment' ? broken : later)(prompt, more);
    };
    const table = await setTable(
      openEngine(),
      { answers: { ...seated, 'judge-2': judge } },
      { format, options: { ...options, judges: 2 } },
    );
    expect((await table.run()).reason).toBe('closed');
    const { authority, result } = await recordOf(table.engine);
    expect(authority).toMatchObject({ full: false, left: [{ seat: 'judge-2' }] });
    expect(result?.data).toMatchObject({ complete: true, judgments: [{ judge: 'judge' }, { judge: 'judge' }] });
  });

  it('pauses the run when it is the last one, and the debate goes on where it stood', async () => {
    const table = await setTable(openEngine(), { answers: { ...seated, judge: broken } }, { format, options });
    expect((await table.run()).reason).toBe('paused');
    expect((await recordOf(table.engine)).result).toMatchObject({ headline: 'No exchange has been judged yet' });
    const again = await setTable(table.engine, { answers: seated });
    expect((await again.run()).reason).toBe('closed');
    expect(again.asked.map(({ agent }) => agent)).toEqual(['judge', 'judge']);
  });

  it('is sent back what was wrong once, each of its questions for itself', async () => {
    const judge: Answer = (prompt, more) =>
      prompt.step.act === 'judgment' && prompt.step.corrections.length === 0
        ? said('{"scores": []}')
        : ready(prompt, more);
    const table = await setTable(openEngine(), { answers: { ...seated, judge } }, { format, options });
    expect((await table.run()).reason).toBe('closed');
    const asked = table.asked
      .filter(({ agent }) => agent === 'judge')
      .map(({ prompt, session }) => ({ prompt, session }));
    expect(asked.map(({ prompt }) => prompt.step.corrections.length > 0).sort()).toEqual([false, false, true]);
    expect(asked.find(({ prompt }) => prompt.step.corrections.length > 0)?.prompt.user).toMatch(
      /Your last answer could not be used:\n\n- scores: missing for A1, A2, A3, B1, B2, B3/,
    );
  });
});

describe('more exchanges', () => {
  it('go on after the verdict, with everything that was said before', async () => {
    const table = await setTable(openEngine(), { answers: seated }, { format, options });
    expect((await table.run()).reason).toBe('closed');
    await table.engine.dispatch(THREAD, { type: 'debate-extended', data: { rounds: 2, by: 'ann' } });
    expect((await recordOf(table.engine)).result?.data).toMatchObject({ complete: false, winner: null, exchanges: 1 });
    const again = await setTable(table.engine, { answers: seated });
    expect((await again.run()).reason).toBe('closed');
    expect((await recordOf(table.engine)).result?.data).toMatchObject({ complete: true, exchanges: 3, planned: 3 });
    expect(again.asked[0]?.prompt.transcript.map(({ title }) => title)).toEqual([
      'Opening, Proposition',
      'Opening, Opposition',
    ]);
  });

  it('of a debate that loses a text still replay', async () => {
    const table = await setTable(openEngine(), { answers: seated }, { format, options: { rounds: 2 } });
    await table.run();
    const before = await recordOf(table.engine);
    for (const target of [2, 4, 5]) {
      await table.engine.dispatch(THREAD, { type: 'redact', target, reason: 'a name', by: 'ann' });
    }
    const after = await recordOf(table.engine);
    expect(after.result?.headline).toBe(before.result?.headline);
    expect(after.result?.data['totals']).toEqual(before.result?.data['totals']);
    expect(after.result?.details).toContain('(redacted)');
  });
});
