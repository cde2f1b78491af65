import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { isPlatformRole, type PersonActor } from '../../../../domain/access/actors.ts';
import { AppError } from '../../../../domain/errors.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { formInput } from '../../../../domain/inputs/form.ts';
import {
  inviteProviderForm,
  type InvitedProvider,
} from '../../../../domain/inputs/organisation/invite-provider.ts';
import { isPlaceholderEmail } from '../../../../domain/customers/placeholder-email.ts';
import { trialOfNewProvider } from '../../../../domain/billing/trial.ts';
import { givesRank, rankOf } from '../../../../domain/staff/rank.ts';
import { storedExternalId } from '../../../../domain/providers/external-id.ts';
import { lockNames } from '../../../db/organisation-locks.ts';
import { recordActivity } from '../../../pipeline/audit/activities.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { idempotencyKey } from '../../../pipeline/repeated-calls/idempotency.ts';
import type { Tries } from '../../../pipeline/limits/limit.ts';
import { operation } from '../../../pipeline/operation.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import type { Loading } from '../../../pipeline/work.ts';
import { refuseUnconnected } from '../../provider-sign-in/api.ts';
import { invitingTries, knownAddressTries, makeStaffMember } from '../../staff/api.ts';
import { findPlace, refuseNoPlace, type Place } from '../place.ts';

const [organisation, edit] = [1, 2] as const;

/** Returns the role of a new provider's contact person: the one with all rights, unless that is above the inviter's own rank. */
const contactRoleFor = ({ role, permissionRoleId }: PersonActor) =>
  isPlatformRole(role) || givesRank(rankOf(permissionRoleId), 'organisation') ? organisation : edit;

/** Rate limits for inviting. */
const triesOf = (staffId: string, { email }: InvitedProvider): Tries => [
  ...knownAddressTries(staffId),
  ...invitingTries(staffId, email),
];

type Stub = Pick<InvitedProvider, 'provider_name' | 'providerType' | 'external_id'> & {
  place: Place;
  now: Date;
};

/**
 * Returns the place under the given provider; without one, the top for the platform's staff, and under their own provider for
 * others.
 */
function placeFor(
  { parent_id }: { parent_id?: string | null | undefined },
  loading: Loading,
): Promise<Place | null> {
  const { actor } = loading;
  const own = actor.kind === 'person' && !isPlatformRole(actor.role) ? actor.providerId : null;
  return findPlace(parent_id ?? own, loading);
}

/** Inserts a provider with only its name. @throws AppError `invalid` at `external_id` if it is taken (ERR-31) */
async function insertStub(tx: Tx, { provider_name, providerType, external_id, place, now }: Stub) {
  const id = randomUUID();
  const path = [...place.providerPath, id];
  const made = await tx
    .insertInto('providers')
    .values({
      id,
      name: provider_name,
      type: providerType,
      external_id: external_id === null ? null : storedExternalId(external_id),
      parent_id: place.parentId,
      provider_root_id: path[0] ?? id,
      path,
      contact_id: null,
      trial_expiry_date: trialOfNewProvider(
        { parentId: place.parentId, subscriptionId: null },
        melbourneDate(now),
      ),
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('external_id').doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows !== 1n)
    throw new AppError('invalid', { fields: [{ field: 'external_id', message: 'error.externalIdExists' }] });
  return id;
}

/**
 * Invites the contact person of a new provider, who then completes its details (PROV-08, PROV-10, API-38, API-39, GAP-91). The
 * contact person of an external provider gets the link that joins them to their account at the organisation (PROV-34, D-50).
 * @throws AppError `invalid` at the fields, and at `form` for a place that a provider cannot have; `existingUser` at `email`;
 * `rate-limited`
 */
export const inviteProvider = operation({
  name: 'inviteProvider',
  kind: 'write',
  input: formInput(inviteProviderForm, {
    parent_id: z.optional(z.nullable(z.string().check(z.uuid()))),
    idempotency_key: idempotencyKey,
  }),
  access: { action: 'provider.add', subject: placeFor },
  limit: async ({ input, actor }) => triesOf(callerId(actor), input),
  async run({ input, subject, actor, tx, services, now, meta, emit, auditDetails }) {
    const { first_name, last_name, email, providerType } = input;
    if (isPlaceholderEmail(email))
      throw new AppError('invalid', { fields: [{ field: 'email', message: 'field.email.invalid' }] });
    refuseNoPlace(subject, 'form');
    if (providerType === 'external_provider')
      await refuseUnconnected(tx, subject.providerPath, 'providerType');
    await lockNames(tx);
    const inviterId = callerId(actor);
    const providerId = await insertStub(tx, { ...input, place: subject, now });
    const { userId, invitationId } = await makeStaffMember(
      { tx, services, now },
      {
        ...{ email, first_name, last_name, phone: null, role: null },
        permission_role_id: actor.kind === 'person' ? contactRoleFor(actor) : edit,
        provider_id: providerId,
        language: meta.language,
        isExternal: providerType === 'external_provider',
      },
    );
    await tx.updateTable('providers').set({ contact_id: userId }).where('id', '=', providerId).execute();
    await recordActivity(
      tx,
      { template: 'providerAdded', userId: inviterId, actorId: inviterId, at: now },
      { provider_id: providerId, provider: input.provider_name },
    );
    if (invitationId !== null)
      emit('staff.invited', {
        user_id: userId,
        invitation_id: invitationId,
        inviter_id: inviterId,
        kind: 'contact-person',
      });
    else emit('account.organisation-link-wanted', { user_id: userId });
    auditDetails({ provider_id: providerId, parent_id: subject.parentId, type: providerType }, userId);
    return { id: providerId, contact_id: userId };
  },
});
