import * as z from 'zod/mini';
import type { Actor, Subject } from '../../../domain/access/access.ts';
import { AppError } from '../../../domain/errors.ts';
import { portraitLongest, portraitTypes } from '../../../domain/accounts/pictures.ts';
import { operation } from '../../pipeline/operation.ts';
import { redrawPicture, type Picture } from '../../images/reencode.ts';
import { prepared, sentText } from '../../pipeline/prepared.ts';
import { getUser } from '../profile/operations.ts';
import { admit } from '../../pipeline/limit.ts';
import { findPortrait, removePortrait, replacePortrait } from './store.ts';

const own = (actor: Actor): Subject => (actor.kind === 'person' ? { ownerId: actor.userId } : null);

/** A person's portrait: for them, and for the staff who may see them. */
export const getPicture = operation({
  name: 'getPicture',
  kind: 'read',
  input: z.strictObject({ id: z.string().check(z.uuid()) }),
  access: { action: 'picture.read', subject: (input, { tx }) => findPortrait(tx, input.id) },
  async run({ subject }) {
    if (!subject) throw new AppError('not-found');
    return { type: subject.type, content: subject.content };
  },
});

const keepPicture = operation({
  name: 'changePicture',
  kind: 'write',
  input: z.custom<Picture>(),
  access: { action: 'picture.change', subject: (_, { actor }) => own(actor) },
  async run({ input, subject, tx, now }) {
    if (!subject) throw new AppError('unauthenticated');
    await replacePortrait(tx, subject.ownerId, input, now);
    return getUser(tx, subject.ownerId);
  },
});

/**
 * Puts a portrait in place of the one before (GAP-76). It comes as a data URL, and is drawn anew before the transaction.
 * @throws AppError `invalid` at `picture`, `rate-limited`
 */
export const changePicture = prepared(keepPicture, async ({ services, actor }, raw, perform) => {
  if (actor.kind !== 'person' || actor.actingStaffId !== null) return perform(null);
  await admit(services, [['picture:account', actor.userId]]);
  return perform(
    await redrawPicture(sentText(raw, 'data_url'), { longest: portraitLongest, types: portraitTypes }),
  );
});

/** Takes the portrait away. Without one there is nothing to do, and that is fine. */
export const removePicture = operation({
  name: 'removePicture',
  kind: 'write',
  input: z.strictObject({}),
  access: { action: 'picture.change', subject: (_, { actor }) => own(actor) },
  async run({ subject, tx, now }) {
    if (!subject) throw new AppError('unauthenticated');
    await removePortrait(tx, subject.ownerId, now);
    return getUser(tx, subject.ownerId);
  },
});
