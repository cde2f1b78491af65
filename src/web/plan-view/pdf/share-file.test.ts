import { describe, expect, it, vi } from 'vitest';
import { canShareFiles, sharePdf } from './share-file.ts';

const file = { content: new Blob(['%PDF-1.7']), name: 'Margaret Doyle.pdf' };
const failing = (name: string) => ({ share: () => Promise.reject(new DOMException('', name)) });

describe("the browser's own share sheet", () => {
  it('is used if it accepts PDF files, and not otherwise', () => {
    const share = () => Promise.resolve();
    const takesPdf = (data?: ShareData) => data?.files?.[0]?.type === 'application/pdf';
    expect(canShareFiles({ share, canShare: takesPdf })).toBe(true);
    expect(canShareFiles({ share, canShare: () => false })).toBe(false);
    expect(canShareFiles({ share })).toBe(false);
    expect(canShareFiles({})).toBe(false);
  });

  it('gets the PDF under its name', async () => {
    const share = vi.fn<(data?: ShareData) => Promise<void>>().mockResolvedValue();
    expect(await sharePdf(file, { share })).toBe('shared');
    const [given] = share.mock.calls[0]?.[0]?.files ?? [];
    expect([given?.name, given?.type, await given?.text()]).toEqual([
      'Margaret Doyle.pdf',
      'application/pdf',
      '%PDF-1.7',
    ]);
  });

  it('may be closed again, need another touch, or fail', async () => {
    expect(await sharePdf(file, failing('AbortError'))).toBe('given-up');
    expect(await sharePdf(file, failing('NotAllowedError'))).toBe('needs-touch');
    await expect(sharePdf(file, failing('DataError'))).rejects.toThrow();
  });
});
