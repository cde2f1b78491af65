import type { PlainTextKey } from '../i18n/texts.ts';

/** Maximum length of a file name, in bytes of UTF-8, as in file systems. */
const longest = 255;

/** Control characters, marks that change the direction of writing, and surrogates: they can disguise a name. */
const unfit = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\p{Cs}]/u;

function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** Returns a file name for storing: without surrounding blanks, its characters composed. */
export const plainFileName = (name: string): string => name.trim().normalize('NFC');

/** Returns the extension of a file name in lower case, without the dot; empty for none. */
export function extensionOf(name: string): string {
  const plain = plainFileName(name);
  const dot = plain.lastIndexOf('.');
  return dot > 0 ? plain.slice(dot + 1).toLowerCase() : '';
}

/** Returns the error of a file name, as text key; undefined for a valid one (UPLOAD-09 to 12). */
export function problemOfFileName(name: string): PlainTextKey | undefined {
  const plain = plainFileName(name);
  if (plain === '') return 'error.file.nameEmpty';
  if (plain.includes('..')) return 'error.file.nameDots';
  if (/[/\\]/.test(plain)) return 'error.file.nameSlash';
  if (unfit.test(plain)) return 'error.file_name_not_supported';
  if (utf8Bytes(plain) > longest) return 'error.file.nameTooLong';
  return extensionOf(plain) === '' ? 'error.file.nameNoExtension' : undefined;
}
