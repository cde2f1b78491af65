import type { TextKey } from '../../domain/i18n/texts.ts';
import { mail, type Texts } from './mail-keys.ts';
import type { MailTemplate } from './mail.ts';

const heading = 'heading';
const button = 'button';
const [toAccount, toStaff] = [{ why: 'whyAccount' }, { why: 'whyStaff' }] as const;
/** The language of a contact or an invited person is unknown. */
const toInvited = { why: 'whyInvited', bothLanguages: true } as const;
const securityNotice = {
  button: 'mail.security.button',
  after: ['mail.security.ifNotYou'],
  why: 'whyAccount',
} as const;

/** Of a plan that is recorded for another person, with the person's name. */
const onBehalf = { subject: 'subjectBehalf', heading: 'headingBehalf', ...toAccount } as const;

/** Of something that a person who did not do it answers with a new password. */
const passwordNotice = {
  before: ['p1', 'mail.security.ifNotYou'],
  button: 'mail.security.buttonPassword',
  why: 'whyAccount',
} as const;

/**
 * The keys of every mail, by the name under which administrators replace its texts: the middle of its subject's key. The names
 * are stored, so they never change.
 */
export const mailTexts = {
  // Accounts.
  verify: mail('verify', { heading, button, after: ['p2'], why: 'whySignedUp' }),
  verifyFile: mail('verifyFile', { heading, button, after: ['p2'], why: 'whySignedUp' }),
  newAddress: mail('newAddress', { heading, button, after: ['p2'], why: 'whyNewAddress' }),
  reset: mail('reset', { heading, button, after: ['p2'], ...toAccount }),
  legacy: mail('legacy', { heading, button, after: ['p2'], behalf: ['preheader'], ...toAccount }),
  welcome: mail('welcome', {
    ...{ heading, button, after: ['p2'], behalf: ['preheader', 'p1', button, 'p2'] },
    ...toAccount,
  }),
  exportReady: mail('exportReady', { button, ...toAccount }),
  deleteRequested: mail('deleteRequested', { button, behalf: ['p1'], ...toAccount }),
  deleteSoon: mail('deleteSoon', { button, behalf: ['p1'], ...toAccount }),
  deleteKept: mail('deleteKept', {
    ...{ button, after: ['mail.security.ifNotYou'], behalf: ['p1'] },
    ...toAccount,
  }),
  deleteDone: mail('deleteDone', { behalf: ['p1'], why: 'whyHadAccount' }),
  helpCopy: mail('helpCopy', { why: 'whyWrote' }),
  helpDesk: mail('helpDesk', { heading, why: 'whyHelpDesk' }),

  // Security notices.
  'security.passwordChanged': mail('security.passwordChanged', passwordNotice),
  'security.cardRenewed': mail('security.cardRenewed', {
    ...securityNotice,
    button,
    behalf: ['subject', button],
  }),
  'security.healthLinkMade': mail('security.healthLinkMade', {
    ...{ ...securityNotice, button, behalf: ['subject', 'p1'] },
  }),
  'security.healthLinkClosed': mail('security.healthLinkClosed', {
    button,
    behalf: ['subject', 'p1'],
    ...toAccount,
  }),
  'security.mfaOn': mail('security.mfaOn', securityNotice),
  'security.mfaOff': mail('security.mfaOff', securityNotice),
  'security.mfaReset': mail('security.mfaReset', securityNotice),
  'security.emailChanged': mail('security.emailChanged', securityNotice),
  'security.phoneChanged': mail('security.phoneChanged', securityNotice),
  'security.appChanged': mail('security.appChanged', securityNotice),
  'security.factorRemoved': mail('security.factorRemoved', securityNotice),
  'security.recoveryUsed': mail('security.recoveryUsed', passwordNotice),
  'security.recoveryNew': mail('security.recoveryNew', securityNotice),
  'security.newSignin': mail('security.newSignin', passwordNotice),
  'security.signedOut': mail('security.signedOut', securityNotice),
  'security.tooManyTries': mail('security.tooManyTries', passwordNotice),
  'security.staffOpened': mail('security.staffOpened', { button: 'mail.security.button', ...toAccount }),

  // Plans.
  planCompleted: mail('planCompleted', { heading, before: ['p1', 'p2'], button, ...toAccount }),
  planCompletedBehalf: mail('planCompleted', {
    ...{ ...onBehalf, preheader: 'preheaderBehalf', before: ['p1Behalf', 'p2Behalf'] },
    button: 'buttonBehalf',
  }),
  planLink: mail('planLink', { heading, before: ['p1', 'p2'], button, ...toAccount }),
  planLinkBehalf: mail('planLink', { ...onBehalf, before: ['p1Behalf', 'p2'], button: 'buttonBehalf' }),
  planReview: mail('planReview', { heading, button, ...toAccount }),
  planReviewBehalf: mail('planReview', {
    ...onBehalf,
    heading,
    before: ['p1Behalf'],
    button: 'buttonBehalf',
  }),
  emergencyOpened: mail('emergencyOpened', { heading, before: ['p1', 'p2'], button, ...toAccount }),
  emergencyOpenedBehalf: mail('emergencyOpened', { ...onBehalf, before: ['p1Behalf', 'p2Behalf'], button }),
  emergencyOpenedContact: mail('emergencyOpenedContact', { heading, button, ...toInvited }),
  handedOverContact: mail('handedOverContact', { heading, before: ['p1', 'p2'], ...toInvited }),
  healthLinkOpened: mail('healthLinkOpened', {
    ...{ heading, before: ['p1', 'p2'], button, behalf: ['subject', heading] },
    ...toAccount,
  }),
  planLocked: mail('planLocked', {
    heading,
    button,
    behalf: ['subject', heading, 'p1', button],
    ...toAccount,
  }),
  planUnlocked: mail('planUnlocked', {
    ...{ heading, button, behalf: ['subject', heading, 'p1', button] },
    ...toAccount,
  }),
  planRolledBack: mail('planRolledBack', {
    ...{ heading, button, behalf: ['subject', 'preheader', heading, 'p1', button] },
    ...toAccount,
  }),
  paperSetAside: mail('paperSetAside', {
    ...{ heading, before: ['p1', 'p2'], button, behalf: ['subject', heading, 'p2', button] },
    ...toAccount,
  }),

  // To trusted contacts.
  contactRequest: mail('contactRequest', {
    ...{ heading, before: ['p1', 'p2'], button, after: ['p3'] },
    ...toInvited,
  }),
  contactRequestSubstitute: mail('contactRequest', {
    ...{ subject: 'subjectSubstitute', heading, before: ['p1', 'p2', 'p2Substitute'], button, after: ['p3'] },
    ...toInvited,
  }),
  contactRequestBehalf: mail('contactRequest', {
    ...{ subject: 'subjectBehalf', heading, before: ['p1Behalf', 'p2'], button, after: ['p3'] },
    ...toInvited,
  }),
  contactRequestBehalfSubstitute: mail('contactRequest', {
    ...{ subject: 'subjectBehalfSubstitute', heading, before: ['p1Behalf', 'p2', 'p2BehalfSubstitute'] },
    ...{ button, after: ['p3'] },
    ...toInvited,
  }),
  contactReminder: mail('contactReminder', { heading, button, after: ['p2'], ...toInvited }),
  contactWelcome: mail('contactWelcome', { heading, button, after: ['p2'], ...toInvited }),
  contactLink: mail('contactLink', { heading, button, after: ['p2'], ...toInvited }),
  contactFirstVersion: mail('contactFirstVersion', { heading, button, ...toInvited }),
  contactNewVersion: mail('contactNewVersion', { heading, button, ...toInvited }),
  contactNewVersionBehalf: mail('contactNewVersion', {
    ...{ subject: 'subjectBehalf', heading, before: ['p1Behalf'], button },
    ...toInvited,
  }),
  contactNamed: mail('contactNamed', { heading, button, after: ['p2'], ...toInvited }),
  contactNamedSelf: mail('contactNamed', {
    ...{ subject: 'subjectSelf', heading, before: ['p1Self'], button, after: ['p2Self'] },
    ...toInvited,
  }),
  contactEnded: mail('contactEnded', { heading, ...toInvited }),

  // To the owner, about a trusted contact.
  contactSuggested: mail('contactSuggested', {
    heading,
    button,
    after: ['p2'],
    behalf: ['p1'],
    ...toAccount,
  }),
  contactAccepted: mail('contactAccepted', { heading, button, after: ['p2'], ...toAccount }),
  contactAcceptedBehalf: mail('contactAccepted', {
    ...{ subject: 'subjectBehalf', heading: 'headingBehalf', before: ['p1Behalf'], button, after: ['p2'] },
    ...toAccount,
  }),
  contactDeclined: mail('contactDeclined', { heading, button, ...toAccount }),
  contactDeclinedBehalf: mail('contactDeclined', {
    ...{ subject: 'subjectBehalf', heading, before: ['p1Behalf'], button },
    ...toAccount,
  }),
  contactExpired: mail('contactExpired', { heading, button, ...toAccount }),
  contactExpiredBehalf: mail('contactExpired', {
    ...{ subject: 'subjectBehalf', heading, before: ['p1Behalf'], button },
    ...toAccount,
  }),
  contactLeft: mail('contactLeft', { heading, before: ['p1', 'p2'], button, ...toAccount }),
  contactOpened: mail('contactOpened', { heading, before: ['p1', 'p2'], button, ...toAccount }),
  contactOpenedBehalf: mail('contactOpened', {
    ...{ subject: 'subjectBehalf', heading, before: ['p1', 'p2'], button },
    ...toAccount,
  }),

  // Customers of a provider.
  inviteCustomer: mail('inviteCustomer', {
    ...{ heading, before: ['p1', 'p2'], button, after: ['p3'] },
    ...toInvited,
  }),
  inviteReminder: mail('inviteReminder', { heading, button, after: ['p2'], ...toInvited }),
  designated: mail('designated', { heading, before: ['p1', 'p2'], button, after: ['p3'], ...toInvited }),
  inviteCancelled: mail('inviteCancelled', { heading, why: 'whyWasInvited', bothLanguages: true }),
  inviteCancelledKept: mail('inviteCancelled', {
    ...{ subject: 'subjectKept', heading, before: ['kept'], why: 'whyWasInvited', bothLanguages: true },
  }),
  suspended: mail('suspended', { behalf: ['preheader', 'p1'], ...toAccount }),
  reactivated: mail('reactivated', { button, ...toAccount }),
  archived: mail('archived', { before: ['p1', 'p2'], behalf: ['preheader', 'p2'], ...toAccount }),
  customerMoved: mail('customerMoved', {
    ...{ heading, before: ['p1', 'p2', 'p3'], behalf: ['preheader', heading, 'p2'] },
    ...toAccount,
  }),
  customerRemoved: mail('customerRemoved', {
    ...{ before: ['p1', 'reason', 'p2'], button, after: ['ask'], behalf: ['p2'] },
    ...toAccount,
  }),
  customerRemovedContact: mail('customerRemovedContact', { heading, before: ['p1', 'p2'], ...toInvited }),
  customerRemovedManager: mail('customerRemovedManager', { before: ['p1', 'reason'], button, ...toStaff }),
  customerTakenBack: mail('customerTakenBack', { behalf: ['p1'], ...toAccount }),
  customerTakenBackContact: mail('customerTakenBackContact', { heading, ...toInvited }),
  customerGone: mail('customerGone', { before: ['p1', 'p2'], behalf: ['p1'], why: 'whyHadAccount' }),
  customerGoneContact: mail('customerGoneContact', { heading, before: ['p1', 'p2'], ...toInvited }),
  importDone: mail('importDone', { heading, button, ...toStaff }),
  importPartly: mail('importPartly', { heading, button, ...toStaff }),
  importFailed: mail('importFailed', { heading, button, ...toStaff }),

  // Staff.
  inviteStaff: mail('inviteStaff', { heading, button, after: ['p2'], ...toInvited }),
  joinOrganisation: mail('joinOrganisation', {
    ...{ heading, button, after: ['p2'], bothLanguages: true },
    ...toStaff,
  }),
  organisationAddress: mail('organisationAddress', { heading, button, after: ['p2'], ...toStaff }),
  inviteProvider: mail('inviteProvider', { heading, button, after: ['p2'], ...toInvited }),
  staffSuspended: mail('staffSuspended', toAccount),
  staffReactivated: mail('staffReactivated', { button, ...toAccount }),
  staffRemoved: mail('staffRemoved', { before: ['p1', 'p2'], ...toAccount }),
  digestMonthly: mail('digest', {
    subject: 'subjectMonthly',
    heading,
    before: ['quiet'],
    button,
    ...toStaff,
  }),
  digestAnnually: mail('digest', {
    subject: 'subjectAnnually',
    heading,
    before: ['quiet'],
    button,
    ...toStaff,
  }),

  // Payment.
  receipt: mail('receipt', { heading, button, ...toAccount }),
  receiptNoCard: mail('receipt', {
    ...{ subject: 'subjectNoCard', heading, before: ['p1NoCard'], button },
    ...toAccount,
  }),
  receiptFree: mail('receipt', {
    ...{ subject: 'subjectFree', preheader: 'preheaderFree', heading: 'headingFree' },
    ...{ before: ['p1Free'], button },
    ...toAccount,
  }),
  renewalSoon: mail('renewalSoon', { heading, before: ['p1', 'p2'], button, ...toAccount }),
  renewalSoonNoCard: mail('renewalSoon', {
    ...{
      subject: 'subjectNoCard',
      preheader: 'preheaderNoCard',
      heading,
      before: ['p1NoCard', 'p2'],
      button,
    },
    ...toAccount,
  }),
  paymentFailed: mail('paymentFailed', {
    ...{ heading, before: ['p1', 'p3'], button, after: ['p2'], behalf: ['p2'] },
    ...toAccount,
  }),
  paymentFailedLast: mail('paymentFailedLast', {
    ...{ heading, before: ['p1', 'p3'], button, after: ['p2'], behalf: ['p2'] },
    ...toAccount,
  }),
  cardExpiring: mail('cardExpiring', { heading, button, ...toAccount }),
  refund: mail('refund', { heading, button, ...toAccount }),
  refundNoCard: mail('refund', {
    ...{ subject: 'subjectNoCard', heading, before: ['p1NoCard'], button },
    ...toAccount,
  }),
  subscriptionEnded: mail('subscriptionEnded', { heading, button, behalf: ['p1', button], ...toAccount }),
  providerInvoice: mail('providerInvoice', { heading, button, ...toAccount }),
  providerOverdue: mail('providerOverdue', { heading, before: ['p1', 'p2'], button, ...toAccount }),
  chargeRefused: mail('chargeRefused', {
    ...{ heading, before: ['p1', 'p2', 'next'], button, after: ['mail.providerOverdue.p2'] },
    ...toAccount,
  }),
  chargeRefusedLast: mail('chargeRefused', {
    ...{ subject: 'subjectLast', preheader: 'preheaderLast', heading, before: ['p1', 'p2', 'nextNone'] },
    ...{ button, after: ['mail.providerOverdue.p2'] },
    ...toAccount,
  }),
  trialEnding: mail('trialEnding', { heading, before: ['p1', 'p2'], button, ...toAccount }),
  trialEnded: mail('trialEnded', { heading, before: ['p1', 'p2'], button, ...toAccount }),
};

export type MailName = keyof typeof mailTexts;

/** Values of a mail besides its keys. `url` is the address of the button; null for a mail that has none this time. */
type Rest<Name extends MailName> = Pick<MailTemplate, 'params'> &
  ((typeof mailTexts)[Name] extends { button: string } ? { url: string | null } : { url?: never });

/** Returns a mail with the keys of the table. */
export function mailOf<Name extends MailName>(name: Name, rest: Rest<Name>): MailTemplate {
  const { button: label, ...texts } = mailTexts[name] as Texts & { button: TextKey | undefined };
  const { url, params } = rest as { url?: string | null } & Pick<MailTemplate, 'params'>;
  return { ...texts, ...(label && url && { button: { label, url } }), ...(params && { params }) };
}
