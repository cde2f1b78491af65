import { expect, type Locator, type Page } from '@playwright/test';
import type { PlainTextKey, TextKeyWith, Translate } from '../../src/domain/i18n/texts.ts';
import type { TestPerson, TestPersonSpec } from '../../testing/people.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { errorSummary } from '../error-summary.ts';
import { beginning, exactly } from '../words.ts';

type ContactSpec = NonNullable<TestPersonSpec['contacts']>[number];

/** A contact who accepted and is the substitute decision maker. */
export const daniel: ContactSpec = {
  name: 'Daniel Doyle',
  email: 'daniel@contacts.example',
  phone: '0491 570 156',
  relationship: 'Son',
  substitutedDecisionMaker: true,
  accepted: true,
};

/** A contact who has not answered. */
export const susan: ContactSpec = {
  name: 'Susan Doyle',
  email: 'susan@contacts.example',
  phone: '0491 570 157',
  relationship: 'General Practitioner (GP)',
};

/** Entries of the form; fields that are left out stay unchanged. */
export type Typed = {
  name?: string;
  email?: string;
  phone?: string;
  relationship?: string;
  speaker?: boolean;
  guardian?: boolean;
  permission?: boolean;
};

export const helen: Required<Typed> = {
  name: 'Helen Nguyen',
  email: 'helen@contacts.example',
  phone: '0491 570 158',
  relationship: 'Friend',
  speaker: false,
  guardian: false,
  permission: true,
};

/** The form of a contact in its dialog, by its visible texts. */
export class ContactDialog {
  readonly dialog: Locator;
  readonly problems: Locator;
  private readonly t: Translate;
  private readonly person: string | undefined;

  /** `person` is the key of the texts about another person. */
  constructor(page: Page, t: Translate, title: string, person?: string) {
    this.t = t;
    this.person = person;
    this.dialog = page.getByRole('dialog', { name: title, exact: true });
    this.problems = errorSummary(this.dialog);
  }

  box(field: 'name' | 'email' | 'phone'): Locator {
    return this.dialog.getByRole('textbox', { name: beginning(this.t(`contact.${field}.label`)) });
  }

  get relationship(): Locator {
    return this.dialog.getByRole('combobox', { name: this.label('contact.relationship.label') });
  }

  private label(
    key: `contact.${'relationship' | 'substitutedDecisionMaker' | 'enduringGuardian'}.label`,
  ): RegExp {
    const { person, t } = this;
    return beginning(person === undefined ? t(key) : t(`${key}OnBehalf`, { person }));
  }

  choice(question: 'substitutedDecisionMaker' | 'enduringGuardian'): Locator {
    return this.dialog.getByRole('radiogroup', { name: this.label(`contact.${question}.label`) });
  }

  answer(question: 'substitutedDecisionMaker' | 'enduringGuardian', yes: boolean): Locator {
    return this.choice(question).getByRole('radio', { name: this.t(yes ? 'common.yes' : 'common.no') });
  }

  get permission(): Locator {
    return this.dialog.getByRole('checkbox');
  }

  get save(): Locator {
    const words = ['contact.save', 'contacts.edit.save', 'common.sending', 'common.sent', 'common.notSent'];
    const states = ['common.saving', 'common.saved', 'common.notSaved'];
    const name = exactly(...[...words, ...states].map((key) => this.t(key as PlainTextKey)));
    return this.dialog.getByRole('button', { name });
  }

  get cancel(): Locator {
    return this.dialog.getByRole('button', { name: this.t('common.cancel'), exact: true });
  }

  async fill({ name, email, phone, relationship, speaker, guardian, permission }: Typed): Promise<void> {
    if (name !== undefined) await this.box('name').fill(name);
    if (relationship !== undefined) await this.relationship.selectOption(relationship);
    if (email !== undefined) await this.box('email').fill(email);
    if (phone !== undefined) await this.box('phone').fill(phone);
    if (speaker !== undefined) await this.answer('substitutedDecisionMaker', speaker).check();
    if (guardian !== undefined) await this.answer('enduringGuardian', guardian).check();
    if (permission !== undefined) await this.permission.setChecked(permission);
  }
}

/** The page of trusted contacts, by its visible texts. */
export class ContactsPage {
  readonly page: Page;
  readonly main: Locator;
  readonly add: Locator;
  readonly form: ContactDialog;
  readonly sent: Locator;
  private readonly t: Translate;

  constructor(page: Page, t: Translate) {
    this.page = page;
    this.t = t;
    this.main = page.getByRole('main');
    this.add = this.main.getByRole('button', { name: t('contacts.page.add') });
    this.form = new ContactDialog(page, t, t('contact.title.add'));
    this.sent = page.getByRole('dialog', { name: t('contact.sent.title') });
  }

  async open(): Promise<void> {
    await this.page.goto('/trusted-contacts');
    await this.isThere();
  }

  /** Waits until the list is loaded. */
  async isThere(): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(this.t('contacts.page.title'));
    await expect(this.main.locator('.loading')).toHaveCount(0);
  }

  get accepted(): Locator {
    return this.main.getByRole('region', { name: this.t('contacts.page.acceptedTitle') });
  }

  get pending(): Locator {
    return this.main.getByRole('region', { name: this.t('contacts.page.pendingTitle') });
  }

  /** The card of one contact. */
  card(name: string): Locator {
    const heading = this.page.getByRole('heading', { level: 3, name });
    return this.main.getByRole('listitem').filter({ has: heading });
  }

  button(name: string, key: TextKeyWith<'contact'>): Locator {
    return this.card(name).getByRole('button', { name: beginning(this.t(key, { contact: name })) });
  }

  /** Opens the form in which a contact is changed. */
  async edit(name: string): Promise<ContactDialog> {
    await this.button(name, 'contacts.row.edit').click();
    return new ContactDialog(this.page, this.t, this.t('contacts.edit.title', { contact: name }));
  }
}

/** Returns a person's stored contacts, by name. */
export async function savedContacts({ services }: TestApp, { userId }: TestPerson) {
  return services.db
    .selectFrom('trusted_contacts')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('name')
    .execute();
}

/** Returns the ids of a person and of one of their contacts. */
export async function idsOf(app: TestApp, who: TestPerson, name: string) {
  const found = (await savedContacts(app, who)).find((contact) => contact.name === name);
  if (!found) throw new Error(`${who.email} has no contact ${name}`);
  return { userId: who.userId, contactId: found.id };
}
