import { AppError } from '../../../domain/errors.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import type { Services } from '../../pipeline/context.ts';
import { translators } from '../../mails/mail.ts';
import { TextMessageError, type TextMessage } from '../../ports/text-messages/port.ts';
import type { ChallengePurpose } from './challenges.ts';
import { admit, type Admission } from '../../pipeline/limit.ts';

/** Who is about to get a code: the person, their network address, and the number where they name a new one. */
type Sending = { userId: string; address: string; number?: string };

/**
 * Counts a text message before it is sent: one in thirty seconds for a person, and no flood for a network or a number.
 * @throws AppError `rate-limited` with `details.retryAfter`
 */
export function admitSending(
  services: Pick<Services, 'db' | 'clock' | 'secrets'>,
  { userId, address, number }: Sending,
): Promise<Admission> {
  return admit(services, [
    ['code-send:account', userId],
    ...(number === undefined ? [] : [['code-send:number', number] as const]),
    ['code-send:address', address],
  ]);
}

/**
 * The message that brings a code. Its last line lets telephones fill the code in on this site alone (the form of
 * "Origin-bound one-time codes delivered via SMS", W3C).
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

/**
 * Sends a code now. After the transaction that made it: nobody waits for a gateway with rows locked.
 * @throws AppError `unavailable` at the field `phone` when the gateway does not take it
 */
export async function sendCode({ textMessages }: Services, message: TextMessage): Promise<void> {
  try {
    await textMessages.send(message);
  } catch (error) {
    if (!(error instanceof TextMessageError)) throw error;
    const fields = [{ field: 'phone', message: 'error.mfa.sendFailed' as const }];
    throw new AppError('unavailable', { fields, cause: error });
  }
}
