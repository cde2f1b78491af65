import type { Locator, Page } from '@playwright/test';
import type { NamesOf, ParamsFor, TextKey, Translate } from '../../src/domain/i18n/texts.ts';
import { provider, type TestPerson } from '../../testing/people.ts';
import { expect, test as base } from '../wattle.ts';

const letters = 'abcdefghij';

export const head = 'first_name,last_name,email,birth_date,gender,medicare_number,customer_id';

export const listFile = (content: string, name = 'residents.csv', mimeType = 'text/csv') => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
});

/** Ten residents, one of them without an address. */
export const ten = (mark: string) =>
  [
    head,
    ...Array.from(
      { length: 9 },
      (_, at) => `Ann,Lee${letters[at]},${mark}${at}@example.org,14/05/1943,Female,,${mark}-${at}`,
    ),
    'Robert,Ray,no-address,14/05/1943,,,',
    '',
  ].join('\n');

export class ImportPage {
  readonly page: Page;
  readonly t: Translate;
  readonly dialog: Locator;
  constructor(page: Page, t: Translate) {
    this.page = page;
    this.t = t;
    this.dialog = page.getByRole('dialog');
  }
  button<Key extends TextKey>(key: Key, ...params: ParamsFor<NamesOf<Key>>): Locator {
    return this.dialog.getByRole('button', { name: this.t(key, ...params) });
  }
  async open(): Promise<void> {
    await this.page.goto('/provider/customers');
    await this.page
      .getByRole('main')
      .getByRole('button', { name: this.t('customers.add') })
      .first()
      .click();
    await this.button('customers.new.orImport').click();
    await expect(this.dialog.getByRole('heading', { name: this.t('import.title') })).toBeVisible();
  }
  choose(file: ReturnType<typeof listFile>): Promise<void> {
    return this.dialog.locator('input[type=file]').setInputFiles(file);
  }
}

/** A staff member of a provider who adds customers. */
const nurseOf = (providerId: string) => ({
  role: 'provideradmin' as const,
  providerId,
  firstName: 'Priya',
  lastName: 'Nair',
});

type ImportFixtures = {
  /** The provider whose staff import the list. */
  providerId: string;
  /** One of its staff, signed in. */
  nurse: TestPerson;
  /** Opens the import dialog as a staff member of the provider. */
  lists: ImportPage;
};

export const test = base.extend<ImportFixtures>({
  providerId: async ({ app }, use) => use(await provider(app.services, 'Banksia House')),
  nurse: async ({ providerId, signedIn }, use) => use(await signedIn(nurseOf(providerId))),
  // oxlint-disable-next-line no-unused-vars -- signs in
  lists: async ({ page, t, nurse: _ }, use) => {
    const lists = new ImportPage(page, t);
    await lists.open();
    await use(lists);
  },
});
