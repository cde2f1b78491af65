// npm run check:pdf: validates a PDF of each kind that the server makes with veraPDF, against PDF/UA-1, which they claim. Damaged
// copies must each be refused, so that the check is known to find errors. Part of npm run check:fhir.
// Needs Java 17 or newer and Maven, which fetches veraPDF on the first run. Without Java it says so, and is skipped.
import { javaProblem } from '../java/java.ts';
import { checkPdfs } from './pdfs.ts';

const lack = javaProblem();
if (lack !== null) {
  console.log(`${lack}: the PDFs were NOT validated. Install Java 17 or newer to validate them.`);
  console.log('0 passed, 0 failed, 1 skipped');
  process.exit(0);
}

const { steps, problem } = await checkPdfs();
for (const step of steps) console.log(step);
if (problem !== null) console.error(`\n${problem}`);
console.log(`${steps.length} passed, ${problem === null ? 0 : 1} failed`);
process.exit(problem === null ? 0 : 1);
