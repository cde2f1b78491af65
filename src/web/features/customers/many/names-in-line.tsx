import { langOf } from '../../../app/language.ts';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';

/** Number of names in one line; the others are counted. */
const namesShown = 12;

/** The names of customers in one line. */
export function NamesInLine({ names, all = false }: { names: readonly string[]; all?: boolean }) {
  const t = useText();
  const list = new Intl.ListFormat(langOf[useLanguage()], { type: 'conjunction' });
  const shown = all || names.length <= namesShown ? names : names.slice(0, namesShown - 1);
  const more = names.length - shown.length;
  const rest = more > 0 ? [t('customers.many.more', { count: more })] : [];
  return <OwnWords>{list.format([...shown, ...rest])}</OwnWords>;
}
