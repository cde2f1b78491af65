import { catalogue } from '../../domain/i18n/catalogue.ts';
import type { Language, TextKey } from '../../domain/i18n/texts.ts';
import { buttonValue, valuesIn, type MailValues, type MailWords } from '../../domain/mail-template.ts';
import type { Config } from '../config.ts';
import { accountSamples } from './accounts/account-mails.ts';
import { privacySamples } from './accounts/privacy-mails.ts';
import { sessionSamples } from './accounts/session-mails.ts';
import { contactSamples } from './contact-mails.ts';
import { customerSamples } from './customers/customer-mails.ts';
import { importSamples } from './customers/import-mails.ts';
import { moveSamples } from './customers/move-mails.ts';
import { removalSamples } from './customers/removal-mails.ts';
import { helpCopyMail } from './help-mails.ts';
import { translators } from '../../domain/i18n/translators.ts';
import { type MailTemplate } from './mail.ts';
import { organisationSamples } from './accounts/organisation-mails.ts';
import { paymentSamples } from './payments/payment-mails.ts';
import { planControlSamples } from './plan-control-mails.ts';
import { planSamples } from './plan-mails.ts';
import { providerSamples } from './payments/provider-mails.ts';
import { staffSamples } from './staff-mails.ts';

/** Returns the name of a mail: the middle of its subject's key, such as `verify` or `security.cardRenewed`. */
export function templateName(template: Pick<MailTemplate, 'subject'>): string {
  return template.subject.replace(/^mail\./, '').replace(/\.subject/, '');
}

const madeUp = new Date('2026-11-20T22:05:00Z');

/**
 * Returns one mail of each kind to users, with example values: the mails whose texts administrators can replace. Not included are
 * mails to the help desk, and the summaries for staff, which are numbers.
 */
export function sampleMails(config: Config): MailTemplate[] {
  return [
    ...accountSamples(config, madeUp),
    ...planSamples(config, madeUp),
    ...sessionSamples(config, madeUp),
    ...planControlSamples(config, madeUp),
    ...privacySamples(config, madeUp),
    ...importSamples(config, madeUp),
    helpCopyMail(1042),
    ...contactSamples(config, madeUp),
    ...customerSamples(config, madeUp),
    ...moveSamples(config),
    ...removalSamples(config),
    ...staffSamples(config, madeUp),
    ...organisationSamples(config),
    ...paymentSamples(config),
    ...providerSamples(config),
  ];
}

/** Returns the sample of a mail by its name; undefined for an unknown name. */
export function sampleOf(config: Config, name: string): MailTemplate | undefined {
  return sampleMails(config).find((template) => templateName(template) === name);
}

const textOf = (key: TextKey, language: Language) => catalogue[language][key] ?? '';

/** Returns the product's own texts of a mail, with placeholders for its values. */
export function originalWords(template: MailTemplate, language: Language): MailWords {
  const say = (key: TextKey) => textOf(key, language);
  const body = [
    ...template.before.map(say),
    ...(template.button ? [`{${buttonValue}}`] : []),
    ...(template.after ?? []).map(say),
  ];
  return { subject: say(template.subject), body: body.join('\n\n') };
}

/** Returns the texts for a test mail, which is marked in the subject. */
export function testOf({ subject, body }: MailWords, language: Language): MailWords {
  return { subject: translators[language]('mail.test.subject', { subject }), body };
}

/** Returns the values that replaced texts of the mail can and must contain. */
export function valuesOf(template: MailTemplate, language: Language): MailValues {
  const original = originalWords(template, language);
  const inSubject = valuesIn(original.subject);
  const inBody = valuesIn(original.body);
  const given = Object.keys(template.params?.(language) ?? {});
  return { known: [...new Set([...inSubject, ...inBody, ...given])], inSubject, inBody };
}
