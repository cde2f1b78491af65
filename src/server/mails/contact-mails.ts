import { longDate, melbourneDate } from '../../domain/fields.ts';
import type { Language, TextParams } from '../../domain/i18n/texts.ts';
import type { Config } from '../config.ts';
import { momentParams } from './accounts/account-mails.ts';
import { translators } from '../../domain/i18n/translators.ts';
import { type MailTemplate } from './mail.ts';
import { mailOf } from './mail-texts.ts';

/** The sharer of a plan in the mails about trusted contacts. `onBehalf`: another user records the plan for the person (D-02). */
export type MailSharer = {
  onBehalf: boolean;
  names: (language: Language) => { person: string; recorder: string; relation: string; owner: string };
};

const dateIn = (at: Date, language: Language) => longDate(melbourneDate(at), language);

/** Returns the values of a mail to a contact. */
function toContact(
  sharer: MailSharer,
  params: (language: Language) => TextParams = () => ({}),
): Required<Pick<MailTemplate, 'params'>> {
  return {
    params: (language) => {
      const names = sharer.names(language);
      return { ...names, ...params(language), sender: names.owner };
    },
  };
}

/** Builds the request to become a trusted contact (TC-08, GAP-66). The link works for 30 days. */
export function contactRequestMail(
  sharer: MailSharer,
  { link, until, decisionMaker }: { link: string; until: Date; decisionMaker: boolean },
): MailTemplate {
  return mailOf(`contactRequest${sharer.onBehalf ? 'Behalf' : ''}${decisionMaker ? 'Substitute' : ''}`, {
    url: link,
    ...toContact(sharer, (language) => ({ expiryDate: dateIn(until, language) })),
  });
}

/** Builds the single reminder of an unanswered request. */
export function contactReminderMail(
  sharer: MailSharer,
  { link, asked, until }: { link: string; asked: Date; until: Date },
): MailTemplate {
  const dates = (language: Language) => ({
    requestDate: dateIn(asked, language),
    expiryDate: dateIn(until, language),
  });
  return mailOf('contactReminder', { url: link, ...toContact(sharer, dates) });
}

/** Builds the mail with the link for a contact who accepted. */
export const contactWelcomeMail = (sharer: MailSharer, link: string): MailTemplate =>
  mailOf('contactWelcome', { url: link, ...toContact(sharer) });

/** Builds the mail with a new link in place of one that expired or was lost. */
export const contactLinkMail = (sharer: MailSharer, link: string): MailTemplate =>
  mailOf('contactLink', { url: link, ...toContact(sharer) });

/** Builds the notice of a first signed plan, or of a new version. */
export function contactVersionMail(
  sharer: MailSharer,
  { link, at, isFirst }: { link: string; at: Date; isFirst: boolean },
): MailTemplate {
  const dated = toContact(sharer, (language) => ({ date: dateIn(at, language) }));
  if (isFirst) return mailOf('contactFirstVersion', { url: link, ...dated });
  return mailOf(`contactNewVersion${sharer.onBehalf ? 'Behalf' : ''}`, { url: link, ...dated });
}

/** Builds the notice that the owner made a contact a substitute decision maker. `link` opens the plan, or answers the request. */
export function contactNamedMail(
  sharer: MailSharer,
  { link, isPending }: { link: string; isPending: boolean },
): MailTemplate {
  const mail = mailOf(`contactNamed${sharer.onBehalf ? '' : 'Self'}`, { url: link, ...toContact(sharer) });
  return isPending ? { ...mail, button: { label: 'mail.contactNamed.buttonRequest', url: link } } : mail;
}

/** Builds the notice that nothing is shared with the contact any more. */
export const contactEndedMail = (sharer: MailSharer): MailTemplate =>
  mailOf('contactEnded', toContact(sharer));

const contactsPage = ({ publicUrl }: Config) => `${publicUrl}/trusted-contacts`;

