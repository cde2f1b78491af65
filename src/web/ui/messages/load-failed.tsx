import { useText } from '../../app/texts.tsx';
import { Button } from '../buttons/button.tsx';
import css from './load-failed.module.css';

/** That something could not be read, and a way to try again. The texts `errors` must be loaded. */
export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const t = useText();
  return (
    <div className={css.failed} role="alert">
      <p>{t('error.general_error')}</p>
      <Button variant="two" icon="renew" onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}
