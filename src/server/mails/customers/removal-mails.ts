import { longDate, type IsoDate } from '../../../domain/fields.ts';
import type { Language, TextKey } from '../../../domain/i18n/texts.ts';
import type { Config } from '../../config.ts';
import type { MailSharer } from '../contact-mails.ts';
import { translators, type MailTemplate } from '../mail.ts';

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

/** Builds the notice that staff removed the customer, who can keep the account until the day of the deletion (D-62). */
export function customerRemovedMail(config: Config, facts: RemovalFacts): MailTemplate {
  const { reason, canSignIn } = facts;
  const why: readonly TextKey[] = reason === null ? [] : ['mail.customerRemoved.reason'];
  return {
    subject: 'mail.customerRemoved.subject',
    preheader: 'mail.customerRemoved.preheader',
    before: ['mail.customerRemoved.p1', ...why, 'mail.customerRemoved.p2'],
    ...(canSignIn && {
      button: { label: 'mail.customerRemoved.button', url: `${config.publicUrl}/settings/privacy` } as const,
    }),
    after: ['mail.customerRemoved.ask'],
    params: (language) => ({ ...namesIn(config, facts, language), reason: reason ?? '' }),
    why: 'mail.part.whyAccount',
  };
}

/** Builds the same notice for a trusted contact. */
export function customerRemovedContactMail(
  config: Config,
  facts: RemovalFacts,
  sharer: MailSharer,
): MailTemplate {
  return {
    subject: 'mail.customerRemovedContact.subject',
    preheader: 'mail.customerRemovedContact.preheader',
    heading: 'mail.customerRemovedContact.heading',
    before: ['mail.customerRemovedContact.p1', 'mail.customerRemovedContact.p2'],
    params: (language) => {
      const names = sharer.names(language);
      return { ...names, ...namesIn(config, facts, language), sender: names.owner };
    },
    why: 'mail.part.whyInvited',
    bothLanguages: true,
  };
}

/** Builds the same notice for a manager of the customer's house, without the customer's name. `customerId` is for the link. */
export function customerRemovedManagerMail(
  config: Config,
  facts: RemovalFacts,
  customerId: string,
): MailTemplate {
  const why: readonly TextKey[] = facts.reason === null ? [] : ['mail.customerRemovedManager.reason'];
  return {
    subject: 'mail.customerRemovedManager.subject',
    preheader: 'mail.customerRemovedManager.preheader',
    before: ['mail.customerRemovedManager.p1', ...why],
    button: {
      label: 'mail.customerRemovedManager.button',
      url: `${config.publicUrl}/provider/customers/${customerId}`,
    },
    params: (language) => ({ ...namesIn(config, facts, language), reason: facts.reason ?? '' }),
    why: 'mail.part.whyStaff',
  };
}

/** Builds the notice that staff reversed the removal. */
export function customerTakenBackMail(config: Config, actor: Actor): MailTemplate {
  return {
    subject: 'mail.customerTakenBack.subject',
    preheader: 'mail.customerTakenBack.preheader',
    before: ['mail.customerTakenBack.p1'],
    params: (language) => actorIn(config, actor, language),
    why: 'mail.part.whyAccount',
  };
}

/** Builds the notice for a trusted contact that the removal was reversed. */
export function customerTakenBackContactMail(sharer: MailSharer): MailTemplate {
  return {
    subject: 'mail.customerTakenBackContact.subject',
    preheader: 'mail.customerTakenBackContact.preheader',
    heading: 'mail.customerTakenBackContact.heading',
    before: ['mail.customerTakenBackContact.p1'],
    params: (language) => {
      const names = sharer.names(language);
      return { ...names, sender: names.owner };
    },
    why: 'mail.part.whyInvited',
    bothLanguages: true,
  };
}

/** The last mail to a customer whom staff removed, when the removal was not reversed. `provider` removed the account. */
export function customerGoneMail(provider: string): MailTemplate {
  return {
    subject: 'mail.customerGone.subject',
    preheader: 'mail.customerGone.preheader',
    before: ['mail.customerGone.p1', 'mail.customerGone.p2'],
    params: () => ({ provider }),
  };
}

/** Builds the same notice for a trusted contact. */
export function customerGoneContactMail(provider: string, sharer: MailSharer): MailTemplate {
  return {
    subject: 'mail.customerGoneContact.subject',
    preheader: 'mail.customerGoneContact.preheader',
    heading: 'mail.customerGoneContact.heading',
    before: ['mail.customerGoneContact.p1', 'mail.customerGoneContact.p2'],
    params: (language) => {
      const names = sharer.names(language);
      return { ...names, provider, sender: names.owner };
    },
    why: 'mail.part.whyInvited',
    bothLanguages: true,
  };
}