/** Returns the button's address and the values of a mail to the owner about a contact. */
const toOwner = (config: Config, sharer: MailSharer, contact: string) => ({
  url: contactsPage(config),
  params: (language: Language): TextParams => ({ ...sharer.names(language), contact }),
});

/**
 * Builds the mail about a contact that staff in the account suggested, for the person to accept or not (D-59). `staff` is null
 * once their account is deleted.
 */
export function contactSuggestedMail(
  config: Config,
  { contact, staff, planSigned }: { contact: string; staff: string | null; planSigned: boolean },
): MailTemplate {
  return mailOf('contactSuggested', {
    // Before the plan is signed, contacts are a step of the questionnaire.
    url: planSigned ? contactsPage(config) : `${config.publicUrl}/questionnaire/step8`,
    params: (language) => ({
      contact,
      staff: staff ?? translators[language]('notification.part.someone'),
    }),
  });
}

/** Builds the notice that the contact accepted. */
export const contactAcceptedMail = (config: Config, sharer: MailSharer, contact: string): MailTemplate =>
  mailOf(`contactAccepted${sharer.onBehalf ? 'Behalf' : ''}`, toOwner(config, sharer, contact));

/** Builds the notice that the contact declined. */
export const contactDeclinedMail = (config: Config, sharer: MailSharer, contact: string): MailTemplate =>
  mailOf(`contactDeclined${sharer.onBehalf ? 'Behalf' : ''}`, toOwner(config, sharer, contact));

/** Builds the notice that the request expired without an answer. */
export const contactExpiredMail = (config: Config, sharer: MailSharer, contact: string): MailTemplate =>
  mailOf(`contactExpired${sharer.onBehalf ? 'Behalf' : ''}`, toOwner(config, sharer, contact));

/** Builds the notice that the contact stepped back. */
export const contactLeftMail = (config: Config, sharer: MailSharer, contact: string): MailTemplate =>
  mailOf('contactLeft', toOwner(config, sharer, contact));

/** Builds the notice that the contact read the plan. */
export function contactOpenedMail(
  config: Config,
  sharer: MailSharer,
  contact: string,
  at: Date,
): MailTemplate {
  const { url, params } = toOwner(config, sharer, contact);
  return mailOf(`contactOpened${sharer.onBehalf ? 'Behalf' : ''}`, {
    url,
    params: (language) => ({ ...params(language), ...momentParams(at, language) }),
  });
}

/**
 * Returns the mails about trusted contacts. Mails that differ for a plan recorded for another person are included in both forms.
 */
export function contactSamples(config: Config, at: Date): MailTemplate[] {
  const names = { person: 'Lin Mei Chen', recorder: 'Chen Wei', relation: 'Son' };
  const self = { onBehalf: false, names: () => ({ ...names, owner: names.person }) };
  const behalf = { onBehalf: true, names: () => ({ ...names, owner: names.recorder }) };
  const link = `${config.publicUrl}/trusted-contact/example`;
  const request = { link, asked: at, until: at };
  const contact = 'Daniel Doyle';
  return [self, behalf]
    .flatMap((sharer) => [
      contactRequestMail(sharer, { ...request, decisionMaker: false }),
      contactRequestMail(sharer, { ...request, decisionMaker: true }),
      contactVersionMail(sharer, { link, at, isFirst: false }),
      contactNamedMail(sharer, { link, isPending: false }),
      contactAcceptedMail(config, sharer, contact),
      contactDeclinedMail(config, sharer, contact),
      contactExpiredMail(config, sharer, contact),
      contactOpenedMail(config, sharer, contact, at),
    ])
    .concat([
      contactReminderMail(self, request),
      contactWelcomeMail(self, link),
      contactLinkMail(self, link),
      contactVersionMail(self, { link, at, isFirst: true }),
      contactEndedMail(self),
      contactLeftMail(config, self, contact),
      contactSuggestedMail(config, { contact, staff: 'Priya Nair', planSigned: true }),
    ]);
}
