import { en } from './en.ts';
import type { Language } from './texts.ts';
import { zh } from './zh.ts';

const merged = (files: Record<string, Record<string, string>>): Record<string, string> =>
  Object.assign({}, ...Object.values(files));

/** Every text of the product, for code that does not load texts separately: the server and the tests. */
export const catalogue: Record<Language, Record<string, string>> = { en: merged(en), zh: merged(zh) };
