import type { FastifyReply } from 'fastify';
import type { Config } from '../../config.ts';
import { readBase64url } from '../../db/sealing/base64url.ts';
import type { Secrets } from '../../db/sealing/secrets.ts';

/** As long as the link that was mailed, in seconds. */
const life = 24 * 60 * 60;

const secureOf = ({ publicUrl }: Pick<Config, 'publicUrl'>) => publicUrl.startsWith('https:');

/** The cookie of a browser in which an address was signed up. */
export const signUpCookieName = (config: Pick<Config, 'publicUrl'>): string =>
  secureOf(config) ? '__Secure-wattle-signup' : 'wattle-signup';

const signed = (secrets: Secrets, email: string) => secrets.sign('signed-up-here', email);

/** Marks the browser, so that the link of the mail needs no password in it (D-39). Opens nothing without that link. */
export function markSignUpBrowser(
  reply: FastifyReply,
  { config, secrets }: { config: Pick<Config, 'publicUrl'>; secrets: Secrets },
  email: string,
): void {
  const value = signed(secrets, email).toString('base64url');
  const parts = [
    `${signUpCookieName(config)}=${value}`,
    'Path=/api/auth/verify-email',
    `Max-Age=${life}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secureOf(config) ? ['Secure'] : []),
  ];
  reply.header('set-cookie', parts.join('; '));
}

/** Whether a browser's mark is of this address. */
export function isSignUpBrowser(secrets: Secrets, email: string, mark: string): boolean {
  return /^[\w-]{43}$/.test(mark) && secrets.verify('signed-up-here', email, readBase64url(mark));
}
