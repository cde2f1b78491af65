import type { ConsentVersions } from '../../../../domain/accounts/consents.ts';
import type { Language } from '../../../../domain/i18n/texts.ts';
import type { signupFileForm, signupForm } from '../../../../domain/inputs/signup.ts';
import type * as z from 'zod/mini';

/** What the sign-up page gives when everything is right. */
export type PageSignup = z.output<ReturnType<typeof signupForm>>;
/** What the sign-up dialog gives when everything is right. */
export type ModalSignup = z.output<ReturnType<typeof signupFileForm>>;

/** What goes along with the form: from the address of the page, the language, and the versions of the texts that are shown. */
export type SignupExtras = {
  language: Language;
  payload?: string | undefined;
  token?: string | undefined;
  shownVersions?: ConsentVersions | undefined;
};

const always = { type: 'signup', redirect: false } as const;

const shown = (versions: ConsentVersions | undefined) => versions && { shown_versions: versions };

/** The call of the page (API-02): who owns the account in one word, and no names (CON-26). */
export function pageCall(values: PageSignup, { language, payload = '', token, shownVersions }: SignupExtras) {
  const { forMySelf: _, relationWithOwner: __, other_relationWithOwner: ___, ...sent } = values;
  return {
    path: '/api/auth/email-password',
    body: { ...sent, ...always, payload, language, ...(token && { token }), ...shown(shownVersions) },
  };
}

/** The call of the dialog (API-03): with names, without accountOwner (CON-27). */
export function modalCall(values: ModalSignup, { language, payload = '', shownVersions }: SignupExtras) {
  const body = { ...values, ...always, payload, language, ...shown(shownVersions) };
  return { path: '/api/auth/email-password-file', body };
}
