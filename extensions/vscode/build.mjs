// Bundles the extension, and packs it as a .vsix: `node extensions/vscode/build.mjs [--vsix FILE]`.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { zipSync } from 'fflate';
import { rolldown } from 'rolldown';

const folder = import.meta.dirname;
const root = path.join(folder, '../..');
const read = (...parts) => readFileSync(path.join(...parts));

async function bundle() {
  const build = await rolldown({
    input: path.join(folder, 'src/extension.ts'),
    platform: 'node',
    external: ['vscode'],
  });
  await build.write({ file: path.join(folder, 'dist/extension.cjs'), format: 'cjs', minify: true });
  await build.close();
}

/** What a packer looks for beside the manifest; the repository has one of each. */
const SHARED = ['LICENSE', 'CHANGELOG.md'];

/** The extension and the program are released together. */
function checkVersion() {
  const [own, program] = [folder, root].map((each) => JSON.parse(read(each, 'package.json')).version);
  if (own !== program)
    throw new Error(`The extension has the version ${own} and the program ${program}: make them the same.`);
}

const escapeXml = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** What the editor and its marketplaces read of an extension before it is installed. */
function vsixManifest({ name, displayName, description, version, publisher, engines, keywords, categories }) {
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${escapeXml(name)}" Version="${escapeXml(version)}" Publisher="${escapeXml(publisher)}" />
    <DisplayName>${escapeXml(displayName)}</DisplayName>
    <Description xml:space="preserve">${escapeXml(description)}</Description>
    <Tags>${escapeXml(keywords.join(','))}</Tags>
    <Categories>${escapeXml(categories.join(','))}</Categories>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/icon.png</Icon>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escapeXml(engines.vscode)}" />
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace" />
    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code" />
  </Installation>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/readme.md" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Content.Changelog" Path="extension/changelog.md" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/icon.png" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true" />
  </Assets>
</PackageManifest>
`;
}

const CONTENT_TYPES = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  ${Object.entries({
    json: 'text/plain',
    cjs: 'text/plain',
    md: 'text/plain',
    txt: 'text/plain',
    png: 'image/png',
    vsixmanifest: 'text/xml',
  })
    .map(([ending, type]) => `<Default Extension=".${ending}" ContentType="${type}" />`)
    .join('')}
</Types>
`;

/** The same bytes for the same files, whenever and wherever it is packed. */
function pack(file) {
  const manifest = read(folder, 'package.json');
  const text = (words) => Buffer.from(words);
  const entries = {
    '[Content_Types].xml': text(CONTENT_TYPES),
    'extension.vsixmanifest': text(vsixManifest(JSON.parse(manifest))),
    'extension/package.json': manifest,
    'extension/readme.md': read(folder, 'README.md'),
    'extension/changelog.md': read(root, 'CHANGELOG.md'),
    'extension/icon.png': read(folder, 'icon.png'),
    'extension/LICENSE.txt': read(root, 'LICENSE'),
    'extension/dist/extension.cjs': read(folder, 'dist/extension.cjs'),
  };
  writeFileSync(file, zipSync(entries, { mtime: new Date(1980, 0, 1), level: 9 }));
}

const { values } = parseArgs({ options: { vsix: { type: 'string' } } });
checkVersion();
await bundle();
for (const name of SHARED) copyFileSync(path.join(root, name), path.join(folder, name));
if (values.vsix !== undefined) pack(path.resolve(values.vsix));
