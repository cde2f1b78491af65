import { useText } from '../../app/texts.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import css from '../../plan-view/plan.module.css';

/** A note that the person wrote about an answer. */
export function Note({ children }: { children: string }) {
  const t = useText();
  return (
    <div className={css.note}>
      <Icon name="note" small />
      <p>
        <OwnWords>{t('review.note', { note: children })}</OwnWords>
      </p>
    </div>
  );
}
