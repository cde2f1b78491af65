import { useMemo } from 'react';
import type { FlagName } from '../../../domain/permissions/templates.ts';
import { langOf } from '../../app/language.ts';
import { useLanguage, useText } from '../../app/texts.tsx';

type Change = { added: readonly FlagName[]; removed: readonly FlagName[] };

/** Returns functions that describe changes of flags in words. */
export function useSpoken() {
  const t = useText();
  const language = useLanguage();
  return useMemo(() => {
    const together = new Intl.ListFormat(langOf[language], { type: 'conjunction' });
    const rights = (flags: readonly FlagName[]) =>
      together.format(flags.map((flag) => t(`permissions.flag.${flag}`)));
    return {
      /** Returns a sentence for each ticked or unticked flag. */
      unsaved: ({ added, removed }: Change) => [
        ...added.map((flag) => t('permissions.unsavedAdd', { right: t(`permissions.flag.${flag}`) })),
        ...removed.map((flag) => t('permissions.unsavedRemove', { right: t(`permissions.flag.${flag}`) })),
      ],
      /** Returns what a save grants and removes, and the number of affected users. */
      effect: ({ added, removed }: Change, count: number) => [
        ...(added.length > 0 ? [t('permissions.gain', { count, rights: rights(added) })] : []),
        ...(removed.length > 0 ? [t('permissions.lose', { count, rights: rights(removed) })] : []),
      ],
    };
  }, [t, language]);
}
