// What the build makes for the pages beside their scripts: what an export holds, and what `debate-hall view` serves.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { bundle as bundleStyle } from 'lightningcss';
import { joinLicenses, licensesOf } from './files.mjs';

const digestOf = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** The page's script and style, safe inside HTML, with the digests that its policy names; see src/exchange/exporters/html. */
export const pageParts = {
  name: 'page-parts',
  generateBundle(_, bundle) {
    const { code } = bundle['page.js'];
    const script = code.trim().replace(/<(?=\/script|!--|script)/gi, '\\x3C');
    const style = bundleStyle({ filename: 'src/page/page.css', minify: true }).code.toString();
    const parts = { script, style, scriptDigest: digestOf(script), styleDigest: digestOf(style) };
    const source = JSON.stringify({ ...parts, licenses: joinLicenses(licensesOf(bundle)) });
    this.emitFile({ type: 'asset', fileName: 'parts.json', source });
    // The exports hold it; nothing loads it from here.
    delete bundle['page.js'];
  },
};

/** What `debate-hall view` serves beside the scripts: the page that loads them, and their style; see src/doors/web. */
export const hallParts = {
  name: 'hall-parts',
  generateBundle() {
    const style = bundleStyle({ filename: 'src/page/hall/hall.css', minify: true }).code;
    this.emitFile({ type: 'asset', fileName: 'hall.css', source: style });
    this.emitFile({ type: 'asset', fileName: 'hall.html', source: readFileSync('src/page/hall/hall.html') });
  },
};
