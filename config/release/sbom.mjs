// Prints the bill of materials in CycloneDX: what users install with the package, and what is bundled in it. `npm run --silent sbom` prints it;
// the same build gives the same bytes, so there is no time and no serial number in it.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';

const ROOT = path.resolve(import.meta.dirname, '../..');
const readJson = (file) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));

const purlOf = (name, version) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;

/** npm keeps base64, the bill hexadecimal. */
function hashOf(integrity = '') {
  const [, digest] = /sha512-(\S+)/.exec(integrity) ?? [];
  return digest === undefined ? [] : [[Enums.HashAlgorithm['SHA-512'], Buffer.from(digest, 'base64').toString('hex')]];
}

function describe(folder, { integrity }, isBundled) {
  const { name, version, license, description } = readJson(`${folder}/package.json`);
  const purl = purlOf(name, version);
  return new Models.Component(Enums.ComponentType.Library, name, {
    ...{ bomRef: purl, version, description, purl, scope: Enums.ComponentScope.Required },
    hashes: new Models.HashDictionary(hashOf(integrity)),
    licenses: new Models.LicenseRepository([new Models.LicenseExpression(license)]),
    properties: new Models.PropertyRepository([new Models.Property('debate-hall:bundled', String(isBundled))]),
  });
}

if (!existsSync(path.join(ROOT, 'dist/bundled-packages.json'))) {
  process.stderr.write('Nothing is built yet: run "npm run build" first.\n');
  process.exit(1);
}
const { packages } = readJson('package-lock.json');
const { name, version, license, description } = readJson('package.json');
const purl = purlOf(name, version);
const main = new Models.Component(Enums.ComponentType.Application, name, {
  ...{ bomRef: purl, version, description, purl },
  licenses: new Models.LicenseRepository([new Models.LicenseExpression(license)]),
});
const installed = Object.entries(packages).filter(([place, { dev }]) => place !== '' && dev !== true);
const bundled = readJson('dist/bundled-packages.json');
const components = [
  ...installed.map(([place, entry]) => describe(place, entry, false)),
  ...bundled.filter((place) => packages[place]?.dev === true).map((place) => describe(place, packages[place], true)),
];
for (const component of components) main.dependencies.add(component.bomRef);
const bom = new Models.Bom({
  metadata: new Models.Metadata({ component: main }),
  components: new Models.ComponentRepository(components),
});
const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
process.stdout.write(`${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`);
