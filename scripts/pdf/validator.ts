import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchJars, pinnedVersion } from '../java/java.ts';

const folder = import.meta.dirname;
const pom = join(folder, 'pom.xml');

/** Result of a PDF: the profiles that it claims, the rules of PDF/UA-1 that it breaks, and the number of checks. */
export type PdfVerdict = { claims: string[]; broken: string[]; checks: number };

/** Version of veraPDF, as pinned in the POM. */
export const validatorVersion = (): string => pinnedVersion(pom, 'verapdf.version');

/** Reads the lines that `ValidatePdf.java` prints, by the name of the PDF. */
export function verdictsIn(lines: string): Map<string, PdfVerdict> {
  const verdicts = new Map<string, PdfVerdict>();
  const done = new Map<string, PdfVerdict>();
  for (const line of lines.split('\n')) {
    const [file = '', kind, content = '', times = '1'] = line.split('\t');
    const name = file.replace(/\.pdf$/, '');
    const verdict = verdicts.get(name) ?? { claims: [], broken: [], checks: 0 };
    verdicts.set(name, verdict);
    if (kind === 'CLAIM') verdict.claims.push(content);
    if (kind === 'ERROR') verdict.broken.push(times === '1' ? content : `${content} (${times} times)`);
    if (kind === 'DONE') done.set(name, Object.assign(verdict, { checks: Number(content) }));
  }
  return done;
}

/** Validates PDFs against PDF/UA-1. @throws Error if veraPDF fails or omits one */
export function validate(pdfs: Readonly<Record<string, Uint8Array>>): Map<string, PdfVerdict> {
  const jars = fetchJars(pom, `pdf-tools-${validatorVersion()}`);
  const work = mkdtempSync(join(tmpdir(), 'pdf-documents-'));
  for (const [name, bytes] of Object.entries(pdfs)) writeFileSync(join(work, `${name}.pdf`), bytes);
  const { status, stdout, stderr } = spawnSync(
    'java',
    ['-cp', join(jars, '*'), join(folder, 'ValidatePdf.java'), work],
    { encoding: 'utf8', maxBuffer: 100_000_000 },
  );
  rmSync(work, { recursive: true });
  if (status !== 0) throw new Error(`veraPDF failed:\n${stderr}`);
  const verdicts = verdictsIn(stdout);
  const missing = Object.keys(pdfs).filter((name) => !verdicts.has(name));
  if (missing.length > 0) throw new Error(`Not validated: ${missing.join(', ')}`);
  return verdicts;
}
