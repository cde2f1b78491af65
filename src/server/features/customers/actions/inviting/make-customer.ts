import { randomUUID } from 'node:crypto';
import { placeholderEmail } from '../../../../../domain/customers/placeholder-email.ts';
import { AppError } from '../../../../../domain/errors.ts';
import type { IsoDate } from '../../../../../domain/fields.ts';
import type { Language } from '../../../../../domain/i18n/texts.ts';
import type { NewCustomer } from '../../../../../domain/inputs/customers/new-customer.ts';
import { newPin, newShareId, pinPlace } from '../../../../db/sealing/account-secrets.ts';
import { medicareColumns } from '../../../../db/sealing/held-medicare.ts';
import type { Services, Tx } from '../../../../pipeline/context.ts';
import { insertDraft } from '../../../acp/api.ts';
import { duplicateIn, refuseKnownMedicare } from '../../../profile/api.ts';
import { isAddressKnown } from '../store.ts';

type Making = { tx: Tx; services: Pick<Services, 'keyring'>; now: Date };

/** The provider of a new customer, with the details from a list that the form does not have. */
export type NewPlace = {
  providerId: string;
  language: Language;
  trialEnds: IsoDate | null;
  customerId?: string | null;
};

/** A customer who was created. `invitationId` is the id in the link of the invitation; null for an account without an address. */
export type MadeCustomer = { userId: string; invitationId: string | null };

const taken = (field: 'email' | 'medicareNumber', cause?: unknown) =>
  field === 'email'
    ? new AppError('existingUser', { fields: [{ field, message: 'error.userExists' }], cause })
    : new AppError('existingMedicareNumber', { fields: [{ field, message: 'error.medicareExists' }], cause });

/** Maps an error about another person's account to the form's own field (ERR-33, ERR-34). */
function atField(error: unknown): unknown {
  const known = error instanceof AppError ? error : duplicateIn(error);
  if (known?.code === 'existingUser') return taken('email', error);
  if (known?.code === 'existingMedicareNumber') return taken('medicareNumber', error);
  return error;
}

/**
 * Creates a customer with an empty plan: invited by e-mail, or as an account without an address (CACT-25, CACT-26, GAP-79). A
 * card number that staff typed counts as checked.
 * @throws AppError `existingUser` at `email`, `existingMedicareNumber` at `medicareNumber`
 */
export async function makeCustomer(
  { tx, services, now }: Making,
  customer: NewCustomer,
  { providerId, language, trialEnds, customerId = null }: NewPlace,
): Promise<MadeCustomer> {
  const { keyring } = services;
  const userId = randomUUID();
  const invited = customer.registration_type === 'invite_account';
  const invitationId = invited ? randomUUID() : null;
  try {
    if (invited && (await isAddressKnown(tx, customer.email))) throw taken('email');
    if (!invited)
      await refuseKnownMedicare(
        tx,
        services,
        { number: customer.medicareNumber, birthDate: customer.dob },
        userId,
      );
    await tx
      .insertInto('users')
      .values({
        id: userId,
        provider_id: providerId,
        first_name: customer.first_name,
        last_name: customer.last_name,
        language,
        registration_type: customer.registration_type,
        customer_id: customerId,
        room: customer.room ?? null,
        trial_end_date: trialEnds,
        pin_sealed: keyring.seal(pinPlace(userId), newPin()),
        share_id: newShareId(),
        created_at: now,
        ...(customer.registration_type === 'invite_account'
          ? { email: customer.email, status: 'invited', invitation_id: invitationId, invite_date: now }
          : {
              email: placeholderEmail(userId),
              status: 'active',
              gender: customer.gender as 'Male' | 'Female' | 'Other',
              dob: customer.dob,
              account_owner: customer.relationWithOwner,
              for_my_self: false,
              not_owner_confirmed_at: now,
              ...medicareColumns(keyring, userId, customer.medicareNumber),
            }),
      })
      .execute();
  } catch (error) {
    throw atField(error);
  }
  await insertDraft(tx, services, userId, language, now);
  return { userId, invitationId };
}
