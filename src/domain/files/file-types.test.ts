import { describe, expect, it } from 'vitest';
import { documentTypes, fileCategories } from './categories.ts';
import { contentFits, kindOfContent } from './content.ts';
import {
  canPreview,
  extensionsOf,
  isTypeOf,
  problemsOfFile,
  typeOfName,
  typesInWords,
} from './file-types.ts';
import { bytesOfPart, guestSizeLimits, partBytes, partsOf, sizeInWords, sizeLimits } from './limits.ts';

const MB = 1024 * 1024;
const pdf = { category: 'ACP', file_name: 'plan.pdf', size: 1_000 } as const;

describe('files', () => {
  it('have one of three categories [UPLOAD-16]', () => {
    expect(fileCategories).toEqual(['ACP', 'ADDITIONAL_DOCUMENT', 'WISHES']);
  });

  it('have the document types of the source [UPLOAD-15]', () => {
    expect(documentTypes).toEqual([
      'POWER_OF_ATTORNEY_OR_GUARDIANSHIP_DOCUMENT',
      'APPOINTMENT_OF_MEDICAL_TREATMENT_DECISION_MAKER_OR_MEDICAL_POWER_OF_ATTORNEY',
      'FAMILY_CARE_PLAN',
      'VALUES_AND_PREFERENCES_DOCUMENT',
      'GOALS_OF_CARE',
      'TRANSLATOR_STATEMENT',
      'RESTRICTIVE_PRACTICE_CONSENT',
      'OTHER',
    ]);
  });

  it('have the extensions of their category, in upper or lower case [UPLOAD-05, GAP-62]', () => {
    expect(extensionsOf).toEqual({
      ACP: ['pdf'],
      ADDITIONAL_DOCUMENT: ['pdf', 'jpeg', 'jpg', 'png', 'doc', 'docx'],
      WISHES: ['mp4', 'mov'],
    });
    expect(isTypeOf('ACP', 'Plan.PDF')).toBe(true);
    expect(isTypeOf('ACP', 'plan.docx')).toBe(false);
    expect(isTypeOf('WISHES', 'film.mov')).toBe(true);
    for (const name of [
      'plan.svg',
      'plan.html',
      'plan.docm',
      'plan.exe',
      'plan.pdf.exe',
      'plan',
      '.pdf',
      'a.constructor',
    ])
      for (const category of fileCategories) expect([name, isTypeOf(category, name)]).toEqual([name, false]);
  });

  it('of another type are refused with the list of accepted types [UPLOAD-05]', () => {
    expect(problemsOfFile({ ...pdf, file_name: 'plan.docx' })).toEqual([
      { field: 'file_name', message: 'error.file_type_not_allowed', params: { types: 'PDF' } },
    ]);
    expect(typesInWords('ADDITIONAL_DOCUMENT')).toBe('PDF, JPEG, JPG, PNG, DOC, DOCX');
  });

  it('are at most 25 MB, videos 500 MB; those of visitors 10 and 50 MB [GAP-62, GAP-113]', () => {
    expect([sizeLimits, guestSizeLimits]).toEqual([
      { document: 25 * MB, video: 500 * MB },
      { document: 10 * MB, video: 50 * MB },
    ]);
    expect(problemsOfFile({ ...pdf, size: 25 * MB })).toEqual([]);
    expect(problemsOfFile({ ...pdf, size: 25 * MB + 1 })).toEqual([
      { field: 'size', message: 'error.file_size_too_large', params: { limit: '25 MB' } },
    ]);
    const film = { category: 'WISHES', file_name: 'film.mp4', size: 500 * MB } as const;
    expect(problemsOfFile(film)).toEqual([]);
    expect(problemsOfFile({ ...film, size: film.size + 1 })[0]?.params).toEqual({ limit: '500 MB' });
    expect(problemsOfFile(film, guestSizeLimits)[0]?.params).toEqual({ limit: '50 MB' });
  });

  it.each([0, -1, 1.5, NaN, Infinity])('are refused with a length of %s bytes', (size) => {
    expect(problemsOfFile({ ...pdf, size })).toEqual([{ field: 'size', message: 'error.file.empty' }]);
  });

  it('can be previewed, except Word documents [FILE-04]', () => {
    expect(['a.pdf', 'a.JPG', 'a.mov'].map(canPreview)).toEqual([true, true, true]);
    expect(['a.doc', 'a.DOCX', 'plan', ''].map(canPreview)).toEqual([false, false, false, false]);
  });

  it('are sent in parts, the last one with the rest', () => {
    expect(partsOf(1)).toBe(1);
    expect(partsOf(partBytes * 2 + 1)).toBe(3);
    expect([1, 2, 3, 4].map((part) => bytesOfPart(partBytes * 2 + 1, part))).toEqual([
      partBytes,
      partBytes,
      1,
      0,
    ]);
    expect([1, 1_500, MB - 1, MB, 25 * MB].map(sizeInWords)).toEqual([
      '1 KB',
      '2 KB',
      '1024 KB',
      '1 MB',
      '25 MB',
    ]);
  });
});

describe('the content of a file', () => {
  const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

  it.each([
    ['plan.pdf', '%PDF-1.7\n'],
    ['a.jpg', '\xff\xd8\xff\xe0'],
    ['a.jpeg', '\xff\xd8\xff\xe1'],
    ['a.png', '\x89PNG\r\n\x1a\n'],
    ['a.doc', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
    ['a.docx', 'PK\x03\x04'],
    ['a.mp4', '\0\0\0\x18ftypmp42'],
    ['a.mov', '\0\0\0\x14ftypqt  '],
    ['a.mov', '\0\0\0\x08wide\0\0\0\0mdat'],
  ])('matches the name %s by its first bytes, and no other kind [UPLOAD-05, security 33]', (name, head) => {
    const kind = typeOfName(name)?.kind;
    expect(kindOfContent(bytes(head))).toBe(kind);
    expect(kind && contentFits(kind, bytes(head))).toBe(true);
    for (const other of ['pdf', 'jpeg', 'png', 'doc', 'docx', 'video'] as const)
      if (other !== kind) expect(contentFits(other, bytes(head))).toBe(false);
  });

  it.each([
    '<svg xmlns=',
    '<!doctype html>',
    'MZ\x90\0',
    'GIF89a',
    'Rar!\x1a',
    ' %PDF-1.7',
    '\0\0\0\x18ftypheic',
    '',
    'x',
  ])('is not accepted: %j [security 33]', (head) => {
    expect(kindOfContent(bytes(head))).toBeUndefined();
  });
});
