import type { Language } from '../../../domain/i18n/texts.ts';
import { langOf } from '../../app/language.ts';

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** Returns the size of a file as shown in lists: '1.2 MB', '340 KB'. */
export function sizeWords(bytes: number, language: Language): string {
  const number = (value: number) =>
    new Intl.NumberFormat(langOf[language], { maximumFractionDigits: value < 10 ? 1 : 0 }).format(value);
  return bytes >= megabyte
    ? `${number(bytes / megabyte)} MB`
    : `${number(Math.max(1, Math.round(bytes / kilobyte)))} KB`;
}
