import { sql } from 'kysely';
import { insertClientRow } from '../../../src/server/features/clinical-access/client-row.fixture.ts';
import { addFactor } from '../../../src/server/features/second-step/store.ts';
import type { Services } from '../../../src/server/pipeline/context.ts';
import type { TestClient } from '../../client.ts';
import { fullAnswers, person, provider, type TestPerson } from '../../people.ts';
import type { Ids } from './calls.ts';
import { addContactAndFile } from './contact-and-file.ts';
import { startProduct, trialVariables, type Product } from '../product.ts';

export const staffRoles = ['provideradmin', 'providerview', 'admin', 'tlcadmin', 'sysadmin'] as const;
export const platformRoles = ['admin', 'tlcadmin', 'sysadmin'] as const;

/** A person whose data is requested, and all the callers. */
export type Strangers = {
  product: Product;
  /** A customer of `providerId`, with a signed plan. */
  victim: TestPerson;
  /** Objects of the victim; `provider` is that of `customer`, and none of `clients` is its staff. */
  ids: Ids;
  providerId: string;
  /** The person signed in at `clients['another customer']`. */
  customer: TestPerson;
  /** Browsers of the callers, by role. */
  clients: Readonly<Record<string, TestClient>>;
  /** Returns all data about the victim and about `ids.provider`. */
  kept: () => Promise<string>;
};

/** Returns all data about the victim, and about the provider to which only other people belong. */
async function keptOf({ db }: Services, victim: TestPerson, ids: Ids): Promise<string> {
  const { rows } = await sql<{ all: string }>`
    select concat(
      (select to_jsonb(u) from users u where id = ${victim.userId}),
      (select jsonb_agg(to_jsonb(a) order by id) from acps a where user_id = ${victim.userId}),
      (select jsonb_agg(to_jsonb(f) order by id) from files f where user_id = ${victim.userId}),
      (select jsonb_agg(to_jsonb(c) order by id) from trusted_contacts c where user_id = ${victim.userId}),
      (select jsonb_agg(to_jsonb(c) order by id) from contact_suggestions c where user_id = ${victim.userId}),
      (select jsonb_agg(to_jsonb(s) order by id) from shared_files s where user_id = ${victim.userId}),
      (select jsonb_agg(to_jsonb(l) order by seq) from audit_log l where chain = ${victim.userId}),
      (select jsonb_agg(id order by id) from sessions where user_id = ${victim.userId}),
      (select jsonb_agg(to_jsonb(s) order by id) from second_factors s where user_id = ${victim.userId}),
      (select to_jsonb(n) from notifications n where id = ${ids.notification}),
      (select to_jsonb(p) from providers p where id = ${ids.provider}),
      (select to_jsonb(t) from transactions t where id = ${ids.invoice}),
      (select jsonb_agg(to_jsonb(c) order by id) from clinical_clients c where provider_id = ${ids.provider}),
      (select jsonb_agg(to_jsonb(k) order by id) from clinical_keys k where client_id = ${ids.provider}),
      (select jsonb_agg(to_jsonb(w) order by id) from clinical_webhooks w where client_id = ${ids.provider}),
      (select jsonb_agg(to_jsonb(p) order by id) from pictures p
        where user_id = ${victim.userId} or provider_id = ${ids.provider}),
      (select jsonb_agg(to_jsonb(r) order by id) from recent_activities r where user_id = ${victim.userId})) as all`.execute(
    db,
  );
  return rows[0]!.all;
}

/** Adds an unpaid invoice of a provider. */
export const addInvoice = ({ db }: Services, provider_id: string, invoice_number = 'WAT-2026-9002') =>
  db
    .insertInto('transactions')
    .values({
      ...{ provider_id, invoice_number, amount: 4_900, status: 'pending' },
      ...{ invoice_date: '2026-11-21', due_date: '2026-12-05' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();

/** Starts a product in which everyone but the victim has a browser. */
export async function startStrangers(): Promise<Strangers> {
  const product = await startProduct(trialVariables());
  const { db } = product.services;
  const providerId = await provider(product.services);
  const victim = await person(product.services, {
    providerId,
    plan: { status: 'complete', answers: fullAnswers() },
  });
  // A provider with one customer and without any of the callers among its staff.
  const elsewhere = await provider(product.services, 'Heath House');
  await insertClientRow(product.services, { id: elsewhere, providerId: elsewhere });
  await product.client().signIn(victim.email, victim.password);
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', victim.userId)
    .executeTakeFirstOrThrow();
  const notification = await db
    .insertInto('notifications')
    .values({ template: 'TEST', receiver_id: victim.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const invoice = await addInvoice(product.services, elsewhere);
  const phone = { userId: victim.userId, kind: 'sms', value: '+61491570006' } as const;
  const ids: Ids = {
    person: victim.userId,
    plan: victim.acpId,
    session: session.id,
    phone: await addFactor(db, product.services, new Date(), phone),
    notification: notification.id,
    ...(await addContactAndFile(product.services, victim.userId)),
    provider: elsewhere,
    invoice: invoice.id,
  };
  const customer = await person(product.services, {
    providerId: elsewhere,
    plan: { status: 'complete', answers: fullAnswers() },
  });
  const people: Record<string, TestPerson> = { 'another customer': customer };
  for (const role of staffRoles)
    people[role] = await person(product.services, {
      role,
      ...(role.startsWith('provider') && { providerId }),
    });
  const clients: Record<string, TestClient> = {};
  for (const [who, { email, password }] of Object.entries(people)) {
    clients[who] = product.client();
    await clients[who].signIn(email, password);
  }
  clients['a visitor'] = product.client();
  const reader = (clients["a reader of another person's card"] = product.client());
  await reader.fetch(`/acp-login/${customer.shareId}`, {
    method: 'POST',
    body: `pin=${customer.pin}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  return {
    product,
    victim,
    ids,
    providerId,
    customer,
    clients,
    kept: () => keptOf(product.services, victim, ids),
  };
}
