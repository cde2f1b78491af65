import { useText } from '../../app/texts.tsx';
import type { PlainTextKey } from '../../../domain/i18n/texts.ts';

/** Work that takes a while, with its word: a still ring for people who want no motion. */
export function Spinner({ word = 'common.loading' }: { word?: PlainTextKey | undefined }) {
  const t = useText();
  return (
    <p className="loading" role="status">
      <span className="spin" aria-hidden="true" />
      {t(word)}
    </p>
  );
}
