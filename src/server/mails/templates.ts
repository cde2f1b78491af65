import { catalogue } from '../../domain/i18n/catalogue.ts';
import type { Language, TextKey, TextParams } from '../../domain/i18n/texts.ts';
import { buttonValue, valuesIn, type MailValues, type MailWords } from '../../domain/mail-template.ts';
import type { Config } from '../config.ts';
import {
  changedAddressMail,
  legacyResetMail,
  resetMail,
  securityMail,
  verificationMail,
  verificationWithFileMail,
  welcomeMail,
  type SecurityNotice,
} from './accounts/account-mails.ts';
import * as contacts from './contact-mails.ts';
import * as customers from './customers/customer-mails.ts';
import { helpCopyMail } from './help-mails.ts';
import { translators, type MailTemplate } from './mail.ts';
import { importResultMail } from './customers/import-mails.ts';
import * as payments from './payment-mails.ts';
import * as providerMails from './provider-mails.ts';
import { customerMovedMail } from './customers/move-mails.ts';
import * as removals from './customers/removal-mails.ts';
import { deletedMail, deletionKeptMail, deletionMail, exportReadyMail } from './accounts/privacy-mails.ts';
import {
  emergencyOpenedContactMail,
  emergencyOpenedMail,
  planCompletedMail,
  planLinkMail,
} from './plan-mails.ts';
import { planLockedMail, planRolledBackMail, planUnlockedMail } from './plan-control-mails.ts';
import { newSigninMail, staffOpenedMail } from './accounts/session-mails.ts';
import { inviteProviderMail, inviteStaffMail, staffStatusMail } from './staff-mails.ts';

/** Returns the name of a mail: the middle of its subject's key, such as `verify` or `security.cardRenewed`. */
export function templateName(template: MailTemplate): string {
  return template.subject.replace(/^mail\./, '').replace(/\.subject/, '');
}

const madeUp = new Date('2026-11-20T22:05:00Z');

/** Security notices with the values of their texts. */
const notices = {
  passwordChanged: {},
  cardRenewed: {},
  mfaOn: {},
  mfaOff: {},
  mfaReset: {},
  emailChanged: {},
  phoneChanged: { last3: '678' },
  appChanged: {},
  factorRemoved: {},
  recoveryUsed: { count: 7 },
  recoveryNew: {},
  signedOut: {},
  tooManyTries: {},
} as const satisfies Partial<Record<SecurityNotice, TextParams>>;

/**
 * Returns one mail of each kind to users, with example values: the mails whose texts administrators can replace. Not included are
 * mails to the help desk, and the summaries for staff, which are numbers.
 */
export function sampleMails(config: Config): MailTemplate[] {
  const person = 'Lin Mei Chen';
  const visit = { staff: 'Priya Nair', organisation: 'Banksia House', startedAt: madeUp, endedAt: madeUp };
  const staff = { name: visit.staff, organisation: visit.organisation };
  const link = (path: string) => `${config.publicUrl}/${path}#token=example`;
  return [
    verificationMail(link('verify-email')),
    verificationWithFileMail(link('verify-email')),
    welcomeMail(config),
    changedAddressMail(link('verify-email')),
    resetMail(link('reset-password')),
    legacyResetMail(link('reset-password')),
    planCompletedMail(config, { person: null }),
    planCompletedMail(config, { person }),
    planLinkMail(config, { person: null }),
    planLinkMail(config, { person }),
    emergencyOpenedMail(config, { person: null }, madeUp),
    emergencyOpenedContactMail(person, madeUp, `${config.publicUrl}/shared-plan/example`),
    ...(Object.keys(notices) as (keyof typeof notices)[]).map((notice) =>
      securityMail(config, notice, madeUp, notices[notice]),
    ),
    newSigninMail(config, 'Firefox/Windows', madeUp),
    staffOpenedMail(config, visit),
    planLockedMail(config, staff),
    planUnlockedMail(config, staff, madeUp),
    planRolledBackMail(config, staff, madeUp),
    exportReadyMail(config, madeUp),
    deletionMail(config, 'deleteRequested', '2026-12-20'),
    deletionMail(config, 'deleteSoon', '2026-12-20'),
    deletionKeptMail(config),
    deletedMail(),
    ...importSamples(config),
    helpCopyMail(1042),
    ...contactSamples(config),
    ...customerSamples(config),
    ...removalSamples(config),
    ...staffSamples(config),
    ...paymentSamples(config),
  ];
}

