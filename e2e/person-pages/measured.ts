import type { Page } from '@playwright/test';
import type { Language } from '../../src/domain/i18n/texts.ts';
import { axeFindings, settled } from '../axe.ts';
import { pageFaults } from './page-faults.ts';
import { keepPicture } from './pictures.ts';
import type { View } from './views.ts';

/** A scene in its area: its caption on the sheet, and its views. */
export type Shown = {
  area: string;
  /** Place of the scene in its area. */
  number: number;
  caption: { address: string; state: string };
  views: readonly View[];
};

const show = async (page: Page, { width, colorScheme }: View) => {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
};

/** Gives a page the width and colours of the first view, before it is opened. */
export const begin = (page: Page, { views: [first] }: Pick<Shown, 'views'>): Promise<void> =>
  show(page, first!);

/** Returns the faults of an open page in every view, one line per fault, and keeps the pictures of its sheet. */
export async function faultsInViews(page: Page, language: Language, shown: Shown): Promise<string[]> {
  const { address, state } = shown.caption;
  const where = `${address}, ${state}`;
  const found: string[] = [];
  for (const view of shown.views) {
    await show(page, view);
    await settled(page, view.colorScheme);
    const faults = await pageFaults(page);
    found.push(...faults.map((fault) => `${where}, ${view.width} px, ${view.colorScheme}: ${fault}`));
    await keepPicture(page, language, shown, view);
  }
  found.push(...(await axeFindings(page)).map((finding) => `${where}, axe: ${finding}`));
  return found;
}
