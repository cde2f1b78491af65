import { parseArgs } from 'node:util';
import type { FhirResource } from 'fhir/r4';
import type { ClientReading } from './client/interface.ts';
import { publishedFiles } from './golden.ts';
import { profiledResources } from './profiles.ts';
import { validate, type Verdict } from './validator.ts';

/** Messages about a definition of another guide that is in no package: elements that depend on it were not checked. */
const isLacking = (message: string): boolean =>
  /Unknown profile |profile \[.*could not be resolved|Unable to (find|resolve) profile/.test(message);

/**
 * Validates resources against the profiles of the guides in the folder of --packages, and prints their versions. Without the
 * option, prints that no profile was checked. Resources with errors are failures; resources that use a definition that is in no package
 * are listed. A folder without any of the profiles is a failure.
 */
export function checkGuides(
  validator: string,
  resources: Readonly<Record<string, FhirResource>>,
): Record<string, ClientReading> {
  const { packages: folder } = parseArgs({ options: { packages: { type: 'string' } } }).values;
  if (folder === undefined) {
    console.log(
      'No profile of another guide was checked: --packages DIR names a folder with their packages.',
    );
    return {};
  }
  const { documents, profiles } = profiledResources(resources);
  const { verdicts, guides, unknown } = validate(validator, {
    ...{ definitions: publishedFiles(), documents },
    guides: { folder, profiles },
  });
  for (const { name, version, definitions } of guides)
    console.log(`${name} ${version}: ${definitions} profiles, value sets and code systems`);
  if (unknown.length > 0) console.log(`No package has the profiles of ${unknown.length} resources.`);
  if (verdicts.size === 0)
    return { guides: { steps: [], problem: `No package in ${folder} has a profile.` } };
  return { guides: readingOf(verdicts) };
}

/** Returns the verdicts as steps: the resources without errors, and those that could not be checked whole. */
export function readingOf(verdicts: ReadonlyMap<string, Verdict>): ClientReading {
  const steps: string[] = [];
  const problems: string[] = [];
  for (const [name, { errors, warnings }] of verdicts) {
    const [lacking, wrong] = [errors.filter(isLacking), errors.filter((message) => !isLacking(message))];
    problems.push(...wrong.map((message) => `${name}: ${message}`));
    if (wrong.length > 0) continue;
    const rest = lacking.length === 0 ? '' : `; definitions that no package has: ${lacking.length}`;
    steps.push(`${name} has no error, ${warnings} warnings${rest}`);
  }
  return { steps, problem: problems.length === 0 ? null : problems.join('\n') };
}
