import type { Config } from '../../config.ts';
import { assertOutsideTransaction } from '../../db/outside-transaction.ts';
import { kindOfStatus } from '../fault-kind.ts';
import { checkTextMessage, TextMessageError, type TextMessages } from './port.ts';

/**
 * Hands text messages to a gateway: POST of JSON { to, from, text } to `smsUrl` with a bearer token. Any answer of the 200s is
 * taken for handed over. Follows no redirect, so that the token goes nowhere else.
 * @param timeoutMs how long to wait for the answer
 */
export function httpTextMessages(
  { smsUrl, smsToken, smsFrom }: Pick<Config, 'smsUrl' | 'smsToken' | 'smsFrom'>,
  { timeoutMs = 5_000 } = {},
): TextMessages {
  if (!smsUrl) throw new Error('SMS_URL is not set');
  return {
    async send(message) {
      assertOutsideTransaction('Sending a text message');
      checkTextMessage(message);
      let response: Response;
      try {
        response = await fetch(smsUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${smsToken}` },
          body: JSON.stringify({ to: message.to, from: smsFrom, text: message.text }),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
      } catch (error) {
        throw new TextMessageError('The text message gateway did not answer.', { cause: error });
      }
      // Its words may quote the number, so no one reads them.
      await response.body?.cancel().catch(() => {});
      if (!response.ok)
        throw new TextMessageError(`The text message gateway refused a message (${response.status}).`, {
          code: kindOfStatus(response.status),
        });
    },
  };
}
