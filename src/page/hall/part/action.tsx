// A write without words of its own, as a button: pausing, resuming, picking, closing.
import { useSignal } from '@preact/signals';
import type { CloseRequest, PauseRequest, PickRequest, ResumeRequest } from '../../../domain/hall-page/writes.ts';
import { readAgain } from '../debate/reading.ts';
import { Problem } from '../problem.tsx';
import { debatePath, postJson } from '../talk/api.ts';
import { describeError, NoAnswer } from '../talk/failures.ts';
import { createRequestKey } from './drafts.ts';
import { confirmed } from './sending.ts';

/** Bodies without the key. */
interface Bodies {
  readonly pause: Omit<PauseRequest, 'key'>;
  readonly resume: Omit<ResumeRequest, 'key'>;
  readonly pick: Omit<PickRequest, 'key'>;
  readonly close: Omit<CloseRequest, 'key'>;
}

/** What is said aloud then. */
const DONE: Readonly<Record<keyof Bodies, (title: string) => string>> = {
  pause: () => 'The debate pauses.',
  resume: () => 'The debate continues.',
  pick: (speaker) => `${speaker} speaks next.`,
  close: () => 'The debate is closed.',
};

interface ActionProps<Name extends keyof Bodies> {
  readonly debate: string;
  readonly action: Name;
  readonly title: string;
  readonly body: Bodies[Name];
  readonly isPrimary?: boolean;
}

export function Action<Name extends keyof Bodies>({
  debate,
  action,
  title,
  body,
  isPrimary = false,
}: ActionProps<Name>) {
  const isUnderWay = useSignal(false);
  const problem = useSignal('');
  /** The same for every attempt until one is answered. */
  const key = useSignal(createRequestKey());
  async function act() {
    if (isUnderWay.value) return;
    isUnderWay.value = true;
    try {
      await postJson(debatePath(debate, action), { key: key.value, ...body });
      key.value = createRequestKey();
      problem.value = '';
      await readAgain();
      confirmed.value = { debate, words: DONE[action](title) };
    } catch (error) {
      if (!(error instanceof NoAnswer)) key.value = createRequestKey();
      problem.value = describeError(error);
    }
    isUnderWay.value = false;
  }
  return (
    <>
      <button type="button" class={isPrimary ? 'primary' : undefined} onClick={() => void act()}>
        {title}
      </button>
      <Problem text={problem.value} />
    </>
  );
}
