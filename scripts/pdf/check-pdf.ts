// npm run check:pdf: validates a PDF of each kind that the server makes with veraPDF against PDF/UA-1, which the PDFs claim. Each
// damaged copy must be refused, which proves that the check finds errors. Part of npm run check:fhir.
// Needs Java 17 or newer and Maven, which fetches veraPDF on the first run. Without Java the check is skipped, with a message.
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
