import { useId, useLayoutEffect, useSyncExternalStore } from 'react';
import type { PlainTextKey } from '../../../domain/i18n/texts.ts';
import { useText } from '../../app/texts.tsx';
import { Button } from '../buttons/button.tsx';
import { HelpLine } from '../help-line.tsx';
import css from './load-failed.module.css';

type LoadFailedProps = {
  /** The error: a server error is shown with its support reference. */
  error?: { reference: string | undefined } | undefined;
  words?: PlainTextKey | undefined;
  onRetry: () => void;
};

/** Message that loading failed, with a retry button and, once on a page, the telephone number. The texts `errors` must be loaded. */
export function LoadFailed({ error, words = 'error.general_error', onRetry }: LoadFailedProps) {
  const t = useText();
  const isFirst = useIsFirstFailure();
  return (
    <div className={css.failed} role="alert">
      <p>{t(words)}</p>
      {error?.reference && <p>{t('error.reference', { reference: error.reference })}</p>}
      <Button variant="two" icon="renew" onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
      {isFirst && (
        <p>
          <HelpLine>{t('common.helpPhoneLine')}</HelpLine>
        </p>
      )}
    </div>
  );
}

/** Ids of the `LoadFailed` messages on the page, in the order in which they appeared. */
let shown: readonly string[] = [];
const listeners = new Set<() => void>();

function change(failures: readonly string[]): void {
  shown = failures;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True for one of the failures on a page: the telephone number is shown once. */
function useIsFirstFailure(): boolean {
  const id = useId();
  useLayoutEffect(() => {
    change([...shown, id]);
    return () => change(shown.filter((other) => other !== id));
  }, [id]);
  return useSyncExternalStore(
    subscribe,
    () => shown[0] === id,
    () => shown[0] === id,
  );
}
