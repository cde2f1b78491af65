import * as z from 'zod/mini';
import { isoOfDate } from '../../../domain/fields.ts';
import { fullName } from '../../../domain/names.ts';
import { fullNameOf } from '../../../domain/questionnaire/reading/voice.ts';
import { recordActivity } from '../../pipeline/audit/activities.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { idempotencyKey } from '../../pipeline/repeated-calls/idempotency.ts';
import { mailedChange } from '../../pipeline/limits/limit.ts';
import { operation } from '../../pipeline/operation.ts';
import { namedAccount } from '../../pipeline/subjects.ts';
import { findActiveOf, getPlanOwner } from '../acp/api.ts';
import { directivesInUse } from '../files/api.ts';
import { codeAddress } from '../../../domain/plan/emergency/code-address.ts';
import { isOnlyPapers } from '../../../domain/plan/emergency/standing.ts';
import { newPin, newShareId, pinPlace } from '../../db/sealing/account-secrets.ts';

/** The content of the emergency card. Only the person themselves can get it. */
export type EmergencyCard = {
  full_name: string;
  dob: string | null;
  care_provider: string | null;
  pin: string;
  share_id: string;
  /** The address in the card's QR code. It contains the plan's version, so that an old card is recognised (D-09). */
  url: string;
  /** 0 if no plan was signed here. */
  version: number;
  /** When the plan was signed, or the directive added. */
  completed_at: Date;
  /** Whether it opens only a directive that the person added, because no signed plan is in force. */
  of_directive: boolean;
};

const person = z.optional(z.nullable(z.string().check(z.uuid())));

/** Loads the card. */
async function findCard(tx: Tx, services: Services, userId: string): Promise<EmergencyCard | null> {
  const facts = await findFacts(tx, services, userId);
  if (!facts) return null;
  const owner = await getPlanOwner(tx, userId);
  const card = await tx
    .selectFrom('users')
    .select(['pin_sealed', 'share_id'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    ...facts,
    care_provider: owner.careProvider,
    pin: services.keyring.open(pinPlace(userId), card.pin_sealed),
    share_id: card.share_id,
    url: codeAddress(services.config.publicUrl, card.share_id, facts.version, 'card'),
  };
}

/**
 * Returns the facts on the card: name and date of birth are those of the signed plan, or of the account if there is only a directive,
 * because card and emergency page must not differ. Null without either.
 */
async function findFacts(tx: Tx, services: Services, userId: string) {
  const acp = await findActiveOf(tx, services, userId);
  if (acp && isOnlyPapers(acp)) return null;
  if (acp?.status !== 'complete' || !acp.completed_at) return factsOfDirective(tx, userId);
  return {
    full_name: fullNameOf(acp.answers),
    dob: isoOfDate(acp.answers.dob ?? '') ?? null,
    version: acp.plan_version,
    completed_at: acp.completed_at,
    of_directive: false,
  };
}

/** Returns the facts on the card of a person whose directive is in use; null without one. */
async function factsOfDirective(tx: Tx, userId: string) {
  const directive = await directivesInUse(tx, userId).executeTakeFirst();
  if (!directive?.activated_timestamp) return null;
  const person = await tx
    .selectFrom('users')
    .select(['first_name', 'last_name', 'dob'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    full_name: fullName(person),
    dob: person.dob,
    version: 0,
    completed_at: directive.activated_timestamp,
    of_directive: true,
  };
}

/** Returns the emergency card; null while there is neither a signed plan nor a directive of the person. */
export const getEmergencyCard = operation({
  name: 'getEmergencyCard',
  kind: 'read',
  input: z.strictObject({ user_id: person }),
  access: { action: 'card.read', subject: (input, loading) => namedAccount(input.user_id, loading) },
  run: ({ subject, tx, services }) => findCard(tx, services, subject.ownerId),
});

/** Makes a new code and PIN. Cards printed before stop working at once (D-07). */
export const renewEmergencyCard = operation({
  name: 'renewEmergencyCard',
  kind: 'write',
  closesCard: true,
  input: z.strictObject({ user_id: person, idempotency_key: idempotencyKey }),
  access: { action: 'card.renew', subject: (input, loading) => namedAccount(input.user_id, loading) },
  limit: async ({ subject }) => mailedChange(subject.ownerId),
  async run({ subject, tx, services, now, emit }) {
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
    await recordActivity(tx, { template: 'cardRenewed', userId, actorId: userId, at: now }, {});
    emit('card.renewed', { user_id: userId });
    return findCard(tx, services, userId);
  },
});
