import { useText } from '../../app/texts.tsx';
import { Button } from '../buttons/button.tsx';
import css from '../../plan-view/plan.module.css';

/** That something could not be read, and a way to try again. */
export function ReadAgain({ onAgain }: { onAgain: () => void }) {
  const t = useText();
  return (
    <div className={css.failed} role="alert">
      <p>{t('error.general_error')}</p>
      <Button variant="two" icon="renew" onClick={onAgain}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}
