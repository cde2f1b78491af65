import { useMemo } from 'react';
import type { FlagName } from '../../../domain/permissions/templates.ts';
import { langOf } from '../../app/language.ts';
import { useLanguage, useText } from '../../app/texts.tsx';

type Change = { added: readonly FlagName[]; removed: readonly FlagName[] };

/** Changes of flags in words. */
export function useSpoken() {
  const t = useText();
  const language = useLanguage();
  return useMemo(() => {
    const together = new Intl.ListFormat(langOf[language], { type: 'conjunction' });
    const rights = (flags: readonly FlagName[]) =>
      together.format(flags.map((flag) => t(`permissions.flag.${flag}`)));
    return {
      /** What was ticked or unticked, a sentence for each. */
      unsaved: ({ added, removed }: Change) => [
        ...added.map((flag) => t('permissions.unsavedAdd', { right: t(`permissions.flag.${flag}`) })),
        ...removed.map((flag) => t('permissions.unsavedRemove', { right: t(`permissions.flag.${flag}`) })),
      ],
      /** What a save gives and takes, and how many it reaches. */
      effect: ({ added, removed }: Change, count: number) => [
        ...(added.length > 0 ? [t('permissions.gain', { count, rights: rights(added) })] : []),
        ...(removed.length > 0 ? [t('permissions.lose', { count, rights: rights(removed) })] : []),
      ],
    };
  }, [t, language]);
}
