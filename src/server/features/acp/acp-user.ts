import * as z from 'zod/mini';
import { can } from '../../../domain/access/access.ts';
import { operation } from '../../pipeline/operation.ts';
import { account, planOf } from '../../pipeline/subjects.ts';
import { pinPlace } from '../../db/sealing/account-secrets.ts';

export type AcpUser = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  dob: string | null;
  gender: 'Male' | 'Female' | 'Other' | null;
  postcode: string | null;
  /** Null for a staff member in the person's account, like the share id. */
  pin: string | null;
  share_id: string | null;
  provider: string | null;
  subscription_id: string | null;
  stripe_price_id: string | null;
  stripe_promotion_id: string | null;
  health_record_confirm_date: Date | null;
  for_my_self: boolean;
  account_owner: string;
};

/** Returns the person of a plan, with PIN and share id only for that person. */
export const getAcpUser = operation({
  name: 'acp.user',
  kind: 'read',
  input: z.strictObject({ user_id: z.string().check(z.uuid()) }),
  access: { action: 'plan.read', subject: (input) => planOf(input.user_id) },
  async run({ subject, actor, tx, services }): Promise<AcpUser> {
    const userId = subject.ownerId;
    const isOwn = can(actor, 'card.read', account(userId)) === 'allow';
    const row = await tx
      .selectFrom('users')
      .leftJoin('providers', 'providers.id', 'users.provider_id')
      .leftJoin('subscriptions', 'subscriptions.id', 'users.subscription_id')
      .select([
        'users.id',
        'users.first_name',
        'users.last_name',
        'users.dob',
        'users.gender',
        'users.postcode',
        'users.pin_sealed',
        'users.share_id',
        'providers.name as provider',
        'users.subscription_id',
        'subscriptions.stripe_price_id',
        'users.stripe_promotion_id',
        'users.health_record_confirm_date',
        'users.for_my_self',
        'users.account_owner',
      ])
      .where('users.id', '=', userId)
      .executeTakeFirstOrThrow();
    const { pin_sealed, share_id, ...user } = row;
    return {
      ...user,
      pin: isOwn ? services.keyring.open(pinPlace(userId), pin_sealed) : null,
      share_id: isOwn ? share_id : null,
    };
  },
});
