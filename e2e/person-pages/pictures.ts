import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Language } from '../../src/domain/i18n/texts.ts';
import type { Shown } from './measured.ts';
import type { View } from './views.ts';

/** Folder that receives the pictures for the contact sheets; unset in a test run, which writes none. */
const folder = process.env['SHEET_PICTURES'];

/** The views of each language that a contact sheet shows, as width and colours. */
const shown: Readonly<Record<Language, readonly string[]>> = {
  en: ['1440 light', '390 dark'],
  zh: ['390 light', '320 dark'],
};

/** Keeps a picture of a view for the contact sheet of its area, if a sheet is made and shows it. */
export async function keepPicture(
  page: Page,
  language: Language,
  { area, number, caption: { address, state } }: Pick<Shown, 'area' | 'number' | 'caption'>,
  { width, colorScheme }: View,
): Promise<void> {
  if (!folder || !shown[language].includes(`${width} ${colorScheme}`)) return;
  const place = join(folder, area, String(number).padStart(3, '0'));
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'caption.txt'), `${address}\n${state}`);
  await page.screenshot({
    path: join(place, `${language}-${width}-${colorScheme}.png`),
    animations: 'disabled',
  });
}
