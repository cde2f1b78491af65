import type { Config } from '../../config.ts';
import { assertOutsideTransaction } from '../../db/outside-transaction.ts';
import { kindOfStatus } from '../fault-kind.ts';
import { checkTextMessage, TextMessageError, type TextMessages } from './port.ts';

/**
 * Sends text messages through a gateway: POST of JSON { to, from, text } to `smsUrl` with a bearer token. Any 2xx response counts
 * as delivered. Follows no redirect, so that the token is sent to no other server.
 * @param timeoutMs timeout for the response, in milliseconds
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
      // The body may quote the number, so it is not read.
      await response.body?.cancel().catch(() => {});
      if (!response.ok)
        throw new TextMessageError(`The text message gateway refused a message (${response.status}).`, {
          code: kindOfStatus(response.status),
        });
    },
  };
}
