import { langOf } from '../language.ts';
import { otherLanguage, ownName, useLanguage } from '../texts.tsx';
import { useLanguageChoice } from '../session.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';

/** Button that changes to the other language, labelled in its own script. */
export function LanguageButton({
  className,
  onDone,
}: {
  className?: string | undefined;
  onDone?: (() => void) | undefined;
}) {
  const other = otherLanguage[useLanguage()];
  const choose = useLanguageChoice();
  return (
    <button
      type="button"
      className={className}
      lang={langOf[other]}
      onClick={() => {
        void choose(other);
        onDone?.();
      }}
    >
      <Icon name="language" />
      {ownName[other]}
    </button>
  );
}
