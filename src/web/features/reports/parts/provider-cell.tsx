import { useText } from '../../../app/texts.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import css from './reports.module.css';

/** The name of a provider in a report, with the one above it. */
export function ProviderCell({
  provider: { name, above, archived },
}: {
  provider: { name: string; above: string | null; archived: boolean };
}) {
  const t = useText();
  const notes = [
    above !== null && t('reports.above', { provider: above }),
    archived && t('reports.archived'),
  ].filter((note) => note !== false);
  return (
    <div className={css.name}>
      <OwnWords>{name}</OwnWords>
      {notes.length > 0 && <small>{notes.join(' · ')}</small>}
    </div>
  );
}
