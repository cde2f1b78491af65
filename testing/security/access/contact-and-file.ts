import { randomUUID } from 'node:crypto';
import { newFileKey } from '../../../src/server/features/files/bytes/sealed-blocks.ts';
import { sealFileKey } from '../../../src/server/features/files/bytes/content.ts';
import { insertLinkRow } from '../../../src/server/features/health-links/link-row.fixture.ts';
import type { Services } from '../../../src/server/pipeline/context.ts';
import { contactEmail, type Ids } from './calls.ts';

/** Gives a person a contact invited two hours ago, a suggested contact and a link for a reader with the same id, and a file shared with the contact. */
export async function addContactAndFile(
  services: Services,
  userId: string,
): Promise<Pick<Ids, 'contact' | 'file'>> {
  const { db } = services;
  const then = new Date(services.clock().getTime() - 2 * 60 * 60_000);
  const [contact, file] = [randomUUID(), randomUUID()];
  await db
    .insertInto('trusted_contacts')
    .values({
      id: contact,
      user_id: userId,
      name: 'Daniel',
      email: contactEmail,
      phone: '0491 570 006',
      relationship: 'Son',
      status: 'pending',
      permission_confirmed_at: then,
      created_at: then,
      asked_at: then,
      request_link: randomUUID(),
    })
    .execute();
  await insertLinkRow(services, { id: contact, userId, reader: 'Dr Pham', said: 'Brookside Clinic' });
  await db
    .insertInto('contact_suggestions')
    .values({
      ...{ id: contact, user_id: userId, name: 'Zoe', email: `${contact}@test.example` },
      ...{ phone: '0491 570 006', relationship: 'Friend' },
    })
    .execute();
  await db
    .insertInto('files')
    .values({
      id: file,
      user_id: userId,
      s3_key: file,
      category: 'WISHES',
      file_name: 'last-wishes.mp4',
      size: 1_000,
      key_sealed: sealFileKey(services, file, newFileKey()),
      is_active: true,
      is_uploaded: true,
      activated_timestamp: then,
    })
    .execute();
  await db
    .insertInto('shared_files')
    .values({ user_id: userId, file_id: file, shared_with: contact })
    .execute();
  return { contact, file };
}
