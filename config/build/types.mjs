// Joins the declarations that tsc wrote into one file: what the library exports, and nothing that only the program needs.
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

const bundle = await rollup({
  input: '.types/index.d.ts',
  plugins: [dts()],
  external: /^[^./]/,
});
await bundle.write({ file: 'dist/index.d.ts', format: 'es' });
await bundle.close();