/** Returns the results of an import: with all lines done, with lines to correct, and with no customer added. */
function importSamples(config: Config): MailTemplate[] {
  const outcome = { importId: 'example', onPlatform: false, provider: 'Banksia House', total: 12 };
  return [
    importResultMail(config, { ...outcome, done: 10, failed: 0, here: 2, invitationsDue: madeUp }),
    importResultMail(config, { ...outcome, done: 8, failed: 2, here: 2, invitationsDue: madeUp }),
    importResultMail(config, { ...outcome, done: 0, failed: 12, here: 0, invitationsDue: null }),
  ];
}

/** Returns the mails about staff actions on a customer. */
function customerSamples(config: Config): MailTemplate[] {
  const provider = 'Banksia House';
  const link = `${config.publicUrl}/signup#token=example`;
  const invitation = { provider, person: 'Lin Mei Chen', link, until: madeUp };
  return [
    customers.inviteCustomerMail(invitation),
    customers.inviteReminderMail(invitation),
    customers.designatedMail(invitation),
    customers.inviteCancelledMail({ provider, isKept: false }),
    customers.inviteCancelledMail({ provider, isKept: true }),
    customers.accountStatusMail(config, 'suspended', { provider, at: madeUp }),
    customers.accountStatusMail(config, 'reactivated', { provider, at: madeUp }),
    customers.accountStatusMail(config, 'archived', { provider, at: madeUp }),
    customerMovedMail(config, {
      actor: 'Priya Nair',
      organisation: provider,
      from: provider,
      to: 'Correa Lodge',
    }),
  ];
}

/** Returns the mails about customers whom staff removed. */
function removalSamples(config: Config): MailTemplate[] {
  const names = { person: 'Lin Mei Chen', owner: 'Lin Mei Chen', recorder: 'Chen Wei', relation: 'Son' };
  const sharer = { onBehalf: false, names: () => names };
  const actor = { name: 'Priya Nair', organisation: 'Banksia House' };
  const facts: removals.RemovalFacts = {
    ...{ actor, provider: 'Banksia House', deleteOn: '2026-12-20' },
    ...{ reason: 'Moved to Sydney', canSignIn: true },
  };
  return [
    removals.customerRemovedMail(config, facts),
    removals.customerRemovedContactMail(config, facts, sharer),
    removals.customerRemovedManagerMail(config, facts, 'example'),
    removals.customerTakenBackMail(config, actor),
    removals.customerTakenBackContactMail(sharer),
    removals.customerGoneMail('Banksia House'),
    removals.customerGoneContactMail('Banksia House', sharer),
  ];
}

/** Returns the invitations of a provider's staff and of its contact person, and the mails about changes to their accounts. */
function staffSamples(config: Config): MailTemplate[] {
  const link = `${config.publicUrl}/invite#token=example`;
  const provider = 'Banksia House';
  const invitation = { provider, inviter: 'Priya Nair', link, until: madeUp };
  return [
    inviteStaffMail(invitation),
    inviteProviderMail(invitation),
    ...(['suspended', 'reactivated', 'removed'] as const).map((status) =>
      staffStatusMail(config, status, { provider, at: madeUp }),
    ),
  ];
}

