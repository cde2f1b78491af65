import type { FastifyReply } from 'fastify';
import type { Config } from '../../../config.ts';
import { readBase64url } from '../../../db/sealing/base64url.ts';
import type { Secrets } from '../../../db/sealing/secrets.ts';

/** Lifetime of the cookie, the same as that of the mailed link, in seconds. */
const life = 24 * 60 * 60;

const secureOf = ({ publicUrl }: Pick<Config, 'publicUrl'>) => publicUrl.startsWith('https:');

/** Returns the name of the cookie that marks the browser of a sign-up. */
export const signUpCookieName = (config: Pick<Config, 'publicUrl'>): string =>
  secureOf(config) ? '__Secure-wattle-signup' : 'wattle-signup';

const signed = (secrets: Secrets, email: string) => secrets.sign('signed-up-here', email);

/** Marks the browser of a sign-up, so that the mailed link needs no password in it (D-39). Gives no access without that link. */
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

/** Whether a browser was marked for this address. */
export function isSignUpBrowser(secrets: Secrets, email: string, mark: string): boolean {
  return /^[\w-]{43}$/.test(mark) && secrets.verify('signed-up-here', email, readBase64url(mark));
}
