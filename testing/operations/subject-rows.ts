import { randomUUID } from 'node:crypto';
import type { MatrixPeople } from '../../src/domain/access/access-actors.fixture.ts';
import { insertClientRow } from '../../src/server/features/clinical-access/client-row.fixture.ts';
import { insertLinkRow } from '../../src/server/features/health-links/link-row.fixture.ts';
import { sealFileKey } from '../../src/server/features/files/bytes/content.ts';
import { newFileKey } from '../../src/server/features/files/bytes/sealed-blocks.ts';
import { finishArchive, keepPart } from '../../src/server/features/privacy/copy/export-store.ts';
import type { Services } from '../../src/server/pipeline/context.ts';
import { person } from '../people.ts';
import { contactFacts, type Subject } from './operation-calls.ts';

/** Inserts a customer of the provider with one object of each kind that operations take, under the customer's own id where possible. */
export async function insertSubject(services: Services, people: MatrixPeople): Promise<Subject> {
  const { db } = services;
  const { userId, acpId, shareId } = await person(services, {
    providerId: people.house,
    dob: '14/05/1943',
  });
  const link = { id: userId, userId, reader: 'Dr Pham', said: 'Brookside Clinic' };
  await insertLinkRow(services, link);
  await insertClientRow(services, { id: people.house, providerId: people.house });
  const twin = await person(services, { providerId: people.house, dob: '14/05/1943' });
  // The other record is not archived, which the undo refuses after the access check.
  await db
    .insertInto('duplicate_links')
    .values({ archived_id: twin.userId, kept_id: userId, linked_at: new Date(0) })
    .execute();
  await db
    .insertInto('notifications')
    .values({ id: userId, template: 'TEST', receiver_id: userId })
    .execute();
  await db
    .insertInto('pictures')
    .values({ id: userId, user_id: userId, type: 'image/webp', content: Buffer.from('portrait') })
    .execute();
  await db
    .insertInto('transactions')
    .values({
      ...{ id: userId, user_id: userId, amount: 4_900, invoice_date: '2026-11-21', status: 'paid' },
      payment_date: '2026-11-21',
      invoice_number: 'WAT-2026-9001',
    })
    .execute();
  await db
    .insertInto('transactions')
    .values({
      ...{ id: people.house, provider_id: people.house, amount: 4_900, status: 'pending' },
      ...{ invoice_date: '2026-11-21', due_date: '2026-12-05', invoice_number: 'WAT-2026-9002' },
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await db
    .insertInto('customer_imports')
    .values({
      ...{
        id: userId,
        name: 'list.csv',
        path: `imports/${userId}`,
        storage_key: `imports/${userId}/${userId}`,
      },
      ...{ provider_id: people.house, state: 'checked', total: 1 },
    })
    .execute();
  // This move can no longer be undone, which the operation refuses after the access check.
  await db
    .insertInto('customer_moves')
    .values({
      ...{ id: userId, user_id: userId, moved_at: new Date(0) },
      ...{ from_provider_id: people.house, to_provider_id: people.house },
    })
    .execute();
  // This conversation can no longer be undone, which the operation refuses after the access check.
  await db
    .insertInto('conversations')
    .values({
      ...{ id: userId, user_id: userId, provider_id: people.house, outcome: 'looked_again' },
      ...{ held_on: '2026-01-01', recorded_at: new Date(0) },
    })
    .execute();
  await db.insertInto('data_exports').values({ id: userId, user_id: userId }).execute();
  const made = { exportId: userId, userId, attempt: userId };
  await keepPart(db, services, made, 1, Buffer.from('archive'));
  await finishArchive(db, {
    id: userId,
    attempt: userId,
    ready_at: new Date(),
    expires_at: new Date(Date.now() + 60 * 60_000),
  });
  return {
    userId,
    twinId: twin.userId,
    acpId,
    shareId,
    providerId: people.house,
    logoId: '',
    contactId: '',
    staffId: '',
    speakerId: people.administrator,
  };
}

/** Inserts a contact whose two links have the contact's own id, since operations of this test change and delete it. */
export async function insertContact(
  { db }: Services,
  userId: string,
  status: 'accepted' | 'pending',
): Promise<string> {
  await db.deleteFrom('trusted_contacts').where('user_id', '=', userId).execute();
  const id = randomUUID();
  await db
    .insertInto('trusted_contacts')
    .values({
      id,
      user_id: userId,
      ...contactFacts,
      status,
      asked_at: new Date(Date.now() - 2 * 60 * 60_000),
      request_link: id,
      view_link: id,
      view_link_until: new Date(Date.now() + 60 * 60_000),
    })
    .execute();
  await db.deleteFrom('contact_suggestions').where('user_id', '=', userId).execute();
  await db
    .insertInto('contact_suggestions')
    .values({ id, user_id: userId, ...contactFacts, email: 'suggested@test.example' })
    .execute();
  return id;
}

/**
 * Inserts the customer's file, in place of the one that an earlier call changed or deleted. `id` is the customer's id, and the
 * file's id too. Operations that add files need an additional document.
 */
export async function insertCustomerFile(
  services: Services,
  id: string,
  isAdditional: boolean,
): Promise<void> {
  const { db } = services;
  await db.deleteFrom('files').where('id', '=', id).execute();
  const kind = isAdditional
    ? ({ category: 'ADDITIONAL_DOCUMENT', document_type: 'OTHER' } as const)
    : ({ category: 'ACP' } as const);
  await db
    .insertInto('files')
    .values({
      ...{ id, user_id: id, s3_key: id, ...kind, file_name: 'directive.pdf', size: 1_000 },
      key_sealed: sealFileKey(services, id, newFileKey()),
      activated_timestamp: new Date(),
    })
    .execute();
}
