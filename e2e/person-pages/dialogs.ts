import type { Locator, Page } from '@playwright/test';
import { renewCardPath } from '../../src/domain/plan/emergency/renew-card.ts';
import type { PlainTextKey } from '../../src/domain/i18n/texts.ts';
import { QuestionnairePage } from '../questionnaire-page.ts';
import { daniel, susan } from '../screens/contacts-page.ts';
import { beginning } from '../words.ts';
import type { Opening, Scene } from './scene.ts';
import type { Reader, State } from './states.ts';

type Open = Opening['open'];

const within = (page: Page): Locator => page.getByRole('dialog').or(page.getByRole('alertdialog')).last();

const press =
  (words: PlainTextKey): Open =>
  ({ page, t }) =>
    page
      .getByRole('main')
      .getByRole('button', { name: beginning(t(words)) })
      .first()
      .click();

/** Presses a button of the open dialog. */
const then =
  (first: Open, words: PlainTextKey): Open =>
  async (place) => {
    await first(place);
    await within(place.page)
      .getByRole('button', { name: place.t(words) })
      .first()
      .click();
  };

const ofContact =
  (name: string, key: 'contacts.row.edit' | 'contacts.row.delete' | 'contacts.row.cancel'): Open =>
  ({ page, t }) =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 3, name }) })
      .getByRole('button', { name: beginning(t(key, { contact: name })) })
      .click();

const ofFile =
  (key: 'files.share' | 'files.delete'): Open =>
  ({ page, t }) =>
    page.getByRole('button', { name: t(key, { file: 'Advance care directive.pdf' }) }).click();

const nothing: Open = async () => {};

const sign: Open = ({ page, t }) => page.getByRole('button', { name: t('signatureImage.open') }).click();

/** Signs by typing, which opens the message that all is done. */
const signing: Open = async ({ page, t }) => {
  const step = new QuestionnairePage(page, t);
  const form = page.getByRole('main').locator('form').last();
  await form.getByRole('checkbox').first().check();
  await form.getByRole('radio').first().check();
  await form.getByRole('textbox').first().fill('Margaret Doyle');
  await step.signByTyping('Margaret Doyle');
  await step.save();
  const done = page.getByRole('dialog', { name: t('allDone.title') });
  await done.getByRole('img').first().waitFor();
};

type Row = readonly [
  name: string,
  address: string,
  reader: Reader,
  open: Open,
  more?: { state?: State; send?: PlainTextKey; narrow?: true },
];

const scenes = (rows: readonly Row[]): Scene[] =>
  rows.map(([name, address, reader, open, { state, send, narrow } = {}]): Scene => ({
    address,
    reader,
    state: state ?? 'typical',
    ...(narrow && { narrow }),
    opens: { name, open, ...(send && { send }) },
  }));

const refused = (send: PlainTextKey) => ({ send, state: 'failing' }) as const;

/** The dialogs of the person's pages, by area. */
export const dialogs: Readonly<Record<string, readonly Scene[]>> = {
  'dialogs-of-the-plan': scenes([
    ['new code and PIN', renewCardPath, 'signed', nothing],
    ['card', '/dashboard', 'signed', press('card.short.show')],
    ['card', '/dashboard', 'long', press('card.short.show'), { state: 'full' }],
    ['card on the whole screen', '/my-acp', 'signed', press('card.phone.show')],
    ['card on the whole screen', '/my-acp', 'long', press('card.phone.show'), { state: 'full' }],
    ['link for a reader', '/my-acp', 'signed', press('healthLink.make')],
    ['note', '/questionnaire/step4?page=1', 'draft', press('note.edit'), { narrow: true }],
    ['all steps', '/questionnaire/step4?page=2', 'draft', press('progress.allSteps'), { narrow: true }],
    ['signature', '/questionnaire/step9', 'draft', sign],
    ['typed signature', '/questionnaire/step9', 'draft', then(sign, 'signature.useTyped')],
    ['all done', '/questionnaire/step9', 'draft', signing],
  ]),
  'dialogs-of-the-account': scenes([
    ['add a contact', '/trusted-contacts', 'signed', press('contacts.page.add')],
    ['add a contact', '/trusted-contacts', 'signed', press('contacts.page.add'), refused('contact.save')],
    ['change a contact', '/trusted-contacts', 'signed', ofContact(daniel.name, 'contacts.row.edit')],
    ['delete a contact', '/trusted-contacts', 'signed', ofContact(daniel.name, 'contacts.row.delete')],
    ['cancel a request', '/trusted-contacts', 'signed', ofContact(susan.name, 'contacts.row.cancel')],
    ['files', '/dashboard?files=ADDITIONAL_DOCUMENT', 'new', nothing, { state: 'empty' }],
    ['files', '/dashboard?files=ADDITIONAL_DOCUMENT', 'signed', nothing],
    ['files', '/dashboard?files=ADDITIONAL_DOCUMENT', 'long', nothing, { state: 'full' }],
    ['share a file', '/dashboard?files=ADDITIONAL_DOCUMENT', 'signed', ofFile('files.share')],
    ['delete a file', '/dashboard?files=ADDITIONAL_DOCUMENT', 'signed', ofFile('files.delete')],
    ['pay', '/account-and-billing', 'new', press('billing.plan.choose')],
    ['stop paying', '/account-and-billing', 'signed', press('billing.cancel.open')],
    ['withdraw an agreement', '/settings/privacy', 'signed', press('settings.privacy.withdraw')],
    ['copy of the data', '/settings/privacy', 'signed', press('settings.privacy.export.button')],
    ['delete the account', '/settings/privacy', 'signed', press('settings.privacy.delete.button')],
    [
      'delete the account',
      '/settings/privacy',
      'signed',
      press('settings.privacy.delete.button'),
      refused('settings.privacy.delete.button'),
    ],
    ['a number for codes', '/settings/mfa', 'signed', press('settings.mfa.phoneAdd')],
  ]),
};
