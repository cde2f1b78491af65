import * as z from 'zod/mini';
import { portraitLongest, portraitTypes } from '../../../domain/accounts/pictures.ts';
import { reencodePicture } from '../../images/reencode.ts';
import { personLimit } from '../../pipeline/limits/person-limit.ts';
import { operation } from '../../pipeline/operation.ts';
import { ownAccount } from '../../pipeline/subjects.ts';
import { getUser } from '../profile/api.ts';
import { findPortrait, removePortrait, replacePortrait } from './store.ts';

/** Limit for one person, since all people share one queue for pictures. */
const ofPerson = personLimit({ atOnce: 1, waitingAtMost: 20 });

/** Returns a person's portrait, to this person and to staff with access to the person. */
export const getPicture = operation({
  name: 'getPicture',
  kind: 'read',
  input: z.strictObject({ id: z.string().check(z.uuid()) }),
  access: { action: 'picture.read', subject: (input, { tx }) => findPortrait(tx, input.id) },
  run: async ({ subject: { type, content } }) => ({ type, content }),
});

/**
 * Replaces the person's portrait (GAP-76). The picture is a data URL, and is encoded again.
 * @throws AppError `invalid` at `picture`, `rate-limited`
 */
export const changePicture = operation({
  name: 'changePicture',
  kind: 'write',
  input: z.strictObject({ data_url: z.string() }),
  access: { action: 'picture.change', subject: ownAccount },
  limit: ({ subject }) => [{ counted: ['picture:account', subject.ownerId], counts: 'always' }],
  prepare: {
    run: ({ input, subject }) =>
      ofPerson(subject.ownerId, () =>
        reencodePicture(input.data_url, { longest: portraitLongest, types: portraitTypes }),
      ),
  },
  async run({ subject, prepared, tx, now }) {
    await replacePortrait(tx, subject.ownerId, prepared, now);
    return getUser(tx, subject.ownerId);
  },
});

/** Removes the portrait. Does nothing if there is none. */
export const removePicture = operation({
  name: 'removePicture',
  kind: 'write',
  input: z.strictObject({}),
  access: { action: 'picture.change', subject: ownAccount },
  async run({ subject, tx, now }) {
    await removePortrait(tx, subject.ownerId, now);
    return getUser(tx, subject.ownerId);
  },
});
