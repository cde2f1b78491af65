import { PDFDocument } from '@cantoo/pdf-lib';
import type { Language } from '../../../domain/i18n/texts.ts';

/** Pages of a photographed document: JPEG pictures in their order. `title` and `language` are those of the document. */
export type PhotographedDocument = { pages: readonly Uint8Array[]; title: string; language: Language };

/** A4 in points, and the margin of a picture. */
const [shortSide, longSide] = [595.28, 841.89];
const margin = 14;

const languageTags: Readonly<Record<Language, string>> = { en: 'en-AU', zh: 'zh-Hans' };

/** Makes an A4 PDF with one picture on each page, upright or across as the picture is. */
export async function pagesPdf({ pages, title, language }: PhotographedDocument): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setLanguage(languageTags[language]);
  for (const bytes of pages) {
    const picture = await document.embedJpg(bytes);
    const isAcross = picture.width > picture.height;
    const [width, height] = isAcross ? [longSide, shortSide] : [shortSide, longSide];
    const size = picture.scaleToFit(width - 2 * margin, height - 2 * margin);
    document.addPage([width, height]).drawImage(picture, {
      x: (width - size.width) / 2,
      y: (height - size.height) / 2,
      width: size.width,
      height: size.height,
    });
  }
  return document.save();
}
