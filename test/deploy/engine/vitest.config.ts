import { defineConfig } from 'vitest/config';
import { endsWhatHangs } from '../../support/limits.ts';

export default defineConfig({
  test: { include: ['test/deploy/engine/*.test.ts'], ...endsWhatHangs, pool: 'forks' },
});
