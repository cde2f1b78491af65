import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFStream } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../domain/errors.ts';
import { readPages, redAndBlue } from '../../features/files/photographs/photographs.fixture.ts';
import { makePagesPdf } from './make-pages-pdf.ts';

describe('the PDF of photographed pages', () => {
  it('has a title and a language, in Chinese too', async () => {
    const pages = [new Uint8Array(await redAndBlue())];
    const pdf = await makePagesPdf({ pages, title: '预先护理指示 2026-11-30', language: 'zh' });
    const read = await readPages(pdf);
    expect([read.title, String(read.language)]).toEqual(['预先护理指示 2026-11-30', '(zh-Hans)']);
  });

  it('has each page as a figure with its number, for screen readers, and its title as metadata', async () => {
    const page = new Uint8Array(await redAndBlue());
    const pdf = await makePagesPdf({ pages: [page, page], title: 'A & B <\u0007指示>', language: 'en' });
    const { context, catalog } = await PDFDocument.load(pdf);
    const figures = context
      .enumerateIndirectObjects()
      .flatMap(([, each]) =>
        each instanceof PDFDict && each.get(PDFName.of('S')) === PDFName.of('Figure') ? [each] : [],
      );
    const descriptions = figures.map((each) => each.lookup(PDFName.of('Alt'), PDFHexString).decodeText());
    expect(descriptions).toEqual(['A & B <\u0007指示>, 1/2', 'A & B <\u0007指示>, 2/2']);
    expect(String(catalog.lookup(PDFName.of('MarkInfo')))).toContain('/Marked true');
    const stream = catalog.lookup(PDFName.of('Metadata'), PDFStream);
    const metadata = stream.getContentsString();
    expect(metadata).toContain('>A &#38; B &#60; &#25351;&#31034;&#62;</');
    expect(metadata).not.toContain('pdfuaid');
  });

  it('is unavailable when its thread fails or takes too long, and the server continues', async () => {
    const broken = { pages: [Uint8Array.from([1, 2, 3])], title: 'Directive', language: 'en' } as const;
    await expect(makePagesPdf(broken)).rejects.toThrow(AppError);
    const pages = [new Uint8Array(await redAndBlue())];
    await expect(makePagesPdf({ ...broken, pages }, { timeoutMs: 1 })).rejects.toThrow(AppError);
  });
});
