import { randomUUID } from 'node:crypto';
import type { Language } from '../../../domain/i18n/texts.ts';
import { insertLinkRow } from '../../features/health-links/link-row.fixture.ts';
import { sealReceiver as sealContact } from '../../features/sharing/api.ts';
import type { Services } from '../../pipeline/context.ts';
import type { Mail } from '../../ports/mail/port.ts';
import { removeOptionalValues } from './optional-values.fixture.ts';
import { findTask, handlers, handlersOf } from '../events/handlers.ts';
import {
  refusedCharge,
  trialEnds,
  makePeople,
  makeRecords,
  sealOwner,
  makeHouse,
  makeHanding,
} from './every-event-rows.fixture.ts';

const invitation = randomUUID();

/** How every handler is run: in which language, and whether values that may be missing are missing. */
type Run = { language: Language; isBare: boolean };

async function makeEverything(services: Services, { language, isBare }: Run) {
  const people = await makePeople(services);
  const everyone = services.db.updateTable('users');
  await everyone.set({ language }).execute();
  // Before the receivers of mails to deleted people are sealed.
  if (isBare) await everyone.set({ first_name: null, last_name: null }).execute();
  const receiver = await sealOwner(services, people);
  const records = await makeRecords(services, people, language);
  const atHouse = await makeHouse(services, people, records.visit);
  const contact = sealContact(services, people.accepted.id, people.accepted);
  const handing = await makeHanding(services, people);
  const readerLink = randomUUID();
  const opening = await insertLinkRow(services, {
    ...{ id: readerLink, userId: people.margaret.userId, reader: 'Dr Pham' },
    said: isBare ? '' : 'Brookside Clinic',
  });
  await everyone.set({ language }).execute();
  const made = {
    ...people,
    ...records,
    ...atHouse,
    receiver,
    contact,
    handing,
    readerLink,
    opening,
    language,
  };
  if (isBare) await removeOptionalValues(services);
  return made;
}

type Made = Awaited<ReturnType<typeof makeEverything>>;

/** Facts of an event without the optional ones, and with staff whose account was deleted. */
function withoutOptionalFacts(facts: ReturnType<typeof factsOf>) {
  const { version: _, source: __, ...required } = facts;
  return { ...required, staff_id: randomUUID(), actor_id: randomUUID(), inviter_id: randomUUID() };
}

/** Returns the payment plan of an event: with a failed renewal, ended, or continuing. */
const standingOf = (event: string) =>
  ['payment.failed', 'payment-plan.tries-over'].includes(event)
    ? ({ state: 'past_due', overdue_since: new Date(), overdue_amount: 4_900 } as const)
    : ({ state: event === 'payment-plan.ended' ? 'ended' : 'active', overdue_since: null } as const);

/** Returns the account of an event: suspended, archived, or invited with the mailed invitation. */
function accountOf(event: string) {
  if (['customer.invited', 'customer.imported', 'staff.invited'].includes(event))
    return { status: 'invited', invitation_id: invitation, invite_date: new Date() } as const;
  if (['customer.suspended', 'staff.suspended'].includes(event)) return { status: 'suspended' } as const;
  return { status: event === 'customer.archived' ? 'archived' : 'active' } as const;
}

/** Brings the customer's account and payment plan into the state in which an event occurs. */
async function prepare({ db }: Services, event: string, { margaret, house }: Made): Promise<void> {
  const isRemoved = event === 'customer.removed';
  // The mail about a deletion is sent only while the deletion is due, and the mail that the account is kept only while it is kept. An
  // account about to be deleted shares nothing.
  const isLeaving = ['account.deletion-requested', 'account.deletion-soon'].includes(event) || isRemoved;
  const isAtHouse = event === 'staff.invited' || isRemoved || event === 'customer.moved';
  await db
    .updateTable('users')
    .set({
      ...{ delete_on: isLeaving ? '2099-01-01' : null, provider_id: isAtHouse ? house : null },
      ...{ removal_requested_at: isRemoved ? new Date() : null, ...accountOf(event) },
    })
    .where('id', '=', margaret.userId)
    .execute();
  await db.updateTable('payment_plans').set(standingOf(event)).execute();
  const since = event === 'plan.review-due' ? new Date('2024-07-01T12:00:00+10:00') : new Date();
  await db.updateTable('customer_list').set({ plan_since: since }).execute();
}

