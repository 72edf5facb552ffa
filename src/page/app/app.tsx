// The whole page: what was decided first, then how it came about, then every word.
import { Summary } from '../report/summary.tsx';
import { Guarded } from './guarded.tsx';
import { record } from './state.ts';
import { Transcript } from './transcript.tsx';

export function App() {
  return (
    <main>
      <Guarded>
        <Summary record={record.value} />
      </Guarded>
      <Transcript />
    </main>
  );
}
