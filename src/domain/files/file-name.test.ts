import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extensionOf, plainFileName, problemOfFileName } from './file-name.ts';

describe('the name of a file', () => {
  it.each(['../secret.pdf', 'my..plan.pdf', '...pdf', 'a.pdf..'])(
    'has no two dots in a row: %s [UPLOAD-09]',
    (name) => {
      expect(problemOfFileName(name)).toBe('error.file.nameDots');
    },
  );

  it.each(['a/b.pdf', '/etc/passwd.pdf', 'C:\\plan.pdf', '\\\\host\\plan.pdf'])(
    'has no slash of either kind: %s [UPLOAD-10]',
    (name) => {
      expect(problemOfFileName(name)).toBe('error.file.nameSlash');
    },
  );

  it.each(['', ' ', '\u3000', '\t\n'])('is not empty: %j [UPLOAD-11]', (name) => {
    expect(problemOfFileName(name)).toBe('error.file.nameEmpty');
  });

  it.each(['plan', '.pdf', 'plan.', ' plan '])('has an extension: %j [UPLOAD-12]', (name) => {
    expect(problemOfFileName(name)).toBe('error.file.nameNoExtension');
  });

  it.each([
    ['a zero byte', 'plan.pdf\0.exe'],
    ['a line break', 'plan\r\nSet-Cookie: a=b.pdf'],
    ['a mark that turns the writing', 'plan\u202Efdp.exe'],
    ['a sign that no one sees', 'pl\u200Ban.pdf'],
    ['half a character', 'plan\uD800.pdf'],
  ])('does not have %s [security 33]', (_, name) => {
    expect(problemOfFileName(name)).toBe('error.file_name_not_supported');
  });

  it('has at most as many bytes as file systems allow, in Chinese too', () => {
    expect(problemOfFileName(`${'a'.repeat(251)}.pdf`)).toBeUndefined();
    expect(problemOfFileName(`${'a'.repeat(252)}.pdf`)).toBe('error.file.nameTooLong');
    expect(problemOfFileName(`${'预'.repeat(83)}.pdf`)).toBeUndefined();
    expect(problemOfFileName(`${'预'.repeat(84)}.pdf`)).toBe('error.file.nameTooLong');
    // The first and the last character of two, of three and of four bytes.
    for (const [sign, bytes] of [
      ['\u00A1', 2],
      ['\u07FF', 2],
      ['\u0800', 3],
      ['\uFF21', 3],
      ['\u{10000}', 4],
      ['😀', 4],
    ] as const) {
      const room = 251 - Math.floor(251 / bytes) * bytes;
      const name = `${sign.repeat(Math.floor(251 / bytes))}${'a'.repeat(room)}.pdf`;
      expect(problemOfFileName(name)).toBeUndefined();
      expect(problemOfFileName(`a${name}`)).toBe('error.file.nameTooLong');
    }
  });

  it.each(['Plan.pdf', '预先护理指示 2026.PDF', 'Mum’s form (signed), 4 May.pdf', 'a.b.docx', ' plan.pdf '])(
    'may be an ordinary name: %s',
    (name) => {
      expect(problemOfFileName(name)).toBeUndefined();
    },
  );

  it('is stored without surrounding blanks and with its characters composed', () => {
    expect(plainFileName(' Re\u0301sume\u0301.pdf ')).toBe('Résumé.pdf');
    expect(extensionOf(' Plan.PDF ')).toBe('pdf');
  });

  it('never leads out of a folder or out of a header if it is accepted, whatever it is [security 33]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        if (problemOfFileName(name)) return;
        const plain = plainFileName(name);
        expect(plain).not.toMatch(/[/\\\0\r\n]|\.\./);
        expect(encodeURIComponent(plain).length).toBeLessThanOrEqual(3 * 255);
        expect(extensionOf(plain)).not.toBe('');
      }),
    );
  });
});
