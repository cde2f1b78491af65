import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const folder = import.meta.dirname;
const root = resolve(folder, '../..');

/** The oldest Java that the validator runs on. */
const oldestJava = 17;

/** Result of a document: the messages of errors, and the number of warnings. */
export type Verdict = { errors: string[]; warnings: number };

/** Returns the major version of the Java on this machine; null without one. */
export function javaVersion(): number | null {
  const { error, stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  if (error) return null;
  const [, major] = /version "(\d+)/.exec(stderr) ?? [];
  return major === undefined ? null : Number(major);
}

export const isJavaTooOld = (version: number): boolean => version < oldestJava;

/** Version of the validator, as pinned in the POM. */
export const validatorVersion = (): string =>
  /<hapi\.version>([^<]+)</.exec(readFileSync(join(folder, 'pom.xml'), 'utf8'))?.[1] ?? '';

/** Fetches the validator and the generic client with Maven on the first run, and returns their folder. */
export function fetchValidator(): string {
  const kept = join(root, '.cache', `fhir-tools-${validatorVersion()}`);
  if (existsSync(kept)) return kept;
  console.log('Fetching the validator with Maven. This happens once.');
  const parts = mkdtempSync(join(tmpdir(), 'fhir-validator-'));
  const { status, error } = spawnSync(
    'mvn',
    [
      ...['-q', '-B', '-f', join(folder, 'pom.xml'), 'dependency:copy-dependencies'],
      ...['-DincludeScope=runtime', `-DoutputDirectory=${join(parts, 'lib')}`],
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if (error || status !== 0) throw new Error('Maven could not fetch the validator.', { cause: error });
  mkdirSync(join(root, '.cache'), { recursive: true });
  const { status: moved } = spawnSync('cp', ['-r', join(parts, 'lib'), `${kept}.part`]);
  if (moved !== 0) throw new Error('The validator could not be kept.');
  renameSync(`${kept}.part`, kept);
  rmSync(parts, { recursive: true });
  return kept;
}

/** Reads the lines that `Validate.java` prints. */
export function verdictsIn(lines: string): Map<string, Verdict> {
  const errors = new Map<string, string[]>();
  const verdicts = new Map<string, Verdict>();
  for (const line of lines.split('\n')) {
    const [file = '', kind, message = '', warnings] = line.split('\t');
    const name = file.replace(/\.json$/, '');
    if (kind === 'ERROR') errors.set(name, [...(errors.get(name) ?? []), message]);
    if (kind === 'DONE') verdicts.set(name, { errors: errors.get(name) ?? [], warnings: Number(warnings) });
  }
  return verdicts;
}

/** Validates documents on base R4, with these definitions. @throws Error if the validator fails or omits one */
export function validate(
  validator: string,
  definitions: Record<string, unknown>,
  documents: Record<string, unknown>,
): Map<string, Verdict> {
  const work = mkdtempSync(join(tmpdir(), 'fhir-documents-'));
  for (const [part, files] of Object.entries({ definitions, documents })) {
    mkdirSync(join(work, part));
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(work, part, `${name}.json`), JSON.stringify(content));
  }
  const { status, stdout, stderr } = spawnSync(
    'java',
    [
      '-cp',
      join(validator, '*'),
      join(folder, 'Validate.java'),
      join(work, 'definitions'),
      join(work, 'documents'),
    ],
    { encoding: 'utf8', maxBuffer: 100_000_000 },
  );
  rmSync(work, { recursive: true });
  if (status !== 0) throw new Error(`The validator failed:\n${stderr}`);
  const verdicts = verdictsIn(stdout);
  const missing = Object.keys(documents).filter((name) => !verdicts.has(name));
  if (missing.length > 0) throw new Error(`Not validated: ${missing.join(', ')}`);
  return verdicts;
}
