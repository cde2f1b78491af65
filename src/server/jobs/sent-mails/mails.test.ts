import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { fullAnswers, person, provider } from '../../../../testing/people.ts';
import { connectProvider } from '../../../../testing/connections.ts';
import { startServices } from '../../../../testing/services.ts';
import { melbourneDate } from '../../../domain/fields.ts';
import { insertHelpMessage } from '../../features/help/store.ts';
import { issueToken } from '../../features/sign-in/api.ts';
import { companyInMemory, subscribed } from '../../features/billing/company/company.fixture.ts';
import { sealReceiver } from '../../features/privacy/api.ts';
import { sealReceiver as sealContact } from '../../features/sharing/api.ts';
import { findDueForChange } from '../../features/privacy/deletion/deletion-store.ts';
import type { Mail } from '../../ports/mail/port.ts';
import { place } from '../../db/sealing/sealed-columns.ts';
import { findTask, handlers, handlersOf } from '../events/handlers.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const invitation = randomUUID();

describe('data that leaves the product', () => {
  it('contains no PIN, share id, Medicare number, birth date or answer, in mails and in notifications [security 22, security 37]', async () => {
    const test = await startServices();
    closing.push(() => test.close());
    const { services } = test;
    const staff = await person(services, { role: 'admin' });
    const company = companyInMemory();
    const margaret = await subscribed({ ...services, payments: company.payments }, company, {
      dob: '14/05/1943',
      medicareNumber: '2123456701',
      plan: { status: 'complete', answers: fullAnswers() },
      contacts: [
        {
          name: 'Daniel',
          email: 'daniel@test.example',
          phone: '0491 570 006',
          relationship: 'Son',
          substitutedDecisionMaker: true,
          accepted: true,
        },
        {
          name: 'Ruth',
          email: 'ruth@test.example',
          phone: '0491 570 110',
          relationship: 'Friend',
          substitutedDecisionMaker: true,
        },
      ],
    });
    const contacts = await services.db
      .selectFrom('trusted_contacts')
      .select(['id', 'name', 'email', 'status'])
      .where('user_id', '=', margaret.userId)
      .execute();
    const [accepted, pending] = (['accepted', 'pending'] as const).map((status) =>
      contacts.find((contact) => contact.status === status)!,
    );
    const gone = sealContact(services, accepted!.id, accepted!);
    /** Returns the facts of an event about a contact who was asked, has accepted, or is deleted. */
    const contactOf = (event: string) => {
      const isAsked = ['contact.requested', 'contact.reminder-due', 'contact.expired'].includes(event);
      return { contact_id: (isAsked ? pending : accepted)!.id, contact: gone };
    };
    for (const purpose of ['verify-email', 'reset-password'] as const)
      await issueToken(services.db, new Date(), purpose, margaret.userId);
    const stranger = await person(services);
    const change = await issueToken(
      services.db,
      new Date(),
      'verify-email',
      stranger.userId,
      'new@test.example',
    );
    await services.db
      .updateTable('users')
      .set({ delete_on: '2099-01-01' })
      .where('id', '=', margaret.userId)
      .execute();
    await services.db
      .insertInto('data_exports')
      .values({ id: margaret.userId, user_id: margaret.userId, status: 'ready', expires_at: new Date() })
      .execute();
    const leaving = await findDueForChange(services.db, margaret.userId);
    const receiver = sealReceiver(services, leaving!);
    const message = await insertHelpMessage(services.db, services, {
      message: { name: 'Ann', email: 'ann@test.example', topic: 'plan', message: 'How do I print it?' },
      userId: margaret.userId,
      language: 'en',
      now: new Date(),
    });
    const suggestion = await services.db
      .insertInto('contact_suggestions')
      .values({
        user_id: margaret.userId,
        suggested_by: staff.userId,
        name: 'Iris',
        email: 'iris@test.example',
        phone: '0491 570 156',
        relationship: 'Sister',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const visit = randomUUID();
    await services.db
      .insertInto('staff_visits')
      .values({
        id: visit,
        staff_id: staff.userId,
        customer_id: margaret.userId,
        reason_sealed: services.keyring.seal(place('staff_visits', 'reason_sealed', visit), 'Help'),
        started_at: new Date(Date.now() - 60_000),
        ends_at: new Date(),
        ended_at: new Date(),
      })
      .execute();
    const factor = randomUUID();
    await services.db
      .insertInto('second_factors')
      .values({
        id: factor,
        user_id: margaret.userId,
        kind: 'sms',
        value_sealed: services.keyring.seal(place('second_factors', 'value_sealed', factor), '+61491570156'),
        confirmed_at: new Date(),
      })
      .execute();
    const { periodEnd } = company.subscriptions.get(margaret.subscriptionId)!;
    const [renewsOn, transaction] = [
      melbourneDate(periodEnd),
      await services.db
        .selectFrom('transactions')
        .select('id')
        .where('user_id', '=', margaret.userId)
        .executeTakeFirstOrThrow(),
    ];
    const card = { payment_method_id: 'pm_1', brand: 'visa', last4: '4242', exp_month: 1 } as const;
    await services.db
      .insertInto('payment_cards')
      .values({ user_id: margaret.userId, ...card, exp_year: periodEnd.getUTCFullYear() })
      .execute();
    /** Returns the payment plan of an event: with a failed renewal, ended, or continuing. */
    const standingOf = (event: string) =>
      ['payment.failed', 'payment-plan.tries-over'].includes(event)
        ? ({ state: 'past_due', overdue_since: new Date(), overdue_amount: 4_900 } as const)
        : ({ state: event === 'payment-plan.ended' ? 'ended' : 'active', overdue_since: null } as const);
    const house = await provider(services);
    await person(services, { role: 'provideradmin', providerId: house });
    await connectProvider(services, house);
    const external = await person(services, { role: 'providerview', providerId: house });
    await services.db
      .updateTable('users')
      .set({ login_provider: 'external' })
      .where('id', '=', external.userId)
      .execute();
    const trialEnds = '2099-01-01';
    await services.db
      .updateTable('providers')
      .set({ trial_expiry_date: trialEnds })
      .where('id', '=', house)
      .execute();
    const { id: invoice } = await services.db
      .insertInto('transactions')
      .values({
        ...{ provider_id: house, amount: 4_900, status: 'overdue', invoice_number: 'WAT-2026-9001' },
        ...{ invoice_date: '2026-11-01', due_date: '2026-11-15' },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const list = await services.db
      .insertInto('customer_imports')
      .values({
        name: 'list.csv',
        path: 'p',
        storage_key: 'k',
        imported_by: staff.userId,
        provider_id: house,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await services.db
      .insertInto('customer_moves')
      .values({ id: visit, user_id: margaret.userId, to_provider_id: house, moved_at: new Date() })
      .execute();
    const sent: Mail[] = [];
    const mailer = { send: async (mail: Mail) => void sent.push(mail), close: async () => {} };
    let job = 0;
    /** Returns the account of an event: suspended, archived, or invited with the mailed invitation. */
    const accountOf = (event: string) => {
      if (['customer.invited', 'customer.imported', 'staff.invited'].includes(event))
        return { status: 'invited', invitation_id: invitation, invite_date: new Date() } as const;
      if (['customer.suspended', 'staff.suspended'].includes(event)) return { status: 'suspended' } as const;
      return { status: event === 'customer.archived' ? 'archived' : 'active' } as const;
    };
    const silent: string[] = [];
    for (const event of Object.keys(handlers)) {
      for (const { handler } of handlersOf(event)) {
        job += 1;
        // The mail about a deletion is sent only while the deletion is due, and the mail that the account is kept only while it
        // is kept. An
        // account about to be deleted shares nothing.
        const isRemoved = event === 'customer.removed';
        const isMoved = event === 'customer.moved';
        const isLeaving =
          ['account.deletion-requested', 'account.deletion-soon'].includes(event) || isRemoved;
        const delete_on = isLeaving ? '2099-01-01' : null;
        await services.db
          .updateTable('users')
          .set({
            ...{ delete_on, provider_id: event === 'staff.invited' || isRemoved || isMoved ? house : null },
            ...{ removal_requested_at: isRemoved ? new Date() : null, ...accountOf(event) },
          })
          .where('id', '=', margaret.userId)
          .execute();
        const isOfProvider = event.startsWith('provider-');
        const before = sent.length;
        await services.db.updateTable('payment_plans').set(standingOf(event)).execute();
        const context = { services, mailer, log: () => {}, jobId: `job-${job}`, at: new Date() };
        await findTask(event, handler)!.run(
          {
            user_id:
              event === 'digest.due'
                ? staff.userId
                : event === 'account.organisation-link-wanted'
                  ? external.userId
                  : margaret.userId,
            at: new Date().toISOString(),
            device: 'Chrome on Windows',
            staff_id: staff.userId,
            actor_id: staff.userId,
            visit_id: visit,
            suggestion_id: suggestion.id,
            import_id: list.id,
            ...{ move_id: visit, from_id: null, to_id: house },
            invitation_id: invitation,
            inviter_id: staff.userId,
            kind: event === 'staff.invited' ? 'staff' : 'invited',
            provider_id: isOfProvider ? house : null,
            days: 7,
            factor_id: factor,
            frequency: 'monthly',
            from: '2026-10-01',
            to: '2026-11-01',
            plan_version: 1,
            version_at: new Date().toISOString(),
            version: 1,
            export_id: margaret.userId,
            file_id: randomUUID(),
            transaction_id: isOfProvider ? invoice : transaction.id,
            amount: 4_900,
            next_try_at: null,
            on: isOfProvider ? trialEnds : renewsOn,
            ...contactOf(event),
            receiver: event === 'contact.ended' ? gone : receiver,
            token_id: change,
            message_id: message.id,
            subscription_id: randomUUID(),
            template: 'welcome',
            language: 'en',
            subject: 'Hello',
            body: 'Hello\n\n{button}',
            ...{ sync_id: randomUUID(), beat: new Date().toISOString(), link_id: randomUUID(), failures: 0 },
            ...{ integration_id: randomUUID(), resident_id: 'R-1', document_id: randomUUID() },
          },
          context,
        );
        if (findTask(event, handler)!.queue === 'mails' && sent.length === before) silent.push(event);
      }
    }
    expect(silent).toEqual([]);
    const mailing = Object.values(handlers)
      .flatMap((tasks) => Object.values(tasks))
      .filter(({ queue }) => queue === 'mails' || queue === 'invitations');
    expect(sent).toHaveLength(mailing.length);
    const notices = await services.db
      .selectFrom('notifications')
      .select(['template', 'metadata', 'receiver_id'])
      .execute();
    expect(notices.map(({ receiver_id }) => receiver_id)).toEqual(
      expect.arrayContaining([staff.userId, margaret.userId]),
    );
    const everything = JSON.stringify([sent, notices]).replaceAll(
      /token=[\w-]+|(?<=\/(trusted-contact|shared-plan)\/)[\w-]+/g,
      '',
    );
    const answers = Object.values(fullAnswers())
      .flat()
      .filter((answer) => answer.length > 6 && !['Margaret'].includes(answer));
    for (const secret of [
      margaret.pin,
      margaret.shareId,
      '2123456701',
      '2123 45670 1',
      '14/05/1943',
      '1943',
      ...answers,
    ]) {
      expect([secret, everything.includes(secret)]).toEqual([secret, false]);
    }
  });
});
