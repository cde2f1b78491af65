import { useText } from '../../app/texts.tsx';
import { Button } from '../buttons/button.tsx';
import css from './load-failed.module.css';

type LoadFailedProps = {
  /** The error: a server error is shown with its support reference. */
  error?: { reference: string | undefined } | undefined;
  onRetry: () => void;
};

/** Message that loading failed, with a retry button. The texts `errors` must be loaded. */
export function LoadFailed({ error, onRetry }: LoadFailedProps) {
  const t = useText();
  return (
    <div className={css.failed} role="alert">
      <p>{t('error.general_error')}</p>
      {error?.reference && <p>{t('error.reference', { reference: error.reference })}</p>}
      <Button variant="two" icon="renew" onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}
