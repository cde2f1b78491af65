import {
  agreedAtSignUp,
  consentDocuments,
  type AgreedVersions,
  type ConsentVersions,
} from '../../../domain/accounts/consents/consents.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import { recordActivity } from '../../pipeline/audit/activities.ts';
import { consentVersions, keepConsentTexts } from '../../pipeline/consents/consent-versions.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { insertDraft } from '../acp/api.ts';
import { duplicateIn, refuseKnownMedicare } from '../profile/api.ts';
import { newPin, newShareId, pinPlace } from '../../db/sealing/account-secrets.ts';
import { medicareColumns } from '../../db/sealing/held-medicare.ts';
import type { Keyring } from '../../db/sealing/seal.ts';
import type { Invitation } from './invitations.ts';

/** All checked data of a new account. */
export type NewAccount = {
  email: string;
  passwordHash: string;
  firstName: string | null;
  lastName: string | null;
  accountOwner: string;
  forMySelf: boolean;
  medicareNumber: string;
  /** ISO date. */
  birthDate: string;
  gender: 'Male' | 'Female' | 'Other';
  language: Language;
  /** Content of a signed token or payload; `emailProven` if the token was mailed to this address. */
  invitation: Invitation | null;
  emailProven: boolean;
  /** The versions of the agreements that the page showed, if it sent them. */
  shownVersions?: ConsentVersions | undefined;
};

type Making = { tx: Tx; services: Services; now: Date };

/**
 * Creates the account and its empty plan. An invited account that a provider created is taken over instead.
 * @throws AppError `existingUser`, `existingMedicareNumber`
 */
export async function createAccount({ tx, services, now }: Making, account: NewAccount): Promise<string> {
  const { keyring } = services;
  const invitedId = await findInvited(tx, account);
  const id = invitedId ?? crypto.randomUUID();
  const medicare = account.medicareNumber === '' ? null : account.medicareNumber;
  const { birthDate } = account;
  if (medicare !== null) await refuseKnownMedicare(tx, services, { number: medicare, birthDate }, id);
  const agreed = agreedAtSignUp(account.shownVersions, consentVersions(services.config));
  await keepConsentTexts(tx, services.config, consentDocuments, now);
  const values = columnsOf(keyring, account, { id, medicare, agreed, now });
  try {
    if (invitedId) {
      await tx
        .updateTable('users')
        .set({
          ...values,
          invite_accepted_date: now,
          // The invitation is used up; for an unproved address it is restored when the sign-up is withdrawn.
          ...(account.emailProven && { invitation_id: null }),
        })
        .where('id', '=', id)
        .execute();
    } else {
      await tx
        .insertInto('users')
        .values({
          ...values,
          id,
          email: account.email,
          provider_id: await livingProvider(tx, account.invitation?.provider_id),
          pin_sealed: keyring.seal(pinPlace(id), newPin()),
          share_id: newShareId(),
          created_at: now,
        })
        .execute();
    }
  } catch (error) {
    throw duplicateIn(error) ?? error;
  }
  const plan = await tx
    .selectFrom('acps')
    .select('id')
    .where('user_id', '=', id)
    .where('type', '=', 'active')
    .executeTakeFirst();
  if (!plan) await insertDraft(tx, services, id, account.language, now);
  if (account.emailProven)
    await recordActivity(tx, { template: 'accountOpened', userId: id, actorId: id, at: now }, {});
  return id;
}

/** Returns the columns that are set for a new account and for one that is taken over. `medicare` is null without a number. */
function columnsOf(
  keyring: Keyring,
  account: NewAccount,
  { id, medicare, agreed, now }: { id: string; medicare: string | null; agreed: AgreedVersions; now: Date },
) {
  return {
    ...(account.firstName !== null && { first_name: account.firstName }),
    ...(account.lastName !== null && { last_name: account.lastName }),
    gender: account.gender,
    dob: account.birthDate,
    language: account.language,
    account_owner: account.accountOwner,
    for_my_self: account.forMySelf,
    // Only a checked address can have a number (D-38).
    ...(medicare !== null && account.emailProven && medicareColumns(keyring, id, medicare)),
    status: 'active' as const,
    password_hash: account.passwordHash,
    password_changed_at: now,
    legacy_reset: false,
    email_verified_at: account.emailProven ? now : null,
    eusa_read_version: agreed.eusa,
    eusa_read_at: agreed.eusa && now,
    privacy_policy_read_version: agreed.privacy,
    privacy_policy_read_at: agreed.privacy && now,
    not_owner_confirmed_at: account.forMySelf ? null : now,
    updated_at: now,
  };
}

/**
 * Returns the account that was invited under this address, if the given invitation names it.
 * @throws AppError `existingUser` for any other account of the address
 */
async function findInvited(tx: Tx, { email, invitation }: NewAccount): Promise<string | null> {
  const known = await tx
    .selectFrom('users')
    .innerJoin('permission_roles', 'permission_roles.id', 'users.permission_role_id')
    .select(['users.id', 'users.email', 'users.status', 'users.invitation_id', 'permission_roles.role'])
    .where((where) => where.or([where('users.email', '=', email), where('users.legacy_email', '=', email)]))
    .forUpdate('users')
    .execute();
  if (known.length === 0) return null;
  const invited = known.find((user) => user.id === invitation?.user_id);
  const fits = invited?.email === email && invited.status === 'invited' && invited.role === 'user';
  const isNewest = invited?.invitation_id === (invitation?.invitation_id ?? null);
  if (!invited || !fits || !isNewest) throw new AppError('existingUser');
  return invited.id;
}

/**
 * Returns the provider of an invitation; null if it was deleted or archived, and the account is then created without it (GAP-03).
 */
async function livingProvider(tx: Tx, providerId: string | undefined): Promise<string | null> {
  if (!providerId) return null;
  const provider = await tx
    .selectFrom('providers')
    .select('id')
    .where('id', '=', providerId)
    .where('archived', '=', false)
    // Prevents deletion until the account exists.
    .forKeyShare()
    .executeTakeFirst();
  return provider?.id ?? null;
}
