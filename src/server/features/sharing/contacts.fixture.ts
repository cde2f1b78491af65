import { randomUUID } from 'node:crypto';
import type { Services } from '../../pipeline/context.ts';

/** Fields of a contact, as an owner enters them. */
export const daniel = {
  name: 'Daniel Doyle',
  email: 'daniel@test.example',
  phone: '0491 570 006',
  relationship: 'Son',
  substitutedDecisionMaker: true,
  enduringGuardian: false,
};

/** Returns the form that adds Daniel. */
export const added = (more: object = {}) => ({ ...daniel, permissionConfirmation: true, ...more });

/** Adds a file in use, and returns its id. */
export async function fileOf(
  { db }: Pick<Services, 'db'>,
  userId: string,
  more: object = {},
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('files')
    .values({
      id,
      user_id: userId,
      category: 'ADDITIONAL_DOCUMENT',
      file_name: 'letter.pdf',
      is_active: true,
      is_uploaded: true,
      ...more,
    })
    .execute();
  return id;
}

/** Returns a person's recent activities with their metadata. */
export async function activitiesOf({ db }: Pick<Services, 'db'>, userId: string) {
  const rows = await db
    .selectFrom('recent_activities')
    .select(['template', 'metadata'])
    .where('user_id', '=', userId)
    .where('template', '<>', 'accountOpened')
    .orderBy('created_at')
    .execute();
  return rows.map(({ template, metadata }) => [template, metadata]);
}
