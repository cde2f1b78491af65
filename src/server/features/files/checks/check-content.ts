import { contentFits, headBytes } from '../../../../domain/files/content.ts';
import type { FileKind } from '../../../../domain/files/file-types.ts';
import type { ContentProblem, FileReader } from './file-reader.ts';
import { problemOfPdf } from './pdf/pdf.ts';
import { problemOfVideo } from './video.ts';
import { problemOfWord } from './word.ts';
import { problemOfWord97 } from './word-97.ts';

/** Programs and pages, by their first bytes: under any name they are nothing that belongs to a plan. */
function isProgramOrPage(head: Buffer): boolean {
  const text = head
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase();
  return /^(mz|\x7felf|#!|<\?xml|<!doctype|<html|<svg|<script|<\?php)/.test(text);
}

/**
 * What is wrong inside a file that its name calls a file of that kind (D-20); null for nothing. Pictures are looked at by the library
 * that encodes them again.
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
