// Bundles what ships as rolldown.config.mjs says: with warnings and errors, without a line for each of some hundred files.
import { build } from 'rolldown';
import config from '../../rolldown.config.mjs';

// One after another: the first empties the folder.
for (const each of config) await build(each);
