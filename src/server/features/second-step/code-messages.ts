import type { Language } from '../../../domain/i18n/texts.ts';
import type { Services } from '../../pipeline/context.ts';
import { translators } from '../../../domain/i18n/translators.ts';
import type { TextMessage } from '../../ports/text-messages/port.ts';
import type { ChallengePurpose } from './challenges.ts';

/**
 * Returns the message with a code. Its last line lets telephones fill in the code on this site only (the format of "Origin-bound
 * one-time codes delivered via SMS", W3C).
 */
export function codeMessage(
  { publicUrl }: Services['config'],
  {
    to,
    code,
    language,
    purpose,
  }: { to: string; code: string; language: Language; purpose: ChallengePurpose },
): TextMessage {
  const t = translators[language];
  const words = t(purpose === 'add-phone' ? 'sms.phoneCheck' : 'sms.code', { code });
  const host = new URL(publicUrl).hostname;
  return { to, text: `${words}\n\n${t('sms.codeAutofill', { host, code })}` };
}
