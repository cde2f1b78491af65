import { PDFDict, PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib';
import { setTitleMetadata } from '../title-metadata.ts';

/** A paper to merge: the bytes of a PDF, or of a JPEG picture. */
export type PaperBytes = { kind: 'pdf' | 'jpeg'; bytes: Uint8Array };

/** Why the pages of a paper are not in the PDF. */
export type MergeProblem = 'encrypted' | 'damaged' | 'tooLong' | 'tooLarge' | 'kind' | 'unreadable';

/** A paper that was read, or why it was not. */
export type ReadPaper = PaperBytes | { problem: MergeProblem };

/** Maximum number of pages of all papers. */
export const pagesAtMost = 200;

/** A4 in points, and the margin of a picture. */
const [width, height] = [595.28, 841.89];
const margin = 28;

/** Papers whose pages are in a document, and which are not. */
export type MergedPapers = {
  /** For each paper null if its pages are in the document, else why not. */
  outcomes: (MergeProblem | null)[];
  /** Puts documents before the papers, and each of `instead` in place of the paper with its number; returns the PDF. */
  finish: (front: readonly Uint8Array[], instead: ReadonlyMap<number, Uint8Array>) => Promise<Uint8Array>;
};

/** Copies the pages of papers into one document. A paper that cannot be read or is too long is left out. */
export async function mergePapers(papers: readonly ReadPaper[]): Promise<MergedPapers> {
  const merged = await PDFDocument.create();
  const outcomes: (MergeProblem | null)[] = [];
  const counts: number[] = [];
  let room = pagesAtMost;
  for (const paper of papers) {
    const before = merged.getPageCount();
    const outcome = 'problem' in paper ? paper.problem : await addPaper(merged, paper, room).catch(problemOf);
    // Pages of a paper that failed halfway.
    if (outcome !== null) while (merged.getPageCount() > before) merged.removePage(merged.getPageCount() - 1);
    outcomes.push(outcome);
    counts.push(merged.getPageCount() - before);
    room -= counts.at(-1) ?? 0;
  }
  return {
    outcomes,
    async finish([first, ...others], instead) {
      if (!first) throw new Error('There is no first document');
      // The first document keeps its structure for screen readers. Added documents have none.
      const whole = await PDFDocument.load(first, { updateMetadata: false });
      const add = async (source: PDFDocument, pages = source.getPageIndices()) => {
        for (const page of await whole.copyPages(source, pages)) whole.addPage(withoutStructure(page));
      };
      for (const bytes of others) await add(await PDFDocument.load(bytes, { updateMetadata: false }));
      let at = 0;
      for (const [index, count] of counts.entries()) {
        const notice = instead.get(index);
        if (notice) await add(await PDFDocument.load(notice, { updateMetadata: false }));
        await add(
          merged,
          Array.from({ length: count }, (_, page) => at + page),
        );
        at += count;
      }
      // Without the claim of the first document, which is not true of papers that others made.
      setTitleMetadata(whole, whole.getTitle() ?? '');
      return whole.save();
    },
  };
}

const problemOf = (error: unknown): MergeProblem =>
  error instanceof Error && /encrypted/i.test(`${error.name} ${error.message}`) ? 'encrypted' : 'damaged';

/** Removes the references of a copied page into the structure tree of its source, where this document has other elements. */
function withoutStructure(page: PDFPage): PDFPage {
  page.node.delete(PDFName.of('StructParents'));
  const annotations = page.node.Annots();
  for (const each of annotations?.asArray() ?? []) {
    const annotation = page.doc.context.lookup(each);
    if (annotation instanceof PDFDict) annotation.delete(PDFName.of('StructParent'));
  }
  return page;
}

async function addPaper(
  merged: PDFDocument,
  { kind, bytes }: PaperBytes,
  room: number,
): Promise<MergeProblem | null> {
  if (kind === 'jpeg') {
    if (room < 1) return 'tooLong';
    await addPicture(merged, bytes);
    return null;
  }
  const source = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true });
  if (source.isEncrypted) return 'encrypted';
  if (source.getPageCount() === 0) return 'damaged';
  if (source.getPageCount() > room) return 'tooLong';
  for (const page of await merged.copyPages(source, source.getPageIndices())) merged.addPage(page);
  return null;
}

/** Adds a picture as an A4 page, upright or across as the picture is. */
async function addPicture(merged: PDFDocument, bytes: Uint8Array): Promise<void> {
  const picture = await merged.embedJpg(bytes);
  const across = picture.width > picture.height;
  const [pageWidth, pageHeight] = across ? [height, width] : [width, height];
  const size = picture.scaleToFit(pageWidth - 2 * margin, pageHeight - 2 * margin);
  const page = merged.addPage([pageWidth, pageHeight]);
  page.drawImage(picture, {
    ...{ x: (pageWidth - size.width) / 2, y: (pageHeight - size.height) / 2 },
    ...{ width: size.width, height: size.height },
  });
}
