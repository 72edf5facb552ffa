// `debate-hall pick`: names the next speaker of a mediated debate.
import type { Command } from '@commander-js/extra-typings';
import { pick } from '../../../../hall/operations/debate/take-part/manual-turns.ts';
import { OPEN_GATE } from '../../../../platform/access/gate.ts';
import { actManually } from '../../actions/manual-action.ts';
import { defineActing } from '../../input/options.ts';

export function define(command: Command): void {
  defineActing(command)
    .argument('<seat>', 'wind, wall, door or close')
    .action(async (reference, seat, flags) => {
      await actManually(reference, flags, async (hall, { threadId, author }) =>
        pick(hall, OPEN_GATE, { threadId, seat, author }),
      );
    });
}
