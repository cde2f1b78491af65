// npm run sbom: prints the packages of production as CycloneDX, from the lockfile and without a network.
import { spawnSync } from 'node:child_process';
import { root } from './prepare.mjs';

// npm's own "--omit dev" also leaves out packages that production and development both need, such as graphql and zod (npm 11.19).
const { status, stdout, stderr } = spawnSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'],
  { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' },
);
if (status !== 0) {
  console.error(stderr || 'npm could not be started.');
  process.exit(1);
}

const isForDevelopment = ({ properties = [] }) =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');

const { components, dependencies, ...rest } = JSON.parse(stdout);
const kept = components.filter((component) => !isForDevelopment(component));
const references = new Set([rest.metadata.component, ...kept].map((component) => component['bom-ref']));
const bill = {
  ...rest,
  components: kept,
  dependencies: dependencies
    .filter(({ ref }) => references.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => references.has(each)) })),
};
console.log(JSON.stringify(bill, null, 2));
