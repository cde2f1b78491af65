import type { NamesOf, ParamsFor, TextKey } from '../../../src/domain/i18n/texts.ts';
import type { Scene } from './scenes.ts';
import { errorSummary } from '../../error-summary.ts';
import { beginning } from '../../words.ts';

const address = '/trusted-contacts';

/** Presses a button of the page whose name begins with this text. */
const press =
  <Key extends TextKey>(key: Key, ...params: ParamsFor<NamesOf<Key>>): NonNullable<Scene['show']> =>
  async ({ page, t }) => {
    await page
      .getByRole('main')
      .getByRole('button', { name: beginning(t(key, ...params)) })
      .first()
      .click();
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor();
  };

/** Trusted contacts, with their dialogs, and the page of a contact's access. */
export const contactScenes: readonly Scene[] = [
  { name: 'no contacts', address, who: 'draft' },
  { name: 'contacts', address, who: 'signed' },
  { name: 'adding a contact', address, who: 'signed', show: press('contacts.page.add') },
  {
    name: 'adding a contact, refused',
    address,
    who: 'signed',
    show: async (stage) => {
      await press('contacts.page.add')(stage);
      const dialog = stage.page.getByRole('dialog');
      await dialog.getByRole('button', { name: stage.t('contact.save') }).click();
      await errorSummary(dialog).waitFor();
    },
  },
  {
    name: 'the request was sent',
    address,
    who: 'signed',
    alone: true,
    show: async (stage) => {
      await press('contacts.page.add')(stage);
      const { page, t } = stage;
      const dialog = page.getByRole('dialog', { name: t('contact.title.add') });
      await dialog.getByRole('textbox').nth(0).fill('Helen Nguyen');
      await dialog.getByRole('textbox').nth(1).fill('helen@scenes.example');
      await dialog.getByRole('textbox').nth(2).fill('0491 570 158');
      await dialog.getByRole('combobox').selectOption('Friend');
      for (const no of await dialog.getByRole('radio', { name: t('common.no'), exact: true }).all())
        await no.check();
      await dialog.getByRole('checkbox').check();
      await dialog.getByRole('button', { name: t('contact.save') }).click();
      await page.getByRole('dialog', { name: t('contact.sent.title') }).waitFor();
    },
  },
  {
    name: 'changing a contact',
    address,
    who: 'signed',
    show: press('contacts.row.edit', { contact: 'Daniel Doyle' }),
  },
  {
    name: 'deleting a contact',
    address,
    who: 'signed',
    show: press('contacts.row.delete', { contact: 'Daniel Doyle' }),
  },
  { name: 'taking a request back', address, who: 'signed', show: press('contacts.row.cancel') },
  {
    name: 'what a contact can see',
    address,
    who: 'signed',
    show: async ({ page, t }) => {
      await page.getByRole('link', { name: t('contacts.row.share', { contact: 'Daniel Doyle' }) }).click();
      await page.getByRole('switch').first().click();
      await page.getByRole('button', { name: t('fileAccess.save') }).waitFor();
    },
  },
];
