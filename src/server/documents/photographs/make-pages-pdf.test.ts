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

  it('is unavailable when its thread fails or takes too long, and the server goes on', async () => {
    const broken = { pages: [Uint8Array.from([1, 2, 3])], title: 'Directive', language: 'en' } as const;
    await expect(makePagesPdf(broken)).rejects.toThrow(AppError);
    const pages = [new Uint8Array(await redAndBlue())];
    await expect(makePagesPdf({ ...broken, pages }, { timeoutMs: 1 })).rejects.toThrow(AppError);
  });
});
