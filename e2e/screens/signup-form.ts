import type { Locator, Page } from '@playwright/test';
import type { TextKey, Translate } from '../../src/domain/i18n/texts.ts';
import { exactly } from '../words.ts';
import { errorSummary } from '../error-summary.ts';

/** Entries of a person who signs up for themselves. */
export const goodSignup = {
  email: '',
  password: 'Tea-and-biscuits-4',
  birthDate: '14/05/1943',
  medicareNumber: '',
};

type Given = Partial<typeof goodSignup>;

const labels = {
  email: 'signup.email.label',
  password: 'signup.password.label',
  birthDate: 'signup.birthDate.label',
  medicareNumber: 'signup.medicare.label',
} as const satisfies Record<keyof typeof goodSignup, TextKey>;

/** The sign-up form on its page or in its dialog, by its visible texts. */
export class SignupForm {
  readonly root: Locator;
  private readonly t: Translate;

  constructor(root: Locator, t: Translate) {
    this.root = root;
    this.t = t;
  }

  static async open(page: Page, t: Translate, address = '/signup'): Promise<SignupForm> {
    await page.goto(address);
    const form = new SignupForm(page.getByRole('main'), t);
    await form.submitButton.waitFor();
    return form;
  }

  /** A field by its label. The label of another person's date of birth begins with the same words. */
  box(name: keyof typeof goodSignup): Locator {
    return this.root.getByRole('textbox', { name: this.t(labels[name]) });
  }

  forWhom(answer: 'yes' | 'no'): Locator {
    return this.root.getByRole('radio', { name: this.t(`signup.forMyself.${answer}`), exact: true });
  }

  gender(gender: 'male' | 'female' | 'other'): Locator {
    return this.root.getByRole('radio', { name: this.t(`field.gender.${gender}`), exact: true });
  }

  get services(): Locator {
    return this.root.getByRole('checkbox', { name: this.t('signup.consent.eusaCheck') });
  }

  get privacy(): Locator {
    return this.root.getByRole('checkbox', { name: this.t('signup.consent.privacyCheck') });
  }

  get authority(): Locator {
    return this.root.getByRole('checkbox', { name: this.t('signup.behalf.check') });
  }

  get submitButton(): Locator {
    const words = ['signup.submit', 'signup.submitting', 'signup.notSubmitted'] as const;
    return this.root.getByRole('button', { name: exactly(...words.map((key) => this.t(key))) });
  }

  get problems(): Locator {
    return errorSummary(this.root);
  }

  async fill(given: Given): Promise<void> {
    for (const [name, value] of Object.entries(given)) await this.box(name as keyof Given).fill(value);
  }

  /** Fills in all fields for a person who signs up for themselves. */
  async fillAll(given: Given & { email: string }): Promise<void> {
    await this.forWhom('yes').check();
    await this.fill({ ...goodSignup, ...given });
    await this.gender('female').check();
    await this.services.check();
    await this.privacy.check();
  }

  async submit(): Promise<void> {
    await this.submitButton.click();
  }
}
