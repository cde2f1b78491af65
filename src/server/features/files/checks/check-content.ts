import { contentFits, headBytes } from '../../../../domain/files/content.ts';
import type { FileKind } from '../../../../domain/files/file-types.ts';
import type { ContentProblem, FileReader } from './file-reader.ts';
import { problemOfPdf } from './pdf/pdf.ts';
import { problemOfVideo } from './video.ts';
import { problemOfWord } from './word.ts';
import { problemOfWord97 } from './word-97.ts';

/** Whether the first bytes are those of a program or a web page, which are unsafe under any name. */
function isProgramOrPage(head: Buffer): boolean {
  const text = head
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase();
  return /^(mz|\x7felf|#!|<\?xml|<!doctype|<html|<svg|<script|<\?php)/.test(text);
}

/**
 * Returns what is wrong with the content of a file whose name has the type `kind` (D-20); null for nothing. Pictures are checked
 * by the library that encodes them again.
 */
export async function problemOfContent(kind: FileKind, file: FileReader): Promise<ContentProblem | null> {
  const head = await file.read(0, headBytes);
  if (!contentFits(kind, head)) return isProgramOrPage(head) ? 'unsafe' : 'contentDiffers';
  switch (kind) {
    case 'pdf':
      return problemOfPdf(await file.read(0, file.size));
    case 'doc':
      return problemOfWord97(await file.read(0, file.size));
    case 'docx':
      return problemOfWord(await file.read(0, file.size));
    case 'video':
      return problemOfVideo(file);
    case 'jpeg':
    case 'png':
      return null;
  }
}
