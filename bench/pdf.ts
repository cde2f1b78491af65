import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createPdfPool } from '../src/server/documents/pdf-pool.ts';
import { planDocument } from '../src/server/documents/plan-document.ts';
import { drawnSignature, planFacts } from '../src/server/documents/plan-document.fixture.ts';

/**
 * How fast one process sets full Chinese plans with a signature, and how much memory it takes at most.
 * Usage: node bench/pdf.ts [documents, 1000 by default]
 */
const total = Number(process.argv[2] ?? 1000);
const png = await drawnSignature();
const pool = createPdfPool({ queueLimit: 10 });
const documentOf = (index: number) =>
  planDocument(
    planFacts('zh', {
      version: index + 1,
      signature: { png, name: '陈美玲' },
      careProvider: `金合欢养老院 ${index}`,
    }),
  );

/** Resident memory of a process in megabytes; 0 where the system does not tell. */
function residentMegabytes(id: number | undefined): number {
  if (id === undefined) return 0;
  try {
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(id)]).toString();
    return Number(kilobytes) / 1024;
  }
}

let bytes = 0;
let peak = 0;
const times: number[] = [];
await pool.makePlanPdf(documentOf(0));
const started = performance.now();
for (let index = 0; index < total; index += 1) {
  const before = performance.now();
  bytes += (await pool.makePlanPdf(documentOf(index))).length;
  times.push(performance.now() - before);
  peak = Math.max(peak, residentMegabytes(pool.processId()));
}
const seconds = (performance.now() - started) / 1000;
await pool.close();
times.sort((a, b) => a - b);
const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))]?.toFixed(0);
console.log(
  `${total} documents in ${seconds.toFixed(1)} s: ${(total / seconds).toFixed(1)} per second (goal: 20)`,
);
console.log(
  `median ${at(0.5)} ms, 95% within ${at(0.95)} ms, slowest ${at(1)} ms, ${(bytes / total / 1024).toFixed(0)} kB each`,
);
console.log(`peak memory of the process: ${peak.toFixed(0)} MB`);
