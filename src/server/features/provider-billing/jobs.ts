import type { Events } from '../../../domain/events.ts';
import { melbourneDate } from '../../../domain/fields.ts';
import { greetingName } from '../../../domain/names.ts';
import type { Receiver } from '../../mails/mail.ts';
import {
  chargeRefusedMail,
  providerInvoiceMail,
  providerOverdueMail,
  trialEndedMail,
  trialEndingMail,
} from '../../mails/payments/provider-mails.ts';
import type { MailTemplate } from '../../mails/mail.ts';
import { send, toEach } from '../../jobs/person-mail.ts';
import type { Handler, JobContext } from '../../jobs/task.ts';
import { findRefusal } from './cards/refusals.ts';
import { findInvoice, type ProviderInvoiceRow } from './invoice-row.ts';

/** More people than a provider has for its bills. */
const receiversAtMost = 20;

type Reader = Receiver & { id: string };

/**
 * Loads who receives mails about a provider's bills: its contact person, otherwise its managers, if their account is active;
 * without any, the address of the provider itself.
 */
async function findReceivers({ services: { db } }: JobContext, providerId: string): Promise<Reader[]> {
  const people = await db
    .selectFrom('users')
    .innerJoin('permission_roles as role', 'role.id', 'users.permission_role_id')
    .innerJoin('providers', 'providers.id', 'users.provider_id')
    .select(['users.id', 'users.email', 'users.language', 'users.first_name', 'users.last_name'])
    .select(({ eb }) => eb('providers.contact_id', '=', eb.ref('users.id')).as('is_contact'))
    .where('users.provider_id', '=', providerId)
    .where('users.status', '=', 'active')
    .where('role.role', '=', 'provideradmin')
    .where('role.can_manage_all', '=', true)
    .orderBy('users.id')
    .limit(receiversAtMost)
    .execute();
  const contact = people.filter(({ is_contact }) => is_contact);
  const readers = (contact.length > 0 ? contact : people).map(({ id, email, language, ...names }) => ({
    ...{ id, email, language },
    firstName: greetingName(names) || null,
  }));
  if (readers.length > 0) return readers;
  const provider = await db
    .selectFrom('providers')
    .select('email')
    .where('id', '=', providerId)
    .executeTakeFirst();
  return provider?.email ? [{ id: providerId, email: provider.email, language: 'en', firstName: null }] : [];
}

async function sendToProvider(context: JobContext, providerId: string, mail: MailTemplate): Promise<void> {
  const receivers = await findReceivers(context, providerId);
  if (receivers.length === 0)
    context.log(`A mail about the bills of provider ${providerId} has no receiver.`, 'error');
  await toEach(receivers, (receiver) => send(context, receiver, mail, `provider.${receiver.id}`));
}

/** Creates a handler that mails an invoice, if it is still in a state. */
const invoiceMail =
  (
    isDue: (invoice: ProviderInvoiceRow) => boolean,
    templateOf: typeof providerInvoiceMail,
  ): Handler<{ provider_id: string; transaction_id: string }> =>
  async ({ provider_id, transaction_id }, context) => {
    const { db, config } = context.services;
    const invoice = await findInvoice(db, transaction_id);
    if (!invoice || !isDue(invoice)) return;
    const amount = invoice.amount - invoice.refunded;
    const mail = templateOf(config, { ...invoice, amount, transactionId: invoice.id });
    await sendToProvider(context, provider_id, mail);
  };

/** Mails a new invoice. */
export const sendInvoice = invoiceMail(({ status }) => status !== 'refunded', providerInvoiceMail);

/** Mails that an invoice is overdue, unless it was paid meanwhile. */
export const sendOverdue = invoiceMail(({ status }) => status === 'overdue', providerOverdueMail);

/**
 * Mails that a charge for an invoice was refused, unless it was paid meanwhile. The next attempt is that after the last charge,
 * because the mail may be late.
 */
export const sendChargeRefused: Handler<Events['provider-invoice.charge-refused']> = async (
  { provider_id, transaction_id, charge_id },
  context,
) => {
  const { db, config, clock } = context.services;
  const invoice = await findInvoice(db, transaction_id);
  const refusal = await findRefusal(db, charge_id);
  if (!invoice || !refusal || (invoice.status !== 'pending' && invoice.status !== 'overdue')) return;
  const { reason, refusedAt, nextTryAt, card } = refusal;
  const amount = invoice.amount - invoice.refunded;
  const mail = chargeRefusedMail(
    config,
    { ...invoice, amount, transactionId: invoice.id },
    {
      ...{ reason, card, refusedOn: melbourneDate(refusedAt) },
      retryOn: nextTryAt !== null && nextTryAt > clock() ? melbourneDate(nextTryAt) : null,
    },
  );
  await sendToProvider(context, provider_id, mail);
};

/** Mails that a trial ends, unless it was prolonged or a payment plan was chosen meanwhile. */
export const sendTrialNotice: Handler<Events['provider-trial.notice']> = async (event, context) => {
  const { provider_id, on, days } = event;
  const { db, config } = context.services;
  const provider = await db
    .selectFrom('providers')
    .select(['trial_expiry_date', 'subscription_id', 'archived'])
    .where('id', '=', provider_id)
    .executeTakeFirst();
  if (provider?.trial_expiry_date !== on || provider.subscription_id !== null || provider.archived) return;
  const mail = days === 0 ? trialEndedMail(config) : trialEndingMail(config, { on, days });
  await sendToProvider(context, provider_id, mail);
};