/** Returns the mails about payment: with a card, without one, and with nothing to pay. */
function paymentSamples(config: Config): MailTemplate[] {
  const card = { brand: 'visa', last4: '4242' } as const;
  const renewal = { amount: 4_900, on: '2027-11-21' };
  const receipt: payments.PaidReceipt = {
    transactionId: 'example',
    invoiceNumber: 'WAT-2026-0042',
    plan: 'care',
    amount: 4_900,
    discount: 0,
    withGst: false,
    paidOn: '2026-11-21',
    card,
    after: { kind: 'next', ...renewal },
  };
  const failed: payments.FailedRenewal = {
    amount: 4_900,
    failedOn: '2026-11-21',
    dueOn: '2026-11-21',
    retryOn: '2026-11-24',
    graceUntil: '2026-11-28',
  };
  return [
    payments.receiptMail(config, receipt),
    payments.receiptMail(config, { ...receipt, card: null }),
    payments.receiptMail(config, { ...receipt, amount: 0, discount: 4_900, card: null }),
    payments.renewalSoonMail(config, { ...renewal, card }),
    payments.renewalSoonMail(config, { ...renewal, card: null }),
    payments.paymentFailedMail(config, failed),
    payments.paymentFailedMail(config, { ...failed, retryOn: null }),
    payments.cardExpiringMail(config, { last4: '4242', month: 9, year: 2027, nextOn: renewal.on }),
    payments.refundMail(config, { amount: 4_900, last4: card.last4 }),
    payments.refundMail(config, { amount: 4_900, last4: null }),
    payments.subscriptionEndedMail(config, renewal.on),
    ...providerSamples(config),
  ];
}

/** Returns the mails about what providers pay. */
function providerSamples(config: Config): MailTemplate[] {
  const invoice: providerMails.InvoiceMail = {
    transactionId: 'example',
    ...{ invoiceNumber: 'WAT-2026-0042', provider: 'Banksia House', planName: 'Beds, one year' },
    ...{ amount: 58_800, unit: 'beds', quantity: 12 },
    ...{ start: '2026-11-21', end: '2027-11-20', dueOn: '2026-12-05' },
  };
  return [
    providerMails.providerInvoiceMail(config, invoice),
    providerMails.providerOverdueMail(config, invoice),
    providerMails.trialEndingMail(config, { on: '2026-12-05', days: 14 }),
    providerMails.trialEndedMail(config),
  ];
}

/**
 * Returns the mails about trusted contacts. Mails that differ for a plan recorded for another person are included in both forms.
 */
function contactSamples(config: Config): MailTemplate[] {
  const names = {
    person: 'Lin Mei Chen',
    recorder: 'Chen Wei',
    relation: 'Son',
  };
  const self = { onBehalf: false, names: () => ({ ...names, owner: names.person }) };
  const behalf = { onBehalf: true, names: () => ({ ...names, owner: names.recorder }) };
  const link = `${config.publicUrl}/trusted-contact/example`;
  const request = { link, asked: madeUp, until: madeUp };
  const contact = 'Daniel Doyle';
  return [self, behalf]
    .flatMap((sharer) => [
      contacts.contactRequestMail(sharer, { ...request, decisionMaker: false }),
      contacts.contactRequestMail(sharer, { ...request, decisionMaker: true }),
      contacts.contactVersionMail(sharer, { link, at: madeUp, isFirst: false }),
      contacts.contactNamedMail(sharer, { link, isPending: false }),
      contacts.contactAcceptedMail(config, sharer, contact),
      contacts.contactDeclinedMail(config, sharer, contact),
      contacts.contactExpiredMail(config, sharer, contact),
      contacts.contactOpenedMail(config, sharer, contact, madeUp),
    ])
    .concat([
      contacts.contactReminderMail(self, request),
      contacts.contactWelcomeMail(self, link),
      contacts.contactLinkMail(self, link),
      contacts.contactVersionMail(self, { link, at: madeUp, isFirst: true }),
      contacts.contactEndedMail(self),
      contacts.contactLeftMail(config, self, contact),
      contacts.contactSuggestedMail(config, { contact, staff: 'Priya Nair', planSigned: true }),
    ]);
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
