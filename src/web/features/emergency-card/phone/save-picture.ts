import type { IsoDate } from '../../../../domain/fields.ts';
import type { Translate } from '../../../../domain/i18n/texts.ts';
import { safeName } from '../../../../domain/files/safe-name.ts';
import { codeModules } from '../../../ui/drawings/qr-drawing.ts';
import type { CardFacts } from '../card-api.ts';
import type { CardWording } from '../card-words.ts';
import { cardLines } from './card-lines.ts';
import { drawCard, layOut } from './card-picture.ts';
import { pictureSize, type Type } from './picture-layout.ts';

/** Returns the name of the picture's file, in the language of the page: the person, the version and its day. */
export function pictureName(t: Translate, card: CardFacts, day: IsoDate): string {
  const person = safeName(card.full_name);
  const name = card.of_directive
    ? t('card.phone.directiveFileName', { person, date: day })
    : t('card.phone.fileName', { person, version: card.version, date: day });
  return `${name.replace(/^ - /, '')}.png`;
}

/** Fonts load when they are first used, and a canvas does not wait for them. */
async function loadFonts(fontOf: (type: Type) => string, words: string): Promise<void> {
  const weights = [400, 500, 700] as const;
  await Promise.all(weights.map((weight) => document.fonts.load(fontOf({ size: 40, weight }), words))).catch(
    () => {},
  );
}

/**
 * Returns the wallet card as a PNG of 2022 by 1276 pixels, with the PIN. `day` is the day of the version.
 * @throws Error if the browser cannot draw it
 */
export async function cardPicture(
  card: CardFacts,
  wordings: readonly CardWording[],
  day: IsoDate,
): Promise<Blob> {
  const style = getComputedStyle(document.documentElement);
  const family = [style.getPropertyValue('--font'), style.getPropertyValue('--font-zh')].join(',');
  const fontOf = ({ size, weight }: Type) => `${weight} ${size}px ${family}`;
  const lines = cardLines(card, wordings, day);
  await loadFonts(fontOf, JSON.stringify(lines));

  const canvas = document.createElement('canvas');
  Object.assign(canvas, pictureSize);
  const drawing = canvas.getContext('2d');
  if (!drawing) throw new Error('The browser has no canvas');
  const dark = codeModules(card.url);
  const picture = layOut(lines, dark.length, (words, type) => {
    drawing.font = fontOf(type);
    return drawing.measureText(words).width;
  });
  drawCard(drawing, picture, dark, fontOf);
  const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!content) throw new Error('The browser made no picture');
  return content;
}
