import { plainDigits } from '../../typed-text/digits.ts';
import type { FieldError } from '../../errors.ts';
import { compactMedicare, isoOfDate, normaliseEmail } from '../../fields.ts';
import type { Language } from '../../i18n/texts.ts';
import { relations } from '../../accounts/relations.ts';
import {
  birthDateErrors,
  emailErrors,
  generalNameErrors,
  genderErrors,
  medicareErrors,
  newPasswordErrors,
  shortTextErrors,
} from '../account-fields.ts';
import { form, text, tick } from '../form.ts';
import { problem } from '../field-errors.ts';

/** `accountOwner` of a person who signs up for themselves. */
export const ownAccount = 'self';

/** Context of the sign-up rules: today in Melbourne, and on the server the check for common passwords. */
export type SignupContext = { today: string; isCommon?: (password: string) => boolean };

const accountShape = {
  email: text,
  password: text,
  medicareNumber: text,
  birthDate: text,
  gender: text,
  EUSARead: tick,
  privacyPolicyRead: tick,
  notOwnerConfirmation: tick,
};

type AccountValues = {
  email: string;
  password: string;
  medicareNumber: string;
  birthDate: string;
  gender: string;
  EUSARead: boolean;
  privacyPolicyRead: boolean;
  notOwnerConfirmation: boolean;
};

function accountErrors(values: AccountValues, { today, isCommon }: SignupContext): FieldError[] {
  return [
    ...emailErrors(values.email),
    ...newPasswordErrors(values.password, isCommon),
    ...medicareErrors(values.medicareNumber),
    ...birthDateErrors(values.birthDate, today),
    ...genderErrors(values.gender),
  ];
}

function consentErrors(values: AccountValues, forSomeoneElse: boolean): FieldError[] {
  return [
    ...problem('EUSARead', values.EUSARead ? undefined : 'error.servicesRead'),
    ...problem('privacyPolicyRead', values.privacyPolicyRead ? undefined : 'error.privacyRead'),
    ...problem(
      'notOwnerConfirmation',
      forSomeoneElse && !values.notOwnerConfirmation ? 'field.authority.required' : undefined,
    ),
  ];
}

const accountOutput = (values: AccountValues) => ({
  email: normaliseEmail(values.email),
  password: values.password,
  medicareNumber: compactMedicare(values.medicareNumber),
  birthDate: plainDigits(values.birthDate).trim(),
  gender: values.gender,
  EUSARead: values.EUSARead,
  privacyPolicyRead: values.privacyPolicyRead,
});

const ownerShape = { forMySelf: text, relationWithOwner: text, other_relationWithOwner: text };

type OwnerValues = { forMySelf: string; relationWithOwner: string; other_relationWithOwner: string };

function ownerErrors(values: OwnerValues): FieldError[] {
  if (values.forMySelf !== 'yes' && values.forMySelf !== 'no')
    return problem('forMySelf', 'field.forMyself.required');
  if (values.forMySelf === 'yes') return [];
  if (!relations.some((relation) => relation === values.relationWithOwner)) {
    return problem('relationWithOwner', 'field.relation.required');
  }
  if (values.relationWithOwner !== 'other') return [];
  return shortTextErrors(
    'other_relationWithOwner',
    values.other_relationWithOwner,
    'field.relationOther.required',
  );
}

/** Returns the relation fields that apply: none unless the account is for another person (SIGNUP-13). */
function ownerOutput(values: OwnerValues): {
  forMySelf: 'yes' | 'no';
  relationWithOwner?: string;
  other_relationWithOwner?: string;
} {
  if (values.forMySelf !== 'no') return { forMySelf: 'yes' };
  const { forMySelf, relationWithOwner } = values;
  if (relationWithOwner !== 'other') return { forMySelf, relationWithOwner };
  return { forMySelf, relationWithOwner, other_relationWithOwner: values.other_relationWithOwner.trim() };
}