/** Returns the person of an event. */
function userOf(event: string, { staff, external, margaret }: Made): string {
  if (event === 'digest.due') return staff.userId;
  return event === 'account.organisation-link-wanted' ? external.userId : margaret.userId;
}

/** Returns the facts of an event about a contact: one who was asked, or one who has accepted. */
const contactFacts = (event: string, { pending, accepted, contact }: Made) => ({
  contact_id: (['contact.requested', 'contact.reminder-due', 'contact.expired'].includes(event)
    ? pending
    : accepted
  ).id,
  contact,
});

/** Returns the facts of an event. Each event reads some of them. */
function factsOf(event: string, made: Made) {
  const { staff, margaret, house, receiver, contact } = made;
  const isOfProvider = event.startsWith('provider-');
  const isMove = ['customer.rehoused', 'provider.moved'].includes(event);
  return {
    ...{ user_id: userOf(event, made), at: new Date().toISOString(), device: 'Chrome on Windows' },
    ...{ staff_id: staff.userId, actor_id: staff.userId, visit_id: made.visit },
    ...{ suggestion_id: made.suggestion.id, import_id: made.list.id },
    ...{ handing_id: made.handing, conversation_id: randomUUID() },
    ...{ move_id: made.visit, from_id: null, to_id: house },
    ...{ invitation_id: invitation, inviter_id: staff.userId },
    kind: event === 'staff.invited' ? 'staff' : 'invited',
    provider_id: isOfProvider || isMove ? house : null,
    ...{ days: 7, factor_id: made.factor, frequency: 'monthly', to: '2026-11-01' },
    from: isMove ? [house] : '2026-10-01',
    ...{ plan_version: 1, version_at: new Date().toISOString(), version: 1, source: 'card' },
    ...{ export_id: margaret.userId, file_id: randomUUID() },
    transaction_id: isOfProvider ? made.invoice.id : made.transaction.id,
    ...{ amount: 4_900, next_try_at: null, on: isOfProvider ? trialEnds : made.renewsOn },
    ...contactFacts(event, made),
    receiver: event === 'contact.ended' ? contact : receiver,
    ...{ token_id: made.token, message_id: made.message.id, subscription_id: randomUUID() },
    ...{ template: 'welcome', language: made.language, subject: 'Hello', body: 'Hello.\n\n{button}' },
    charge_id: refusedCharge,
    ...{ sync_id: randomUUID(), beat: new Date().toISOString(), failures: 0 },
    link_id: event.startsWith('health-link.') ? made.readerLink : randomUUID(),
    opening_id: made.opening,
    ...{ integration_id: randomUUID(), resident_id: 'R-1', document_id: randomUUID() },
    ...{ notice_id: randomUUID(), change: 'keyAdded' },
  };
}

/**
 * Runs every handler of every event once, about one customer, in the state in which the event occurs. Returns the mails, and the events
 * whose mail handler sent none.
 */
export async function runEveryHandler(
  services: Services,
  { language = 'en', isBare = false }: Partial<Run> = {},
) {
  const made = await makeEverything(services, { language, isBare });
  const sent: Mail[] = [];
  const silent: string[] = [];
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: async () => {} };
  let job = 0;
  for (const event of Object.keys(handlers))
    for (const { handler } of handlersOf(event)) {
      job += 1;
      await prepare(services, event, made);
      const before = sent.length;
      const task = findTask(event, handler)!;
      const context = { services, mailer, log: () => {}, jobId: `job-${job}`, at: new Date() };
      const facts = factsOf(event, made);
      await task.run(isBare ? withoutOptionalFacts(facts) : facts, context);
      if (task.queue === 'mails' && sent.length === before) silent.push(event);
    }
  return { sent, silent, staff: made.staff, margaret: made.margaret };
}
