import { longDate, melbourneDate } from '../../domain/fields.ts';
import type { Language, TextKey, TextParams } from '../../domain/i18n/texts.ts';
import type { Config } from '../config.ts';
import { momentParams } from './accounts/account-mails.ts';
import { translators, type MailTemplate } from './mail.ts';

/** The sharer of a plan in the mails about trusted contacts. `onBehalf`: another user records the plan for the person (D-02). */
export type MailSharer = {
  onBehalf: boolean;
  names: (language: Language) => { person: string; recorder: string; relation: string; owner: string };
};

const dateIn = (at: Date, language: Language) => longDate(melbourneDate(at), language);

/** Returns the form of a text for a plan that is recorded for another person. */
const inForm = (key: string, { onBehalf }: MailSharer): TextKey =>
  `${key}${onBehalf ? 'Behalf' : ''}` as TextKey;

/** Builds the common part of mails to contacts: their language is unknown, so the mails are in both. */
function toContact(
  sharer: MailSharer,
  params: (language: Language) => TextParams = () => ({}),
): Pick<MailTemplate, 'params' | 'why' | 'bothLanguages'> {
  return {
    params: (language) => {
      const names = sharer.names(language);
      return { ...names, ...params(language), sender: names.owner };
    },
    why: 'mail.part.whyInvited',
    bothLanguages: true,
  };
}

/** Builds the request to become a trusted contact (TC-08, GAP-66). The link works for 30 days. */
export function contactRequestMail(
  sharer: MailSharer,
  { link, until, decisionMaker }: { link: string; until: Date; decisionMaker: boolean },
): MailTemplate {
  const form = `${sharer.onBehalf ? 'Behalf' : ''}${decisionMaker ? 'Substitute' : ''}`;
  return {
    subject: `mail.contactRequest.subject${form}` as TextKey,
    preheader: 'mail.contactRequest.preheader',
    heading: 'mail.contactRequest.heading',
    before: [
      inForm('mail.contactRequest.p1', sharer),
      'mail.contactRequest.p2',
      ...(decisionMaker ? [`mail.contactRequest.p2${form}` as TextKey] : []),
    ],
    button: { label: 'mail.contactRequest.button', url: link },
    after: ['mail.contactRequest.p3'],
    ...toContact(sharer, (language) => ({ expiryDate: dateIn(until, language) })),
  };
}

/** Builds the single reminder of an unanswered request. */
export function contactReminderMail(
  sharer: MailSharer,
  { link, asked, until }: { link: string; asked: Date; until: Date },
): MailTemplate {
  return {
    subject: 'mail.contactReminder.subject',
    preheader: 'mail.contactReminder.preheader',
    heading: 'mail.contactReminder.heading',
    before: ['mail.contactReminder.p1'],
    button: { label: 'mail.contactReminder.button', url: link },
    after: ['mail.contactReminder.p2'],
    ...toContact(sharer, (language) => ({
      requestDate: dateIn(asked, language),
      expiryDate: dateIn(until, language),
    })),
  };
}

/** Builds the mail with the link for a contact who accepted. */
export function contactWelcomeMail(sharer: MailSharer, link: string): MailTemplate {
  return {
    subject: 'mail.contactWelcome.subject',
    preheader: 'mail.contactWelcome.preheader',
    heading: 'mail.contactWelcome.heading',
    before: ['mail.contactWelcome.p1'],
    button: { label: 'mail.contactWelcome.button', url: link },
    after: ['mail.contactWelcome.p2'],
    ...toContact(sharer),
  };
}

/** Builds the mail with a new link in place of one that expired or was lost. */
export function contactLinkMail(sharer: MailSharer, link: string): MailTemplate {
  return {
    subject: 'mail.contactLink.subject',
    preheader: 'mail.contactLink.preheader',
    heading: 'mail.contactLink.heading',
    before: ['mail.contactLink.p1'],
    button: { label: 'mail.contactLink.button', url: link },
    after: ['mail.contactLink.p2'],
    ...toContact(sharer),
  };
}

/** Builds the notice of a first signed plan, or of a new version. */
export function contactVersionMail(
  sharer: MailSharer,
  { link, at, isFirst }: { link: string; at: Date; isFirst: boolean },
): MailTemplate {
  const dated = toContact(sharer, (language) => ({ date: dateIn(at, language) }));
  if (isFirst)
    return {
      subject: 'mail.contactFirstVersion.subject',
      preheader: 'mail.contactFirstVersion.preheader',
      heading: 'mail.contactFirstVersion.heading',
      before: ['mail.contactFirstVersion.p1'],
      button: { label: 'mail.contactFirstVersion.button', url: link },
      ...dated,
    };
  return {
    subject: inForm('mail.contactNewVersion.subject', sharer),
    preheader: 'mail.contactNewVersion.preheader',
    heading: 'mail.contactNewVersion.heading',
    before: [inForm('mail.contactNewVersion.p1', sharer)],
    button: { label: 'mail.contactNewVersion.button', url: link },
    ...dated,
  };
}

