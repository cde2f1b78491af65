import type { ConsentVersions } from '../../../../domain/accounts/consents/consents.ts';
import type { GuestDocumentType } from '../../../../domain/files/guest-file.ts';
import type { Language } from '../../../../domain/i18n/texts.ts';
import type { signupFileForm, signupForm } from '../../../../domain/inputs/sign-in/signup.ts';
import type * as z from 'zod/mini';

/** Valid values of the sign-up page. */
export type PageSignup = z.output<ReturnType<typeof signupForm>>;
/** Valid values of the sign-up dialog. */
export type ModalSignup = z.output<ReturnType<typeof signupFileForm>>;

/** Data sent in addition to the form: from the address of the page, the language, and the versions of the shown texts. */
export type SignupExtras = {
  language: Language;
  payload?: string | undefined;
  token?: string | undefined;
  shownVersions?: ConsentVersions | undefined;
};

const always = { type: 'signup', redirect: false } as const;

const shown = (versions: ConsentVersions | undefined) => versions && { shown_versions: versions };

/** Returns the request of the page (API-02): the account owner in one word, and no names (CON-26). */
export function pageCall(values: PageSignup, { language, payload = '', token, shownVersions }: SignupExtras) {
  const { forMySelf: _, relationWithOwner: __, other_relationWithOwner: ___, ...sent } = values;
  return {
    path: '/api/auth/email-password',
    body: { ...sent, ...always, payload, language, ...(token && { token }), ...shown(shownVersions) },
  };
}

/** File that is sent with the sign-up, and its type (SIGNUP-10, GUEST-08). */
export type SignupFile = { file: File; documentType: GuestDocumentType };

/** A file as sent in the request: its content as a data URL. The file comes last, so that the sender is known before it. */
export type ReadFile = { dataUrl: string; fileName: string; documentType: GuestDocumentType };

/** Timeout of a sign-up with a file, in milliseconds: the server's time for receiving the file, and for the checks. */
export const withFileMs = 150_000;

/** Returns the request of the dialog (API-03): with names, without accountOwner (CON-27), and with a file if one was chosen. */
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
