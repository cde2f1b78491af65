import { createPdfPool } from '../src/server/documents/pdf-process/pdf-pool.ts';
import { bilingualPlan, drawnSignature } from '../src/server/documents/plan/plan-document.fixture.ts';
import { quantile, type Figure } from './measuring/figure.ts';
import { memoryOf } from './measuring/processes.ts';

/** Measures how fast one process typesets full plans in both languages with a signature, and its peak memory. */
export async function benchPdf(documents = 1_000): Promise<Figure[]> {
  const png = await drawnSignature();
  const documentOf = (index: number) =>
    bilingualPlan({
      version: index + 1,
      signature: { png, name: '陈美玲' },
      careProvider: `金合欢养老院 ${index}`,
    });
  const pool = createPdfPool();
  const times: number[] = [];
  const processes = new Set<number>();
  let bytes = 0;
  let peak = 0;
  try {
    await pool.makePdf(documentOf(0));
    const started = performance.now();
    for (let index = 0; index < documents; index += 1) {
      const before = performance.now();
      bytes += (await pool.makePdf(documentOf(index))).length;
      times.push(performance.now() - before);
      const id = pool.processId();
      if (id === undefined) continue;
      processes.add(id);
      peak = Math.max(peak, memoryOf(id).peak);
    }
    const seconds = (performance.now() - started) / 1000;
    times.sort((a, b) => a - b);
    const within = (share: number) => quantile(times, share).toFixed(0);
    return [
      {
        name: 'PDF of a plan',
        value: documents / seconds,
        unit: 'documents a second',
        goal: { least: 20 },
        about: `one worker; half within ${within(0.5)} ms, 99% within ${within(0.99)} ms, ${(bytes / documents / 1024).toFixed(0)} KB each`,
      },
      {
        name: 'PDF, peak memory of the worker',
        value: peak,
        unit: 'MB',
        about: `${documents} documents, ${processes.size} processes one after another`,
      },
    ];
  } finally {
    await pool.close();
  }
}
