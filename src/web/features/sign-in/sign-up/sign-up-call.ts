import type { ConsentVersions } from '../../../../domain/accounts/consents.ts';
import type { GuestDocumentType } from '../../../../domain/files/guest-file.ts';
import type { Language } from '../../../../domain/i18n/texts.ts';
import type { signupFileForm, signupForm } from '../../../../domain/inputs/sign-in/signup.ts';
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

/** A file that goes along with the sign-up, and what it is (SIGNUP-10, GUEST-08). */
export type SignupFile = { file: File; documentType: GuestDocumentType };

/** A file as the call names it: what the browser read of it, as a data URL. The file comes last: its sender is known before. */
export type ReadFile = { dataUrl: string; fileName: string; documentType: GuestDocumentType };

/** Milliseconds that a sign-up with a file may take: what the server waits for it to arrive, and for the checks. */
export const withFileMs = 150_000;

/** The call of the dialog (API-03): with names, without accountOwner (CON-27), and with a file where one was chosen. */
export function modalCall(
  values: ModalSignup,
  { language, payload = '', shownVersions }: SignupExtras,
  file?: ReadFile,
) {
  const sent = file && { fileName: file.fileName, documentType: file.documentType, file: file.dataUrl };
  return {
    path: '/api/auth/email-password-file',
    body: { ...values, ...always, payload, language, ...shown(shownVersions), ...sent },
  };
}
