import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { can } from '../../../../domain/access/access.ts';
import { logoLongest } from '../../../../domain/accounts/pictures.ts';
import { AppError } from '../../../../domain/errors.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { formInput } from '../../../../domain/inputs/form.ts';
import { newProvider } from '../../../../domain/inputs/organisation/provider-form.ts';
import { trialOfNewProvider } from '../../../../domain/billing/trial.ts';
import { reencodePicture, type Picture } from '../../../images/reencode.ts';
import { idempotencyKey } from '../../../pipeline/repeated-calls/idempotency.ts';
import { operation } from '../../../pipeline/operation.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import { findPlace, refuseNoPlace } from '../place.ts';
import { refuseLogoName } from '../profile/logo-operations.ts';
import { getProviderById, replaceLogo } from '../profile/store.ts';
import { refuseUnconnected } from '../../provider-sign-in/api.ts';
import { knownAddressTries } from '../../staff/api.ts';
import { contactRefusal, refuseUnfitContact } from './contact/contact.ts';
import { refuseUnknownSubscription } from './money/subscriptions.ts';
import { refuseTaken } from './taken.ts';
import { columnsOf } from './words.ts';

const uuid = z.string().check(z.uuid());
const optional = z.optional(z.nullable(z.string()));

/**
 * Adds a provider under another one, or at the top of a new tree (API-37). Its root is the root of the tree, whatever was sent.
 * Only a TLC administrator can set the contact person, and only the platform's staff the payment plan and the trial.
 * @throws AppError `invalid` at the fields, `existingUser` at `email`, `forbidden` at `contact_id`, `rate-limited`
 */
export const addProvider = operation({
  name: 'addProvider',
  kind: 'write',
  input: formInput(newProvider, {
    contact_id: z.optional(z.nullable(uuid)),
    // Accepted but ignored: the root is computed.
    provider_root_id: optional,
    // The image, and the name of its file.
    logo: optional,
    logo_name: optional,
    idempotency_key: idempotencyKey,
  }),
  access: { action: 'provider.add', subject: ({ parent_id }, loading) => findPlace(parent_id, loading) },
  limit: ({ input, actor }) => [
    ...knownAddressTries(callerId(actor)),
    ...(input.logo ? ([{ counted: ['logo:account', callerId(actor)], counts: 'always' }] as const) : []),
  ],
  prepare: {
    needed: ({ logo }) => Boolean(logo),
    run: ({ input: { logo, logo_name } }): Promise<Picture | undefined> => {
      refuseLogoName(logo_name);
      return reencodePicture(logo ?? '', { longest: logoLongest, field: 'logo' });
    },
  },
  async run({ input, subject, actor, prepared, tx, now, auditDetails }) {
    refuseNoPlace(subject, 'parent_id');
    const { providerPath } = subject;
    const today = melbourneDate(now);
    const id = randomUUID();
    const path = [...providerPath, id];
    const contactId = input.contact_id ?? null;
    if (contactId !== null) {
      if (
        can(actor, 'provider.changeContact', { kind: 'provider', providerId: id, providerPath: path }) !==
        'allow'
      )
        throw contactRefusal();
      await refuseUnfitContact(tx, providerPath, contactId);
    }
    if (input.type === 'external_provider') await refuseUnconnected(tx, providerPath, 'type');
    await refuseTaken(tx, { id: null, path: providerPath }, input);
    const isBilled = input.subscription_id !== '' || input.trial_expiry_date !== '';
    if (isBilled && can(actor, 'providers.bill', null) !== 'allow') throw new AppError('forbidden');
    await refuseUnknownSubscription(tx, input.subscription_id, today);
    const { parent_id } = input;
    const columns = columnsOf(input);
    await tx
      .insertInto('providers')
      .values({
        ...columns,
        id,
        path,
        provider_root_id: path[0] ?? id,
        parent_id,
        contact_id: contactId,
        trial_expiry_date:
          columns.trial_expiry_date ??
          trialOfNewProvider({ parentId: parent_id, subscriptionId: columns.subscription_id }, today),
        created_at: now,
      })
      .execute();
    if (prepared) await replaceLogo(tx, id, prepared, now);
    auditDetails({ provider_id: id });
    return getProviderById(tx, id);
  },
});
