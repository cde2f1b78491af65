import { Icon } from '../../ui/drawings/icon.tsx';
import { useAppearance } from '../look/appearance.ts';
import { useText } from '../texts.tsx';

/** Button that makes all text larger, and normal again. */
export function TextSizeButton({ className }: { className?: string | undefined }) {
  const t = useText();
  const { largeText, setLargeText } = useAppearance();
  return (
    <button
      type="button"
      className={className}
      aria-pressed={largeText}
      onClick={() => setLargeText(!largeText)}
    >
      <Icon name="text-size" />
      {t('common.largerText')}
    </button>
  );
}
