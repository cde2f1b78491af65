import * as z from 'zod/mini';
import type { Subject } from '../../../domain/access.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Services, Tx } from '../../context.ts';
import { idempotencyKey } from '../../idempotency.ts';
import { operation } from '../../operation.ts';
import type { Loading } from '../../work.ts';
import { getPlanOwner } from '../acp/store.ts';
import { newPin, newShareId, pinPlace } from './card-secrets.ts';

/** What is printed on the emergency card. Only the person themselves ever gets it. */
export type EmergencyCard = {
  full_name: string;
  dob: string | null;
  care_provider: string | null;
  pin: string;
  share_id: string;
  /** What the card's code leads to. It carries the plan's version, so that an old card can be told (D-09). */
  url: string;
  version: number;
  completed_at: Date;
};

const person = z.optional(z.nullable(z.string().check(z.uuid())));

const ownerOf = (named: string | null | undefined, { actor }: Loading): Subject => {
  if (named) return { ownerId: named };
  return actor.kind === 'person' ? { ownerId: actor.userId } : null;
};

async function findCard(
  tx: Tx,
  { keyring, config }: Services,
  userId: string,
): Promise<EmergencyCard | null> {
  const plan = await tx
    .selectFrom('acps')
    .innerJoin('users', 'users.id', 'acps.user_id')
    .select(['acps.plan_version', 'acps.completed_at', 'users.pin_sealed', 'users.share_id'])
    .where('acps.user_id', '=', userId)
    .where('acps.type', '=', 'active')
    .where('acps.status', '=', 'complete')
    .executeTakeFirst();
  if (!plan?.completed_at) return null;
  const owner = await getPlanOwner(tx, userId);
  return {
    full_name: [owner.first_name, owner.last_name].filter(Boolean).join(' '),
    dob: owner.dob,
    care_provider: owner.careProvider,
    pin: keyring.open(pinPlace(userId), plan.pin_sealed),
    share_id: plan.share_id,
    url: `${config.publicUrl}/acp-login/${plan.share_id}?v=${plan.plan_version}`,
    version: plan.plan_version,
    completed_at: plan.completed_at,
  };
}

/** The emergency card; null while the plan is not complete. */
export const getEmergencyCard = operation({
  name: 'getEmergencyCard',
  kind: 'read',
  input: z.strictObject({ user_id: person }),
  access: { action: 'card.read', subject: (input, loading) => ownerOf(input.user_id, loading) },
  run: async ({ subject, tx, services }) => (subject ? findCard(tx, services, subject.ownerId) : null),
});

/** Makes a new code and PIN. Cards printed before stop working at once (D-07). */
export const renewEmergencyCard = operation({
  name: 'renewEmergencyCard',
  kind: 'write',
  input: z.strictObject({
    user_id: person,
    idempotency_key: idempotencyKey,
  }),
  access: { action: 'card.renew', subject: (input, loading) => ownerOf(input.user_id, loading) },
  async run({ subject, tx, services, now, emit }) {
    if (!subject) throw new AppError('unauthenticated');
    const userId = subject.ownerId;
    await tx
      .updateTable('users')
      .set({
        pin_sealed: services.keyring.seal(pinPlace(userId), newPin()),
        share_id: newShareId(),
        updated_at: now,
      })
      .where('id', '=', userId)
      .execute();
    await tx
      .insertInto('recent_activities')
      .values({ template: 'cardRenewed', metadata: '{}', user_id: userId, actor_id: userId, created_at: now })
      .execute();
    emit('card.renewed', { user_id: userId });
    return findCard(tx, services, userId);
  },
});
