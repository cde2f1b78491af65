import type { PlainTextKey } from '../../i18n/texts.ts';

/** Messages for an address that an account could not take (GAP-80). */
const messages = {
  email_in_use: 'error.designate.email_in_use',
  invalid_email: 'error.designate.invalid_email',
  same_as_current: 'error.designate.same_as_current',
  not_allowed: 'error.designate.not_allowed',
  user_not_found: 'error.designate.user_not_found',
  contact_not_found: 'error.designate.contact_not_found',
  mail_failed: 'error.designate.mail_failed',
} as const satisfies Record<string, PlainTextKey>;

export type DesignateError = keyof typeof messages;

/** Returns the message of a code of the table; the general one for an unknown code (ERR-21). */
export const designateMessage = (code: unknown): PlainTextKey =>
  typeof code === 'string' && Object.hasOwn(messages, code)
    ? messages[code as DesignateError]
    : 'error.mfa_1019';
