import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchJars, pinnedVersion } from '../java/java.ts';

const folder = import.meta.dirname;
const pom = join(folder, 'pom.xml');

/** Result of a document: the messages of errors, and the number of warnings. */
export type Verdict = { errors: string[]; warnings: number };

/** Version of the validator, as pinned in the POM. */
export const validatorVersion = (): string => pinnedVersion(pom, 'hapi.version');

/** Fetches the validator and the generic client with Maven on the first run, and returns their folder. */
export const fetchValidator = (): string => fetchJars(pom, `fhir-tools-${validatorVersion()}`);

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