/** Builds the notice that the owner made a contact a substitute decision maker. `link` opens the plan, or answers the request. */
export function contactNamedMail(
  sharer: MailSharer,
  { link, isPending }: { link: string; isPending: boolean },
): MailTemplate {
  const form = sharer.onBehalf ? '' : 'Self';
  return {
    subject: `mail.contactNamed.subject${form}`,
    preheader: 'mail.contactNamed.preheader',
    heading: 'mail.contactNamed.heading',
    before: [`mail.contactNamed.p1${form}`],
    button: {
      label: isPending ? 'mail.contactNamed.buttonRequest' : 'mail.contactNamed.button',
      url: link,
    },
    after: [`mail.contactNamed.p2${form}`],
    ...toContact(sharer),
  };
}

/** Builds the notice that nothing is shared with the contact any more. */
export function contactEndedMail(sharer: MailSharer): MailTemplate {
  return {
    subject: 'mail.contactEnded.subject',
    preheader: 'mail.contactEnded.preheader',
    heading: 'mail.contactEnded.heading',
    before: ['mail.contactEnded.p1'],
    ...toContact(sharer),
  };
}

/** Builds the common part of mails to the owner about a contact. */
const toOwner = (sharer: MailSharer, contact: string): Required<Pick<MailTemplate, 'params' | 'why'>> => ({
  params: (language) => ({ ...sharer.names(language), contact }),
  why: 'mail.part.whyAccount',
});

const contactsPage = ({ publicUrl }: Config) => `${publicUrl}/trusted-contacts`;

/**
 * Builds the mail about a contact that staff in the account suggested, for the person to accept or not (D-59). `staff` is null
 * once their account is deleted.
 */
export function contactSuggestedMail(
  config: Config,
  { contact, staff, planSigned }: { contact: string; staff: string | null; planSigned: boolean },
): MailTemplate {
  return {
    subject: 'mail.contactSuggested.subject',
    preheader: 'mail.contactSuggested.preheader',
    heading: 'mail.contactSuggested.heading',
    before: ['mail.contactSuggested.p1'],
    button: {
      label: 'mail.contactSuggested.button',
      // Before the plan is signed, contacts are a step of the questionnaire.
      url: planSigned ? contactsPage(config) : `${config.publicUrl}/questionnaire/step8`,
    },
    after: ['mail.contactSuggested.p2'],
    params: (language) => ({
      contact,
      staff: staff ?? translators[language]('notification.part.someone'),
    }),
    why: 'mail.part.whyAccount',
  };
}

/** Builds the notice that the contact accepted. */
export function contactAcceptedMail(config: Config, sharer: MailSharer, contact: string): MailTemplate {
  return {
    subject: inForm('mail.contactAccepted.subject', sharer),
    preheader: 'mail.contactAccepted.preheader',
    heading: inForm('mail.contactAccepted.heading', sharer),
    before: [inForm('mail.contactAccepted.p1', sharer)],
    button: { label: 'mail.contactAccepted.button', url: contactsPage(config) },
    after: ['mail.contactAccepted.p2'],
    ...toOwner(sharer, contact),
  };
}

/** Builds the notice that the contact declined. */
export function contactDeclinedMail(config: Config, sharer: MailSharer, contact: string): MailTemplate {
  return {
    subject: inForm('mail.contactDeclined.subject', sharer),
    preheader: 'mail.contactDeclined.preheader',
    heading: 'mail.contactDeclined.heading',
    before: [inForm('mail.contactDeclined.p1', sharer)],
    button: { label: 'mail.contactDeclined.button', url: contactsPage(config) },
    ...toOwner(sharer, contact),
  };
}

/** Builds the notice that the request expired without an answer. */
export function contactExpiredMail(config: Config, sharer: MailSharer, contact: string): MailTemplate {
  return {
    subject: inForm('mail.contactExpired.subject', sharer),
    preheader: 'mail.contactExpired.preheader',
    heading: 'mail.contactExpired.heading',
    before: [inForm('mail.contactExpired.p1', sharer)],
    button: { label: 'mail.contactExpired.button', url: contactsPage(config) },
    ...toOwner(sharer, contact),
  };
}

/** Builds the notice that the contact stepped back. */
export function contactLeftMail(config: Config, sharer: MailSharer, contact: string): MailTemplate {
  return {
    subject: 'mail.contactLeft.subject',
    preheader: 'mail.contactLeft.preheader',
    heading: 'mail.contactLeft.heading',
    before: ['mail.contactLeft.p1', 'mail.contactLeft.p2'],
    button: { label: 'mail.contactLeft.button', url: contactsPage(config) },
    ...toOwner(sharer, contact),
  };
}

/** Builds the notice that the contact read the plan. */
export function contactOpenedMail(
  config: Config,
  sharer: MailSharer,
  contact: string,
  at: Date,
): MailTemplate {
  const { params, why } = toOwner(sharer, contact);
  return {
    subject: inForm('mail.contactOpened.subject', sharer),
    preheader: 'mail.contactOpened.preheader',
    heading: 'mail.contactOpened.heading',
    before: ['mail.contactOpened.p1', 'mail.contactOpened.p2'],
    button: { label: 'mail.contactOpened.button', url: contactsPage(config) },
    params: (language) => ({ ...params(language), ...momentParams(at, language) }),
    why,
  };
}
