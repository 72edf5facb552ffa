// What is going on in the debate now, and in one quiet line for those who hear the page.
import type { DebateView } from '../../../domain/hall-page/debate.ts';
import { Guarded } from '../../app/guarded.tsx';
import { Markdown } from '../../report/markdown.tsx';
import { safe } from '../../report/words.ts';
import { getLive } from '../state.ts';
import { LiveSeats } from './live-seats.tsx';

export function LivePanel({ id, view }: { readonly id: string; readonly view: DebateView }) {
  const live = getLive(id);
  const { round, news = '' } = live;
  return (
    <>
      <p class="hidden" role="status">
        {safe(news)}
      </p>
      {view.problem !== undefined && (
        <p class="banner" role="note" dir="auto">
          {safe(view.problem)}
        </p>
      )}
      {view.running && (
        <section id="live" class="live" aria-labelledby="live-title">
          <h2 id="live-title">
            Live
            {round !== undefined && (
              <span class="quiet">
                {' '}
                round {safe(round.at)}
                {round.of !== undefined && ` of ${safe(round.of)}`}
              </span>
            )}
          </h2>
          {live.seats.size === 0 ? (
            <p class="quiet">Running. Nobody has been asked since this page was opened.</p>
          ) : (
            <LiveSeats
              live={live}
              record={view.record}
              show={(text) => (
                <Guarded>
                  <Markdown text={text} heading={4} />
                </Guarded>
              )}
            />
          )}
        </section>
      )}
    </>
  );
}
