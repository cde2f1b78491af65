import { longDate, type IsoDate } from '../../../domain/fields.ts';
import type { Language, TextKey } from '../../../domain/i18n/texts.ts';
import type { Config } from '../../config.ts';
import type { MailSharer } from '../contact-mails.ts';
import { translators } from '../../../domain/i18n/translators.ts';
import { type MailTemplate } from '../mail.ts';
import { mailOf } from '../mail-texts.ts';

/** A removal by staff. `actor` made it, `provider` is the organisation to contact; null if there is no name. */
export type RemovalFacts = {
  actor: { name: string | null; organisation: string | null };
  provider: string | null;
  deleteOn: IsoDate;
  /** The reason that staff entered; null if there is none. */
  reason: string | null;
  /** Whether the customer can sign in. */
  canSignIn: boolean;
};

type Actor = RemovalFacts['actor'];

const actorIn = (config: Config, { name, organisation }: Actor, language: Language) => ({
  actor: name ?? translators[language]('notification.part.someone'),
  organisation: organisation ?? config.company.name,
});

const namesIn = (config: Config, { actor, provider, deleteOn }: RemovalFacts, language: Language) => ({
  ...actorIn(config, actor, language),
  provider: provider ?? config.company.name,
  date: longDate(deleteOn, language),
  helpPhone: config.help.phone,
});

/** Removes the paragraph with the reason if there is none. */
function withReason(mail: MailTemplate, { reason }: RemovalFacts): MailTemplate {
  if (reason !== null) return mail;
  const without: TextKey[] = ['mail.customerRemoved.reason', 'mail.customerRemovedManager.reason'];
  return { ...mail, before: mail.before.filter((key) => !without.includes(key)) };
}

/** Builds the notice that staff removed the customer, who can keep the account until the day of the deletion (D-62). */
export function customerRemovedMail(config: Config, facts: RemovalFacts): MailTemplate {
  const mail = mailOf('customerRemoved', {
    url: facts.canSignIn ? `${config.publicUrl}/settings/privacy` : null,
    params: (language) => ({ ...namesIn(config, facts, language), reason: facts.reason ?? '' }),
  });
  return withReason(mail, facts);
}

/** Builds the same notice for a trusted contact. */
export const customerRemovedContactMail = (
  config: Config,
  facts: RemovalFacts,
  sharer: MailSharer,
): MailTemplate =>
  mailOf('customerRemovedContact', {
    params: (language) => {
      const names = sharer.names(language);
      return { ...names, ...namesIn(config, facts, language), sender: names.owner };
    },
  });

/** Builds the same notice for a manager of the customer's house, without the customer's name. `customerId` is for the link. */
export function customerRemovedManagerMail(
  config: Config,
  facts: RemovalFacts,
  customerId: string,
): MailTemplate {
  const mail = mailOf('customerRemovedManager', {
    url: `${config.publicUrl}/provider/customers/${customerId}`,
    params: (language) => ({ ...namesIn(config, facts, language), reason: facts.reason ?? '' }),
  });
  return withReason(mail, facts);
}

/** Builds the notice that staff reversed the removal. */
export const customerTakenBackMail = (config: Config, actor: Actor): MailTemplate =>
  mailOf('customerTakenBack', { params: (language) => actorIn(config, actor, language) });

/** Builds the notice for a trusted contact that the removal was reversed. */
export const customerTakenBackContactMail = (sharer: MailSharer): MailTemplate =>
  mailOf('customerTakenBackContact', {
    params: (language) => {
      const names = sharer.names(language);
      return { ...names, sender: names.owner };
    },
  });

/** The last mail to a customer whom staff removed, when the removal was not reversed. `provider` removed the account. */
export const customerGoneMail = (provider: string): MailTemplate =>
  mailOf('customerGone', { params: () => ({ provider }) });

/** Builds the same notice for a trusted contact. */
export const customerGoneContactMail = (provider: string, sharer: MailSharer): MailTemplate =>
  mailOf('customerGoneContact', {
    params: (language) => {
      const names = sharer.names(language);
      return { ...names, provider, sender: names.owner };
    },
  });

/** Returns the mails about customers whom staff removed. */
export function removalSamples(config: Config): MailTemplate[] {
  const names = { person: 'Lin Mei Chen', owner: 'Lin Mei Chen', recorder: 'Chen Wei', relation: 'Son' };
  const sharer = { onBehalf: false, names: () => names };
  const actor = { name: 'Priya Nair', organisation: 'Banksia House' };
  const facts: RemovalFacts = {
    ...{ actor, provider: 'Banksia House', deleteOn: '2026-12-20' },
    ...{ reason: 'Moved to Sydney', canSignIn: true },
  };
  return [
    customerRemovedMail(config, facts),
    customerRemovedContactMail(config, facts, sharer),
    customerRemovedManagerMail(config, facts, 'example'),
    customerTakenBackMail(config, actor),
    customerTakenBackContactMail(sharer),
    customerGoneMail('Banksia House'),
    customerGoneContactMail('Banksia House', sharer),
  ];
}
