import { langOf } from '../../../app/language.ts';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';

/** Number of names in one line; the others are counted. */
const namesShown = 12;

/** The names of customers in one line. */
export function NamesInLine({ names, all = false }: { names: readonly string[]; all?: boolean }) {
  const t = useText();
  const list = new Intl.ListFormat(langOf[useLanguage()], { type: 'unit' });
  const shown = all ? names : names.slice(0, namesShown);
  const more = names.length - shown.length;
  const line = list.format(shown);
  return <OwnWords>{more > 0 ? t('customers.many.names', { names: line, count: more }) : line}</OwnWords>;
}
