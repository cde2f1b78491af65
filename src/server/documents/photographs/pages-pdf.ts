import { PDFDocument } from '@cantoo/pdf-lib';
import type { Language } from '../../../domain/i18n/texts.ts';
import { figureTags } from './page-tags.ts';

/** Pages of a photographed document: JPEG pictures in their order. `title` and `language` are those of the document. */
export type PhotographedDocument = { pages: readonly Uint8Array[]; title: string; language: Language };

/** A4 in points, and the margin of a picture. */
const [shortSide, longSide] = [595.28, 841.89];
const margin = 14;

const languageTags: Readonly<Record<Language, string>> = { en: 'en-AU', zh: 'zh-Hans' };

/** Makes an A4 PDF with one picture on each page, upright or across as the picture is, tagged as a figure with the page's number. */
export async function pagesPdf({ pages, title, language }: PhotographedDocument): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setLanguage(languageTags[language]);
  const tags = figureTags(document, title);
  for (const [index, bytes] of pages.entries()) {
    const picture = await document.embedJpg(bytes);
    const isAcross = picture.width > picture.height;
    const [width, height] = isAcross ? [longSide, shortSide] : [shortSide, longSide];
    const size = picture.scaleToFit(width - 2 * margin, height - 2 * margin);
    const [x, y] = [(width - size.width) / 2, (height - size.height) / 2];
    const page = document.addPage([width, height]);
    tags.add({
      ...{ page, description: `${title}, ${index + 1}/${pages.length}` },
      box: [x, y, x + size.width, y + size.height],
      draw: () => page.drawImage(picture, { x, y, width: size.width, height: size.height }),
    });
  }
  tags.finish();
  return document.save();
}
