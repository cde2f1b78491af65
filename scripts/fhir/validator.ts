import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fetchJars, pinnedVersion } from '../java/java.ts';

const folder = import.meta.dirname;
const pom = join(folder, 'pom.xml');

/** Result of a document: the messages of errors, and the number of warnings. */
export type Verdict = { errors: string[]; warnings: number };

/** Version of the validator, as pinned in the POM. */
export const validatorVersion = (): string => pinnedVersion(pom, 'hapi.version');

/** Fetches the validator and the generic client with Maven on the first run, and returns their folder. */
export const fetchValidator = (): string => fetchJars(pom, `fhir-tools-${validatorVersion()}`);

/** A package of an implementation guide, with the number of its definitions. */
export type Guide = { name: string; version: string; definitions: number };

/** Reads the packages that `Validate.java` loaded. */
export const guidesIn = (lines: string): Guide[] =>
  [...lines.matchAll(/^PACKAGE\t(.*)\t(.*)\t(\d+)$/gm)].map(([, name = '', version = '', count]) => ({
    ...{ name, version },
    definitions: Number(count),
  }));

/** Reads the lines that `Validate.java` prints. A document whose profile is in no package is left out. */
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

type Validation = {
  /** Our own published definitions, by name. */
  definitions: Readonly<Record<string, unknown>>;
  documents: Readonly<Record<string, unknown>>;
  /** Packages of implementation guides, and the profile of each document that has one. */
  guides?: { folder: string; profiles: Readonly<Record<string, string>> };
};

type Validated = { verdicts: Map<string, Verdict>; guides: Guide[]; unknown: string[] };

/**
 * Validates documents on base R4, or on profiles of guides. `unknown`: documents whose profile is in no package.
 * @throws Error if the validator fails or omits one
 */
export function validate(validator: string, { definitions, documents, guides }: Validation): Validated {
  const work = mkdtempSync(join(tmpdir(), 'fhir-documents-'));
  for (const [part, files] of Object.entries({ definitions, documents })) {
    mkdirSync(join(work, part));
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(work, part, `${name}.json`), JSON.stringify(content));
  }
  const profiles = Object.entries(guides?.profiles ?? {}).map(([name, url]) => `${name}.json\t${url}\n`);
  if (guides) writeFileSync(join(work, 'documents', 'profiles.tsv'), profiles.join(''));
  const program = [join(folder, 'Validate.java'), join(work, 'definitions'), join(work, 'documents')];
  const { status, stdout, stderr } = spawnSync(
    'java',
    ['-cp', join(validator, '*'), ...program, ...(guides ? [resolve(guides.folder)] : [])],
    { encoding: 'utf8', maxBuffer: 100_000_000 },
  );
  rmSync(work, { recursive: true });
  if (status !== 0) throw new Error(`The validator failed:\n${stderr}`);
  const verdicts = verdictsIn(stdout);
  const unknown = [...stdout.matchAll(/^(.*)\.json\tUNKNOWN\t/gm)].map(([, name = '']) => name);
  const missing = Object.keys(documents).filter((name) => !verdicts.has(name) && !unknown.includes(name));
  if (missing.length > 0) throw new Error(`Not validated: ${missing.join(', ')}`);
  return { verdicts, guides: guidesIn(stdout), unknown };
}
