import { catalogue } from './catalogue.ts';
import type { Language, Translate } from './texts.ts';
import { translatorOf } from './translator.ts';

/** Translators with all texts of the product. The web, which loads texts by file, has its own. */
export const translators: Readonly<Record<Language, Translate>> = {
  en: translatorOf('en', catalogue.en),
  zh: translatorOf('zh', catalogue.zh),
};
