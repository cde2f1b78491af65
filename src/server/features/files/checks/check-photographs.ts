import { headBytes, kindOfContent } from '../../../../domain/files/content.ts';
import { sizeLimits } from '../../../../domain/files/limits.ts';
import type { PhotographedPage } from '../../../../domain/files/photographs.ts';
import { makePagesPdf } from '../../../documents/photographs/make-pages-pdf.ts';
import { drawPage } from '../../../images/draw-page.ts';
import type { Services } from '../../../pipeline/context.ts';
import { bytesOf, readWhole, type Content, type FilePart } from '../bytes/content.ts';
import { removeObjects } from '../objects-store.ts';
import { partsOfPage } from '../photographs/page-parts.ts';
import { problemOfContent } from './check-content.ts';
import { keepDrawn, type Checked, type Checking, type Looked } from './checked.ts';
import { readerOf } from './file-reader.ts';

/** Space of a document for what is not a picture, and most that one page may take, in bytes. */
const overhead = 256 * 1024;
const pageAtMost = 2 * 1024 * 1024;

type Photographs = {
  pages: readonly PhotographedPage[];
  parts: readonly (FilePart & { number: number })[];
};

type Drawn = { pdf: Uint8Array } | Extract<Checked, { page: number }>;

/** Draws photographs as one PDF, one after the other, so that one photograph at a time is in memory as it was sent. */
async function drawAll(
  services: Services,
  { name, content: { key } }: Looked,
  { pages, parts }: Photographs,
): Promise<Drawn> {
  const bytesAtMost = Math.min(pageAtMost, Math.floor((sizeLimits.document - overhead) / pages.length));
  const drawn: Buffer[] = [];
  for (const { number, turn, crop } of pages) {
    const sent = await readWhole(services, { key, parts: partsOfPage(parts, number) });
    const kind = kindOfContent(sent.subarray(0, headBytes));
    if (kind !== 'jpeg' && kind !== 'png') return { problem: 'contentDiffers', page: number };
    const page = await drawPage(sent, `image/${kind}`, { turn, crop }, bytesAtMost);
    if ('problem' in page) return { problem: page.problem, page: number };
    drawn.push(page.content);
  }
  const title = name.replace(/\.pdf$/i, '');
  const language = /\p{Script=Han}/u.test(title) ? 'zh' : 'en';
  return { pdf: await makePagesPdf({ pages: drawn, title, language }) };
}

const isComplete = ({ pages, parts }: Photographs, key: Buffer): boolean =>
  pages.length > 0 &&
  pages.every(({ number, size }) => bytesOf({ key, parts: partsOfPage(parts, number) }) === size);

/** Draws the document, checks its content and stores it. */
async function drawDocument(
  services: Services,
  looked: Looked,
  photographs: Photographs,
): Promise<{ part: FilePart } | Extract<Checked, { problem: unknown }>> {
  const drawn = await drawAll(services, looked, photographs);
  if ('problem' in drawn) return drawn;
  const problem = await problemOfContent('pdf', readerOf(Buffer.from(drawn.pdf)));
  return problem ? { problem } : { part: await keepDrawn(services, looked, drawn.pdf) };
}

/**
 * Draws the photographs of an upload as one PDF, and checks the PDF like one that was sent (D-20): its content and for viruses. No byte
 * of a photograph is in it. Returns null if parts of a photograph have not arrived, or there is no photograph.
 */
export async function checkPhotographs(
  services: Services,
  looked: Looked,
  photographs: Photographs,
  { limit, scan }: Checking,
): Promise<Checked | null> {
  const { key } = looked.content;
  if (!isComplete(photographs, key)) return null;
  const checked = await limit(() => drawDocument(services, looked, photographs));
  if ('problem' in checked) return checked;
  const { part } = checked;
  const document: Content = { key, parts: [part] };
  const verdict = await scan(services, document);
  const parts = photographs.parts.map(({ id }) => id);
  const { pages } = photographs;
  if (verdict === 'clean') return { parts, drawn: part, pages };
  // The job draws the document again, so this one is not needed. The nightly clean-up retries failures.
  await removeObjects(services, [part]).catch(() => {});
  return verdict === 'infected' ? { problem: 'unsafe' } : { parts, waits: true };
}
