import { describe, expect, it } from 'vitest';
import { badCharacter, isTooLong } from '../../../src/domain/typed-text/characters.ts';
import * as passwords from '../../../src/domain/accounts/sign-in/new-password.ts';
import * as fields from '../../../src/domain/fields.ts';
import { forgotForm } from '../../../src/domain/inputs/sign-in/forgot.ts';
import { readForm } from '../../../src/domain/inputs/form.ts';
import { resetRequest } from '../../../src/domain/inputs/sign-in/reset.ts';
import { signinForm } from '../../../src/domain/inputs/sign-in/signin.ts';
import { signupWithNamesRequest, signupRequest } from '../../../src/domain/inputs/sign-in/signup.ts';
import { noteKeys, stepIds, textAnswerKeys } from '../../../src/domain/questionnaire/answers.ts';
import { missingSteps } from '../../../src/domain/questionnaire/answering/completeness.ts';
import { normalise } from '../../../src/domain/questionnaire/answering/normalise.ts';
import { draftProblems, stepProblems } from '../../../src/domain/questionnaire/answering/validate.ts';
import { networkOf } from '../../../src/server/pipeline/limits/limit.ts';
import { html } from '../../../src/server/pages/html.ts';
import { readEmergencyQuery } from '../../../src/server/pages/emergency/layout.ts';
import { readPin } from '../../../src/server/pages/emergency/pin-page.ts';
import { dialOf } from '../../../src/server/pages/emergency/view.ts';

const length = 100_000;
const filled = (part: string, end = '') =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length) + end;

/** Inputs that cause backtracking in careless patterns: long repetitions that fail at their end. */
const longTexts: Record<string, string> = {
  letters: filled('a', '!'),
  blanks: filled(' ', 'x'),
  'blanks of many kinds': filled(' \t\u00A0\u3000', '\u0000'),
  'line breaks': filled('\r\n', '\r'),
  digits: filled('1', 'x'),
  dots: filled('a.', '@'),
  'at signs': filled('a@'),
  'an address that does not end': `a@${filled('a-.', '-')}`,
  'labels of an address': `a@${filled('a.', '1')}`,
  slashes: filled('1/', '/'),
  'a date and more': `01/01/1950${filled(' ')}x`,
  dashes: filled('-', 'a'),
  colons: filled(':', 'g'),
  'colons and digits': filled('0:', '::'),
  brackets: filled('(0)', '+'),
  'angle brackets': filled('<', '>'),
  ampersands: filled('&amp;', '&'),
  quotes: filled('"', "'"),
  'base64 signs': `data:image/png;base64,iVBORw0KGg${filled('A', '%')}`,
  'a web address': `https://${filled('a/', ' ')}`,
  accents: `a${filled('\u0301\u0323')}`,
  emoji: filled('👩‍'),
  'half surrogates': filled('\uD800'),
  Arabic: filled('ﷺ'),
};

/** Limit for one check of a text of a hundred thousand characters on a busy machine, in ms: linear work takes one or two. */
const allowed = 400;
const today = '2026-11-21';
const context = { today };

const looks: Record<string, (text: string) => unknown> = {
  isEmail: fields.isEmail,
  normaliseEmail: fields.normaliseEmail,
  passwordProblems: (text) => passwords.passwordProblems(text, () => true),
  passwordStrength: passwords.passwordStrength,
  medicareProblem: fields.medicareProblem,
  birthDateProblem: (text) => fields.birthDateProblem(text, today),
  isoOfDate: fields.isoOfDate,
  postcodeProblem: fields.postcodeProblem,
  stateOfPostcode: fields.stateOfPostcode,
  isLettersAndSpaces: fields.isLettersAndSpaces,
  hasDigit: fields.hasDigit,
  badCharacter: (text) => [badCharacter(text, true), badCharacter(text, false)],
  isTooLong: (text) => isTooLong(text, 2_000),
  signupRequest: (text) =>
    readForm(signupRequest(context), {
      email: text,
      password: text,
      medicareNumber: text,
      birthDate: text,
      accountOwner: text,
      gender: text,
      payload: text,
    }),
  signupWithNamesRequest: (text) =>
    readForm(signupWithNamesRequest(context), {
      email: text,
      password: text,
      firstName: text,
      lastName: text,
      birthDate: text,
    }),
  signinForm: (text) => readForm(signinForm, { email: text, password: text, phone: text }),
  forgotForm: (text) => readForm(forgotForm, { email: text }),
  resetRequest: (text) =>
    readForm(
      resetRequest(() => false),
      { token: text, password: text },
    ),
  draftProblems: (text) =>
    draftProblems(Object.fromEntries([...textAnswerKeys, ...noteKeys].map((key) => [key, text]))),
  'draftProblems of keys': (text) => draftProblems({ [text]: text }),
  'draftProblems of lists': (text) =>
    draftProblems({ minimumQolList: [...text.slice(0, 20_000)], completeAll: [text] }),
  stepProblems: (text) =>
    stepIds.flatMap((step) =>
      stepProblems(
        step,
        Object.fromEntries([...textAnswerKeys, ...noteKeys].map((key) => [key, text])),
        context,
      ),
    ),
  missingSteps: (text) => missingSteps({ firstName: text, dob: text, minimumQolList: [text] }),
  'normalise, of a whole plan as long as it may be': (text) =>
    normalise(
      Object.fromEntries([
        ...textAnswerKeys.map((key) => [key, text.slice(0, 10_000)]),
        ...noteKeys.map((key) => [key, text.slice(0, 2_000)]),
      ]),
    ),
  'a text in a page': (text) => html`<p title="${text}">${text}</p>`.toString(),
  'a PIN': readPin,
  'a telephone number': (text) => dialOf(text.slice(0, 1_000)),
  'a network address': networkOf,
  'the query of a card': (text) =>
    readEmergencyQuery(new URLSearchParams({ v: text, lang: text, from: text, view: text })),
};

describe('a hundred thousand characters', () => {
  it.each(Object.keys(looks))('are checked by %s without backtracking [security 28]', (name) => {
    const slow = [];
    for (const [kind, text] of Object.entries(longTexts)) {
      const from = performance.now();
      looks[name]!(text);
      const took = performance.now() - from;
      if (took > allowed) slow.push(`${kind}: ${Math.round(took)} ms`);
    }
    expect(slow).toEqual([]);
  });
});
