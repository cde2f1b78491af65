// npm run check:fhir: validates the FHIR documents of plans with HAPI's validator on base R4. Golden documents of every kind and
// the published definitions must have no error; damaged documents must each have one, so that the check is known to find errors.
// Then HAPI's generic client reads the interface for clinical systems of a server of its own.
// Needs Java 17 or newer and Maven, which fetches the validator on the first run. Without Java it says so, and is skipped.
import { readWithGenericClient } from './client/interface.ts';
import { damagedDocuments } from './damaged.ts';
import { goldenDocuments, publishedFiles, validatedDefinitions } from './golden.ts';
import { recordExamples } from './records.ts';
import { damagedSummaries, summaryExamples } from './summaries.ts';
import {
  fetchValidator,
  isJavaTooOld,
  javaVersion,
  validate,
  validatorVersion,
  type Verdict,
} from './validator.ts';

const java = javaVersion();
if (java === null || isJavaTooOld(java)) {
  const found = java === null ? 'No Java is installed' : `Java ${java} is too old`;
  console.log(`${found}: the FHIR documents were NOT validated. Install Java 17 or newer to validate them.`);
  console.log('0 passed, 0 failed, 1 skipped');
  process.exit(0);
}

const validator = fetchValidator();
const golden = await goldenDocuments();
const valid = { ...golden, ...validatedDefinitions(), ...recordExamples(), ...summaryExamples() };
const damaged = Object.fromEntries(
  [...Object.entries(damagedDocuments(golden['english']!)), ...Object.entries(damagedSummaries())].map(
    ([name, each]) => [`damaged-${name}`, each],
  ),
);
const verdicts = validate(validator, publishedFiles(), { ...valid, ...damaged });
const failed = [...verdicts].filter(([name, verdict]) => !isAsExpected(name, verdict));
for (const [name, { errors, warnings }] of verdicts)
  console.log(`${name}: ${errors.length} errors, ${warnings} warnings`);
for (const [name, { errors }] of failed) {
  console.error(name in valid ? `\n${name} has errors:` : `\n${name} was accepted`);
  for (const message of errors) console.error(`  ${message}`);
}
console.log(
  `\nHAPI ${validatorVersion()}, base R4 (4.0.1), Java ${java}. No profile of another guide was checked.`,
);
const { steps, problem } = await readWithGenericClient(validator);
for (const step of steps) console.log(`generic client: ${step}`);
if (problem !== null) console.error(`\nThe generic client failed:\n${problem}`);
const [passed, lost] = [
  verdicts.size - failed.length + steps.length,
  failed.length + (problem === null ? 0 : 1),
];
console.log(`${passed} passed, ${lost} failed`);
process.exit(lost > 0 ? 1 : 0);

function isAsExpected(name: string, { errors }: Verdict): boolean {
  return name in valid ? errors.length === 0 : errors.length > 0;
}
