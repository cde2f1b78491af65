import { useEffect, useRef, useState, type ReactNode } from 'react';
import { melbourneDate } from '../../../../domain/fields.ts';
import { callRest } from '../../../api/call.ts';
import { codeOf } from '../../../api/errors.ts';
import { site } from '../../../app/site.ts';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { Form } from '../../../forms/form.tsx';
import { readDataUrl } from '../../../forms/pictures/read-data-url.ts';
import { useZodForm, type ZodForm } from '../../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { ConsentSection } from './consent-section.tsx';
import { saying } from '../../../forms/errors/form-errors.ts';
import { signUpErrors, type SignUpPlace } from './sign-up-errors.ts';
import {
  modalCall,
  pageCall,
  withFileMs,
  type ModalSignup,
  type PageSignup,
  type ReadFile,
  type SignupExtras,
  type SignupFile,
} from './sign-up-call.ts';
import { DetailFields, OwnerFields } from './sign-up-fields.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';

const words: StateWords = {
  pending: 'signup.submitting',
  complete: 'signup.submitting',
  error: 'signup.notSubmitted',
};

/** The checks of the forms: loaded once the page reacts. */
const loadForms = () => import('../../../../domain/inputs/sign-in/signup.ts');

/** Time after which the button returns to its initial state, in milliseconds (SIGNUP-36). */
const resetMs = 3000;

/** Fields in their order on the page, which is the order of the error summary. */
const emptyPage = {
  forMySelf: '',
  relationWithOwner: '',
  other_relationWithOwner: '',
  email: '',
  password: '',
  birthDate: '',
  medicareNumber: '',
  gender: '',
  EUSARead: false,
  privacyPolicyRead: false,
  notOwnerConfirmation: false,
};
const { forMySelf, relationWithOwner, other_relationWithOwner, ...emptyRest } = emptyPage;
const emptyModal = {
  forMySelf,
  relationWithOwner,
  other_relationWithOwner,
  firstName: '',
  lastName: '',
  ...emptyRest,
};

/** Values typed in the sign-up dialog. */
export type ModalValues = typeof emptyModal;

type Outcome = {
  /** Called when the account exists; its address must be checked first. */
  onVerify: (email: string) => unknown;
  /** Called when the account exists and the person is signed in. May throw. */
  onEntered: () => Promise<void>;
  /** Content beside or below the button. */
  after?: ReactNode;
};

/**
 * Form of the sign-up page (API-02). `invitedEmail` comes from an invitation and cannot be changed. With `forSomeone` the form
 * starts with the choice to fill it in for another person.
 */
export function SignupPageForm({
  invitedEmail,
  forSomeone = false,
  extras,
  ...outcome
}: Outcome & {
  invitedEmail?: string | undefined;
  forSomeone?: boolean;
  extras: Pick<SignupExtras, 'payload' | 'token'>;
}) {
  const language = useLanguage();
  const today = useToday();
  const form = useZodForm<typeof emptyPage, PageSignup>(
    async () => (await loadForms()).signupForm({ today }),
    {
      ...emptyPage,
      ...(forSomeone && { forMySelf: 'no' }),
      email: invitedEmail ?? '',
    },
  );
  return (
    <SignupForm
      {...outcome}
      place="page"
      form={form}
      emailLocked={invitedEmail !== undefined}
      callOf={(values) => pageCall(values, { ...extras, language, shownVersions: site.consents })}
    />
  );
}

/**
 * Form of the sign-up dialog (API-03). The typed values are passed to `onLeave` when the dialog closes, and come back as `kept`.
 */
export function SignupModalForm({
  kept,
  onLeave,
  file,
  ...outcome
}: Outcome & {
  kept: Partial<ModalValues>;
  onLeave: (values: ModalValues) => void;
  /** File that is sent with the sign-up (SIGNUP-10). */
  file?: SignupFile | undefined;
}) {
  const language = useLanguage();
  const today = useToday();
  const form = useZodForm<ModalValues, ModalSignup>(
    async () => (await loadForms()).signupFileForm({ today }),
    { ...emptyModal, ...kept },
  );
  const latest = useRef({ form, onLeave });
  latest.current = { form, onLeave };
  useEffect(() => () => latest.current.onLeave(latest.current.form.getValues()), []);
  return (
    <SignupForm
      {...outcome}
      place="modal"
      form={form}
      emailLocked={false}
      withinMs={file && withFileMs}
      callOf={async (values) =>
        modalCall(values, { language, shownVersions: site.consents }, file && (await readFile(file)))
      }
    />
  );
}

/** Reads a chosen file for the request. @throws ApiError if the browser cannot read it */
async function readFile({ file, documentType }: SignupFile): Promise<ReadFile> {
  return { dataUrl: await readDataUrl(file), fileName: file.name, documentType };
}

/** Returns the day in Melbourne when the form was opened. */
function useToday(): string {
  return useState(() => melbourneDate(Date.now()))[0];
}

type SignupFormProps<Values extends Record<string, unknown>, Output extends { email: string }> = Outcome & {
  place: SignUpPlace;
  form: ZodForm<Values, Output>;
  emailLocked: boolean;
  callOf: (values: Output) => Sent | Promise<Sent>;
  /** Timeout of the response in milliseconds, if not the usual one. */
  withinMs?: number | undefined;
};

type Sent = { path: string; body: Record<string, unknown> };

function SignupForm<Values extends Record<string, unknown>, Output extends { email: string }>({
  place,
  form,
  emailLocked,
  callOf,
  withinMs,
  onVerify,
  onEntered,
  after,
}: SignupFormProps<Values, Output>) {
  const t = useText();
  const signUp = async (values: Output) => {
    const { path, body } = await callOf(values);
    try {
      await callRest(path, body, withinMs);
    } catch (error) {
      if (codeOf(error) !== 'verification-required') throw error;
      return onVerify(values.email);
    }
    return onEntered().catch(() => Promise.reject(saying('error.noAnswer')));
  };
  const { submit, state, problems } = useSubmit(form, signUp, { ...signUpErrors(place), resetMs });

  return (
    <Form form={form} onSubmit={submit} problems={problems} prefix={place === 'modal' ? 'signup' : ''}>
      <OwnerFields />
      <DetailFields place={place} emailLocked={emailLocked} />
      <ConsentSection place={place} />
      <Button type="submit" wide state={state} words={words}>
        {t('signup.submit')}
      </Button>
      {after}
    </Form>
  );
}
