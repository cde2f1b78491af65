import { useText } from '../../app/texts.tsx';
import type { PlainTextKey } from '../../../domain/i18n/texts.ts';

/** Spinner for work that takes a while, with its text: a still ring for users who prefer reduced motion. */
export function Spinner({ word = 'common.loading' }: { word?: PlainTextKey | undefined }) {
  const t = useText();
  return (
    <p className="loading" role="status">
      <span className="spin" aria-hidden="true" />
      {t(word)}
    </p>
  );
}
