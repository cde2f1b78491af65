import { describe, expect, it } from 'vitest';
import { acceptInvitationForm, acceptInvitationRequest } from './sign-in/accept-invitation.ts';
import { changePasswordRequest } from './sign-in/change-password.ts';
import { readForm } from './form.ts';
import { profileForm } from './profile.ts';
import { resetRequest } from './sign-in/reset.ts';
import { signupFileForm, signupWithNamesRequest, signupForm, signupRequest } from './sign-in/signup.ts';

const context = { today: '2026-11-21' };
const account = {
  email: 'mei@example.com',
  password: 'Blue-Kite7',
  medicareNumber: '',
  birthDate: ' 04/05/1948 ',
  gender: 'Female',
  EUSARead: true,
  privacyPolicyRead: true,
  notOwnerConfirmation: false,
};
const names = { firstName: ' Mei ', lastName: ' Chen ' };
const forFriend = { forMySelf: 'no', relationWithOwner: 'friend', notOwnerConfirmation: true };

/** Returns the output for valid values. */
function valueOf(schema: Parameters<typeof readForm>[0], sent: object): unknown {
  const read = readForm(schema, sent);
  return read.ok ? read.value : read.fields;
}

describe('the output of the sign-up forms', () => {
  it('is trimmed, and confirms the authority only for another person [SIGNUP-28]', () => {
    for (const [schema, more, named] of [
      [signupForm(context), {}, {}],
      [signupFileForm(context), names, { firstName: 'Mei', lastName: 'Chen' }],
    ] as const) {
      const own = valueOf(schema, { ...account, ...more, forMySelf: 'yes' });
      expect(own).toMatchObject({ ...named, birthDate: '04/05/1948', notOwnerConfirmation: false });
      const other = valueOf(schema, { ...account, ...more, ...forFriend });
      expect(other).toMatchObject({ relationWithOwner: 'friend', notOwnerConfirmation: true });
    }
  });

  it('names the last name in the message about it, also in the modal', () => {
    const sent = { ...account, firstName: 'Mei', lastName: 'C3' };
    expect(valueOf(signupWithNamesRequest(context), sent)).toEqual([
      { field: 'lastName', message: 'error.generalName' },
    ]);
    expect(valueOf(signupFileForm(context), { ...sent, forMySelf: 'yes', firstName: 'M3' })).toEqual([
      { field: 'firstName', message: 'error.generalName' },
      { field: 'lastName', message: 'error.generalName' },
    ]);
  });

  it('is for oneself or not, by the owner on the page [SIGNUP-01]', () => {
    const sent = { ...account, payload: 'p', language: 'en' };
    expect(valueOf(signupRequest(context), { ...sent, accountOwner: ' self ' })).toMatchObject({
      accountOwner: 'self',
      forMySelf: true,
      language: 'en',
      birthDateIso: '1948-05-04',
    });
    const other = { ...sent, accountOwner: ' friend ', notOwnerConfirmation: true, language: 'zh' };
    expect(valueOf(signupRequest(context), other)).toMatchObject({
      accountOwner: 'friend',
      forMySelf: false,
      language: 'zh',
    });
    expect(valueOf(signupRequest(context), { ...other, language: 'fr' })).toMatchObject({ language: 'en' });
  });

  it('is for oneself in the modal if no authority is confirmed [SIGNUP-01]', () => {
    for (const notOwnerConfirmation of [false, true])
      expect(
        valueOf(signupWithNamesRequest(context), { ...account, ...names, notOwnerConfirmation }),
      ).toMatchObject({
        firstName: 'Mei',
        lastName: 'Chen',
        forMySelf: !notOwnerConfirmation,
        accountOwner: notOwnerConfirmation ? 'other' : 'self',
        birthDateIso: '1948-05-04',
        payload: '',
      });
  });

  it('is for the person that the modal sends, whatever else is ticked [SIGNUP-01] [SIGNUP-02]', () => {
    const sent = { ...account, ...names, notOwnerConfirmation: true };
    const request = signupWithNamesRequest(context);
    expect(valueOf(request, { ...sent, forMySelf: 'yes' })).toMatchObject({
      forMySelf: true,
      accountOwner: 'self',
    });
    expect(valueOf(request, { ...sent, ...forFriend })).toMatchObject({
      forMySelf: false,
      accountOwner: 'friend',
    });
    expect(valueOf(request, { ...sent, ...forFriend, notOwnerConfirmation: false })).toMatchObject([
      { field: 'notOwnerConfirmation' },
    ]);
    expect(valueOf(request, { ...sent, forMySelf: 'maybe' })).toMatchObject([{ field: 'forMySelf' }]);
    expect(valueOf(request, { ...sent, forMySelf: 'no' })).toMatchObject([{ field: 'relationWithOwner' }]);
  });
});

describe('the output of the other forms', () => {
  it('is both passwords as typed, and the token with the new one', () => {
    const isCommon = () => false;
    const change = { current: ' Old pass ', password: 'Blue-Kite7' };
    expect(valueOf(changePasswordRequest(isCommon), change)).toEqual(change);
    const reset = { token: 't', password: 'Blue-Kite7' };
    expect(valueOf(resetRequest(isCommon), reset)).toEqual(reset);
    expect(valueOf(acceptInvitationForm, { password: 'Blue-Kite7' })).toEqual({ password: 'Blue-Kite7' });
    expect(valueOf(acceptInvitationForm, { password: 'Blue-Kite' })).toMatchObject([{ field: 'password' }]);
  });

  it('is an accepted invitation with its token, and in English if no language is known', () => {
    const request = acceptInvitationRequest((password) => password === 'Password1');
    const sent = { token: 't', password: 'Blue-Kite7' };
    expect(valueOf(request, { ...sent, language: 'zh' })).toEqual({ ...sent, language: 'zh' });
    for (const language of ['en', 'fr', undefined])
      expect(valueOf(request, { ...sent, language })).toEqual({ ...sent, language: 'en' });
    expect(valueOf(request, { password: 'Password1' })).toEqual([
      { field: 'token', message: 'error.signup.tokenBad' },
      { field: 'password', message: 'field.password.common' },
    ]);
  });

  it('is a profile without surrounding blanks, with a date of birth that is not in the future', () => {
    const sent = {
      first_name: ' Mei ',
      last_name: ' Chen ',
      dob: ' 04/05/1948 ',
      gender: 'Female',
      postcode: ' 3150 ',
    };
    const good = {
      first_name: 'Mei',
      last_name: 'Chen',
      dob: '04/05/1948',
      gender: 'Female',
      postcode: '3150',
    };
    expect(valueOf(profileForm(context), sent)).toEqual(good);
    const wide = { ...sent, dob: '０４/０５/１９４８', postcode: '３１５０' };
    expect(valueOf(profileForm(context), wide)).toEqual(good);
    expect(valueOf(profileForm(context), { ...sent, dob: '22/11/2026' })).toMatchObject([{ field: 'dob' }]);
  });
});
