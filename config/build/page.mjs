// What the build makes for the pages beside their scripts: what an export holds, and what `debate-hall view` serves.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { bundle as bundleStyle } from 'lightningcss';
import { joinLicenses, licensesOf } from './files.mjs';

const digestOf = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** A script safe inside HTML, with the digest that a policy names and the licenses of the packages in it. */
function partOf(bundle, fileName) {
  const script = bundle[fileName].code.trim().replace(/<(?=\/script|!--|script)/gi, '\\x3C');
  const part = { script, scriptDigest: digestOf(script), licenses: joinLicenses(licensesOf(bundle)) };
  // The exports hold it; nothing loads it from here.
  delete bundle[fileName];
  return part;
}

/** The page's script and style; see src/exchange/exporters/html. */
export const pageParts = {
  name: 'page-parts',
  generateBundle(_, bundle) {
    const style = bundleStyle({ filename: 'src/page/page.css', minify: true }).code.toString();
    const source = JSON.stringify({ ...partOf(bundle, 'page.js'), style, styleDigest: digestOf(style) });
    this.emitFile({ type: 'asset', fileName: 'parts.json', source });
  },
};

const REBUILD = '\0rebuild';
/** Before there is any schema: the policy of the page lets nobody make code. */
const WITHOUT_EVAL = '\0without-eval';

/** What a page with its ledger holds as well: the record as the formats among these make it. */
export const rebuildPart = (implementations, idOf) => ({
  name: 'rebuild-part',
  resolveId(id) {
    if (id === 'rebuild') return REBUILD;
    if (id === WITHOUT_EVAL) return id;
    // Digests are the browser's; nothing of it is left in the bundle.
    return id === 'node:crypto' ? { id, external: true, moduleSideEffects: false } : undefined;
  },
  load(id) {
    if (id === WITHOUT_EVAL) return "import { config } from 'zod';\nconfig({ jitless: true });";
    if (id !== REBUILD) return undefined;
    const formats = [...implementations.filter((module) => module.startsWith('formats/')), 'formats/imported'];
    const imports = formats.map((format, at) => `import { format as f${at} } from ${JSON.stringify(idOf(format))};`);
    const names = formats.map((_, at) => `f${at}`);
    const rebuild = idOf('exchange/exporters/html/rebuild');
    const offer = `import { offerRebuild } from ${JSON.stringify(rebuild)};\nofferRebuild([${names}]);`;
    return [`import '${WITHOUT_EVAL}';`, ...imports, offer].join('\n');
  },
  generateBundle(_, bundle) {
    const { imports } = bundle['rebuild.js'];
    if (imports.length > 0) throw new Error(`A browser has no ${imports}.`);
    this.emitFile({ type: 'asset', fileName: 'rebuild.json', source: JSON.stringify(partOf(bundle, 'rebuild.js')) });
  },
});

/** What `debate-hall view` serves beside the scripts: the page that loads them, and their style; see src/doors/web. */
export const hallParts = {
  name: 'hall-parts',
  generateBundle() {
    const style = bundleStyle({ filename: 'src/page/hall/hall.css', minify: true }).code;
    this.emitFile({ type: 'asset', fileName: 'hall.css', source: style });
    this.emitFile({ type: 'asset', fileName: 'hall.html', source: readFileSync('src/page/hall/hall.html') });
  },
};
