import type { Locator, Page } from '@playwright/test';
import type { Translate } from '../../src/domain/i18n/texts.ts';

/** Test card numbers that Stripe publishes. */
export const cards = {
  visa: '4242 4242 4242 4242',
  mastercard: '5555 5555 5555 4444',
  amex: '3782 822463 10005',
  jcb: '3566 0020 2036 0505',
  unionpay: '6200 0000 0000 0005',
  discover: '6011 1111 1111 1117',
  declined: '4000 0000 0000 0002',
  insufficient: '4000 0000 0000 9995',
  /** Saved, and refused at each charge. */
  failsOnCharge: '4000 0000 0000 0341',
  /** The bank requires confirmation. */
  asks: '4000 0025 0000 3155',
} as const;

/** The payment form, on any page or in any dialog. */
export class PaymentPage {
  readonly #page: Page;
  readonly #t: Translate;
  readonly #place: Locator | Page;

  constructor(page: Page, t: Translate, place: Locator | Page = page) {
    this.#page = page;
    this.#t = t;
    this.#place = place;
  }

  /** A payment plan, by the label at the beginning of its option. */
  plan(id: 'care' | 'lifetime'): Locator {
    return this.#place.getByRole('radio', { name: this.#t(`checkout.plan.${id}.label`) });
  }

  box(field: 'number' | 'expiry' | 'cvc'): Locator {
    return this.#place.getByRole('textbox', { name: this.#t(`checkout.card.${field}`), exact: true });
  }

  get code(): Locator {
    return this.#place.getByRole('textbox', { name: this.#t('checkout.promotion.label') });
  }

  /** The button that pays, whatever its current text. */
  get pay(): Locator {
    const words = ['checkout.pay.initial', 'checkout.pay.free'] as const;
    const [amount, free] = words.map((key) => this.#t(key, { amount: '' }).trim());
    return this.#place.getByRole('button', { name: new RegExp(`^(${amount}|${free})`) });
  }

  async typeCard(number: string = cards.visa, expiry = '12 / 34', cvc = '123'): Promise<void> {
    await this.box('number').fill(number);
    await this.box('expiry').fill(expiry);
    await this.box('cvc').fill(cvc);
  }

  async apply(code: string): Promise<void> {
    await this.code.fill(code);
    await this.#place.getByRole('button', { name: this.#t('checkout.promotion.apply') }).click();
  }

  /** Answers in place of the bank. */
  async answerBank(accepts: boolean): Promise<void> {
    const dialog = this.#page.getByRole('dialog', { name: this.#t('billing.bank.title') });
    const words = accepts ? 'billing.bank.accept' : 'billing.bank.refuse';
    await dialog.getByRole('button', { name: this.#t(words), exact: true }).click();
  }
}
