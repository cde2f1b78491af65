import type { CustomerRow } from '../../../../../domain/lists/definitions/customers/customer-columns.ts';
import * as z from 'zod/mini';
import { isPlatformRole } from '../../../../../domain/access/actors.ts';
import type { Subjects } from '../../../../../domain/access/subjects.ts';
import { isPlaceholderEmail } from '../../../../../domain/customers/placeholder-email.ts';
import { AppError, refuseInvalid } from '../../../../../domain/errors.ts';
import { melbourneDate } from '../../../../../domain/fields.ts';
import { formInput } from '../../../../../domain/inputs/form.ts';
import { newCustomerRequest, type NewCustomer } from '../../../../../domain/inputs/customers/new-customer.ts';
import { recordActivity } from '../../../../pipeline/audit/activities.ts';
import { idempotencyKey } from '../../../../pipeline/repeated-calls/idempotency.ts';
import type { InputContext } from '../../../../pipeline/input.ts';
import type { Tries } from '../../../../pipeline/limits/limit.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { callerId } from '../../../../pipeline/subjects.ts';
import type { Loading } from '../../../../pipeline/work.ts';
import { findCustomerRow } from '../../customer-row.ts';
import { makeCustomer } from './make-customer.ts';
import { findTrial } from '../trial.ts';

// Declares the parameter's type, without which `operation` could not infer the input.
const inviteInput = ({ today }: InputContext) =>
  formInput(newCustomerRequest({ today }), {
    provider_id: z.optional(z.nullable(z.string().check(z.uuid()))),
    idempotency_key: idempotencyKey,
  });

/**
 * Returns the provider to which a customer is added: the given one, or the caller's own. `lock` prevents that it is
 * archived or deleted meanwhile; simultaneous additions do not wait for each other.
 */
async function providerOf(
  { provider_id }: { provider_id?: string | null | undefined },
  { actor, tx, lock }: Pick<Loading, 'actor' | 'tx' | 'lock'>,
): Promise<Subjects['provider'] | null> {
  const own = actor.kind === 'person' ? actor.providerId : null;
  const id = provider_id ?? own;
  if (id === null && actor.kind === 'person' && isPlatformRole(actor.role))
    throw new AppError('invalid', { fields: [{ field: 'provider_id', message: 'error.customer.provider' }] });
  if (id === null) return null;
  const query = tx
    .selectFrom('providers')
    .select(['id', 'path'])
    .where('id', '=', id)
    .where('archived', '=', false);
  const row = await (lock ? query.forShare() : query).executeTakeFirst();
  return row ? { kind: 'provider', providerId: row.id, providerPath: row.path } : null;
}

/** Rate limits for adding customers, which must not be used to write to strangers or to find out who has an account. */
const addingTries = (staffId: string, customer: NewCustomer): Tries => [
  { counted: ['customer-add:account', staffId], counts: 'always' },
  {
    counted: ['customer-known:account', staffId],
    counts: ['existingUser', 'existingMedicareNumber'],
  },
  ...(customer.registration_type === 'invite_account'
    ? ([{ counted: ['customer-invite:recipient', customer.email], counts: 'always' }] as const)
    : []),
];

/**
 * Adds a customer: invites them by e-mail, or creates an account without an address (CACT-25, CACT-26, API-54).
 * @throws AppError `invalid` at the fields, also at `form` when the trial is over; `existingUser` at `email`,
 * `existingMedicareNumber` at `medicareNumber`; `rate-limited`
 */
export const inviteCustomer = operation({
  name: 'inviteCustomer',
  kind: 'write',
  input: inviteInput,
  access: { action: 'customers.add', subject: providerOf },
  limit: async ({ input, actor }) => addingTries(callerId(actor), input),
  async run({ input, subject, actor, tx, now, services, meta, emit, auditDetails }): Promise<CustomerRow> {
    const { provider_id: _, idempotency_key: __, ...customer } = input;
    if (customer.registration_type === 'invite_account' && isPlaceholderEmail(customer.email))
      refuseInvalid([{ field: 'email', message: 'field.email.invalid' }]);
    const { providerId } = subject;
    const trial = await findTrial(tx, providerId, melbourneDate(now));
    if (trial.state === 'over') refuseInvalid([{ field: 'form', message: 'customers.trialOver' }]);
    const { userId, invitationId } = await makeCustomer({ tx, services, now }, customer, {
      providerId,
      language: meta.language,
      trialEnds: trial.state === 'running' ? trial.customerEnds : null,
    });
    const staffId = callerId(actor);
    const template = invitationId === null ? 'customerAdded' : 'invited';
    await recordActivity(tx, { template, userId, actorId: staffId, at: now }, {});
    if (invitationId !== null)
      emit('customer.invited', { user_id: userId, invitation_id: invitationId, kind: 'invited' });
    auditDetails({ registration_type: customer.registration_type, provider: providerId }, userId);
    const row = await findCustomerRow(tx, userId);
    if (!row) throw new AppError('not-found');
    return row;
  },
});
