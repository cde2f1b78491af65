import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { answersOfMargaret, daniel, pageOptions } from '../../pages/emergency/emergency.fixture.ts';
import { translators } from '../../../domain/i18n/translators.ts';
import { startPdfEngine } from '../pdf-engine.ts';
import { sheetsDocument } from '../sheets/sheets-document.ts';
import { pagesAtMost, type MergeProblem, type ReadPaper } from './merge.ts';
import { mergeHandover } from './merger.ts';

/** Returns a PDF whose pages have this width, in points, by which tests recognise them. */
async function pdfOf(pages: number, width: number, password?: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) document.addPage([width, 500]);
  if (password !== undefined) document.encrypt({ userPassword: password, ownerPassword: password });
  return document.save({ useObjectStreams: password === undefined });
}

const pdf = async (pages: number, width: number): Promise<ReadPaper> => ({
  kind: 'pdf',
  bytes: await pdfOf(pages, width),
});

/** Merges papers behind a first page of the width 100; the page in place of paper n has the width 900 + n. */
async function merge(papers: ReadPaper[]) {
  let outcomes: (MergeProblem | null)[] = [];
  const merged = await mergeHandover(papers, async (found) => {
    outcomes = found;
    const missing = [...found.entries()].filter(([, problem]) => problem !== null);
    const notices = await Promise.all(
      missing.map(async ([index]) => [index, await pdfOf(1, 900 + index)] as const),
    );
    return { front: [await pdfOf(1, 100), await pdfOf(2, 110)], instead: new Map(notices) };
  });
  const document = await PDFDocument.load(merged);
  return { outcomes, widths: document.getPages().map((page) => Math.round(page.getWidth())) };
}

describe('merging papers behind the first page and the plan', () => {
  it('has the pages of all papers in their order [N-14]', async () => {
    const { outcomes, widths } = await merge([await pdf(2, 200), await pdf(1, 300)]);
    expect(outcomes).toEqual([null, null]);
    expect(widths).toEqual([100, 110, 110, 200, 200, 300]);
  });

  it('has pictures as A4 pages, upright or across [N-14]', async () => {
    const pictureOf = async (width: number, height: number): Promise<ReadPaper> => ({
      kind: 'jpeg',
      bytes: await sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
        .jpeg()
        .toBuffer(),
    });
    const { outcomes, widths } = await merge([await pictureOf(300, 400), await pictureOf(400, 300)]);
    expect(outcomes).toEqual([null, null]);
    expect(widths).toEqual([100, 110, 110, 595, 842]);
  });

  it('has a page in place of a paper that is encrypted, damaged, without pages, too long, or not read [N-14]', async () => {
    const damaged = Buffer.from('%PDF-1.7\nnot a document');
    const noPages = Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n',
      'latin1',
    );
    const { outcomes, widths } = await merge([
      await pdf(1, 200),
      { kind: 'pdf', bytes: await pdfOf(1, 210, 'secret') },
      { kind: 'pdf', bytes: damaged },
      { kind: 'pdf', bytes: noPages },
      { kind: 'jpeg', bytes: Buffer.from([0xff, 0xd8, 0xff, 0x00]) },
      await pdf(pagesAtMost, 220),
      { problem: 'tooLarge' },
      await pdf(1, 300),
    ]);
    expect(outcomes).toEqual([
      null,
      'encrypted',
      'damaged',
      'damaged',
      'damaged',
      'tooLong',
      'tooLarge',
      null,
    ]);
    expect(widths).toEqual([100, 110, 110, 200, 901, 902, 903, 904, 905, 906, 300]);
  });

  it('keeps the structure of the first page for screen readers, and claims nothing of papers that others made [N-14] [S-66]', async () => {
    const made = startPdfEngine()(
      sheetsDocument({
        ...{ t: translators.en, missing: 0, printedAt: new Date() },
        sheets: [pageOptions({ contacts: [daniel], answers: answersOfMargaret })],
      }),
    );
    expect(Buffer.from(made).toString('latin1')).toContain('pdfuaid');
    const merged = await mergeHandover([{ kind: 'pdf', bytes: made }], async () => ({
      front: [made, made],
      instead: new Map(),
    }));
    const document = await PDFDocument.load(merged, { updateMetadata: false });
    const has = (name: string) => document.getPages().map(({ node }) => node.has(PDFName.of(name)));
    expect(document.catalog.has(PDFName.of('StructTreeRoot'))).toBe(true);
    expect(has('StructParents')).toEqual([true, false, false]);
    expect(document.getTitle()).toBe('1 emergency sheet');
    const metadata = String(document.catalog.lookup(PDFName.of('Metadata')));
    expect(metadata).toContain('1 emergency sheet');
    expect(metadata).not.toContain('pdfuaid');
  });

  it('is refused as unavailable if it takes longer than allowed [N-14]', async () => {
    const large = await pdf(pagesAtMost, 200);
    let outcomes: (MergeProblem | null)[] = [];
    const made = mergeHandover(
      Array.from({ length: 10 }, () => large),
      async (found) => {
        outcomes = found;
        return { front: [await pdfOf(1, 100)], instead: new Map() };
      },
      { timeoutMs: 1 },
    );
    await expect(made).rejects.toMatchObject({ code: 'unavailable' });
    expect(outcomes).toEqual([]);
  });
});
