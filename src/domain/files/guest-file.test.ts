import { describe, expect, it } from 'vitest';
import { documentTypes, fileCategories, replacesTheOneBefore } from './categories.ts';
import { guestCategory, guestDocumentTypes, keptDocumentType, problemsOfGuestFile } from './guest-file.ts';

const megabyte = 1024 * 1024;

describe('the file of a visitor', () => {
  it('is a directive, a film, or another document; only its type is stored [GUEST-08]', () => {
    expect(guestDocumentTypes.slice(0, 2).map(guestCategory)).toEqual(['ACP', 'WISHES']);
    expect(guestDocumentTypes.slice(0, 2).map(keptDocumentType)).toEqual([null, null]);
    for (const type of documentTypes) {
      expect(guestCategory(type)).toBe('ADDITIONAL_DOCUMENT');
      expect(keptDocumentType(type)).toBe(type);
    }
  });

  it('is refused for its type in the words of its category [GUEST-04] [GUEST-05] [GUEST-07]', () => {
    const problems = fileCategories.map((category) =>
      problemsOfGuestFile({ category, file_name: 'plan.exe', size: 10 }),
    );
    expect(problems).toEqual([
      [{ field: 'file_name', message: 'error.file.guestPdfOnly' }],
      [{ field: 'file_name', message: 'error.file.guestDocuments' }],
      [{ field: 'file_name', message: 'error.file.guestVideo' }],
    ]);
  });

  it('has a lower size limit than that of a signed-in person, and the same other rules [GAP-113]', () => {
    const document = { category: 'ACP', file_name: 'plan.pdf' } as const;
    expect(problemsOfGuestFile({ ...document, size: 10 * megabyte })).toEqual([]);
    expect(problemsOfGuestFile({ ...document, size: 10 * megabyte + 1 })).toEqual([
      { field: 'size', message: 'error.file_size_too_large', params: { limit: '10 MB' } },
    ]);
    const film = { category: 'WISHES', file_name: 'me.mp4' } as const;
    expect(problemsOfGuestFile({ ...film, size: 50 * megabyte })).toEqual([]);
    expect(problemsOfGuestFile({ ...document, file_name: 'a/b.pdf', size: 1 })).toEqual([
      { field: 'file_name', message: 'error.file.nameSlash' },
    ]);
  });
});

it('only a new directive replaces the one in use [GAP-61]', () => {
  expect(fileCategories.map(replacesTheOneBefore)).toEqual([true, false, false]);
});