/** Returns the owner of the account: 'self', the relation, or for the relation 'other' the typed words. */
export function accountOwnerOf(values: OwnerValues): string {
  const owner = ownerOutput(values);
  return owner.other_relationWithOwner ?? owner.relationWithOwner ?? ownAccount;
}

/** Form of the sign-up page. Its value has `accountOwner` ready to send. */
export const signupForm = (context: SignupContext) =>
  form(
    { ...ownerShape, ...accountShape },
    (values) => [
      ...ownerErrors(values),
      ...accountErrors(values, context),
      ...consentErrors(values, values.forMySelf === 'no'),
    ],
    (values) => ({
      ...ownerOutput(values),
      accountOwner: accountOwnerOf(values),
      ...accountOutput(values),
      notOwnerConfirmation: values.forMySelf === 'no',
    }),
  );

/** Form of the sign-up modal: also with names, and without accountOwner (CON-26, CON-27). The file is checked separately. */
export const signupFileForm = (context: SignupContext) =>
  form(
    { ...ownerShape, firstName: text, lastName: text, ...accountShape },
    (values) => [
      ...ownerErrors(values),
      ...generalNameErrors('firstName', values.firstName),
      ...generalNameErrors('lastName', values.lastName),
      ...accountErrors(values, context),
      ...consentErrors(values, values.forMySelf === 'no'),
    ],
    (values) => ({
      ...ownerOutput(values),
      firstName: values.firstName.trim(),
      lastName: values.lastName.trim(),
      ...accountOutput(values),
      notOwnerConfirmation: values.forMySelf === 'no',
    }),
  );

const requestShape = { payload: text, language: text };

const requestOutput = (values: { payload: string; language: string }) => ({
  payload: values.payload,
  language: (values.language === 'zh' ? 'zh' : 'en') satisfies Language,
});

/**
 * Input of the page's sign-up (POST /api/auth/email-password, type signup). Its value adds `forMySelf` and the birth date as ISO
 * date.
 */
export const signupRequest = (context: SignupContext) =>
  form(
    { accountOwner: text, ...accountShape, ...requestShape },
    (values) => [
      ...shortTextErrors('accountOwner', values.accountOwner, 'field.forMyself.required'),
      ...accountErrors(values, context),
      ...consentErrors(values, values.accountOwner.trim() !== ownAccount),
    ],
    (values) => ({
      accountOwner: values.accountOwner.trim(),
      forMySelf: values.accountOwner.trim() === ownAccount,
      ...accountOutput(values),
      birthDateIso: isoOfDate(values.birthDate) ?? '',
      ...requestOutput(values),
    }),
  );

/**
 * Input of the modal's sign-up (POST /api/auth/email-password-file, CON-27). It has no accountOwner. If it says whose account it
 * is (`forMySelf`), that is checked as in its form; if not, the account is for another person when the authority for another
 * person is confirmed.
 */
export const signupWithNamesRequest = (context: SignupContext) =>
  form(
    { ...ownerShape, firstName: text, lastName: text, ...accountShape, ...requestShape },
    (values) => [
      ...(values.forMySelf === '' ? [] : ownerErrors(values)),
      ...generalNameErrors('firstName', values.firstName),
      ...generalNameErrors('lastName', values.lastName),
      ...accountErrors(values, context),
      ...consentErrors(values, values.forMySelf === 'no'),
    ],
    (values) => {
      const { forMySelf, notOwnerConfirmation } = values;
      const own = forMySelf === '' ? !notOwnerConfirmation : forMySelf === 'yes';
      const unnamed = own ? ownAccount : 'other';
      return {
        firstName: values.firstName.trim(),
        lastName: values.lastName.trim(),
        forMySelf: own,
        accountOwner: forMySelf === '' ? unnamed : accountOwnerOf(values),
        ...accountOutput(values),
        birthDateIso: isoOfDate(values.birthDate) ?? '',
        ...requestOutput(values),
      };
    },
  );
