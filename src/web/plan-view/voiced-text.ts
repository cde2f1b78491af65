import type { PlainTextKey } from '../../domain/i18n/texts.ts';
import { plainKeyInVoice } from '../../domain/questionnaire/reading/on-behalf/plain-forms.ts';
import { useSession } from '../app/session.tsx';
import { useText } from '../app/texts.tsx';

/**
 * Returns a function for texts about the plan in the voice of the account: a person reads "your plan", a writer on behalf "the plan".
 * Only for texts without names.
 */
export function useVoicedText(): (key: PlainTextKey) => string {
  const t = useText();
  const isOnBehalf = useSession()?.for_my_self === false;
  return (key) => t(plainKeyInVoice(key, isOnBehalf));
}
