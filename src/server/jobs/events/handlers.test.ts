import { expect, it } from 'vitest';
import type { EventName, Events } from '../../../domain/events.ts';
import type { Work } from '../../pipeline/work.ts';
import { findTask, handlers, handlersOf } from './handlers.ts';
import type { Task } from '../task.ts';

it('keeps the names of jobs that an earlier version queued [fault 1]', () => {
  // The tasks of one event keep their order; the order of the events says nothing.
  const eventOf = (name: string) => name.split('/', 1)[0]!;
  const byEvent = (names: string[]) =>
    names.toSorted((one, next) => eventOf(one).localeCompare(eventOf(next)));
  const names = Object.entries(handlers).flatMap(([event, tasks]) =>
    Object.entries<Task<never>>(tasks).map(([name, { queue }]) => `${event}/${name} ${queue}`),
  );
  const expected = [
    'account.signed-up/staff notices',
    'account.verification-wanted/mail mails',
    'account.verified/mail mails',
    'account.organisation-link-wanted/mail mails',
    'account.reset-wanted/mail mails',
    'account.password-changed/mail mails',
    'account.second-step-on/mail mails',
    'account.second-step-off/mail mails',
    'account.second-step-reset/mail mails',
    'account.second-step-reset/people notices',
    'account.email-change-wanted/mail mails',
    'account.email-changed/mail mails',
    'account.email-changed/people notices',
    'account.email-changed/payments payments',
    'account.phone-changed/mail mails',
    'account.app-changed/mail mails',
    'account.factor-removed/mail mails',
    'account.recovery-used/mail mails',
    'account.recovery-new/mail mails',
    'account.export-wanted/archive exports',
    'account.export-ready/mail mails',
    'account.deletion-requested/mail mails',
    'account.deletion-soon/mail mails',
    'account.deletion-withdrawn/mail mails',
    'account.deleted/mail mails',
    'account.deleted/bytes notices',
    'account.new-device/mail mails',
    'account.wrong-tries/mail mails',
    'customer.entered/owner notices',
    'customer.plan-read/owner notices',
    'customer.handed-over/contacts mails',
    'file.set-aside/clinical clinical',
    'file.set-aside/mail mails',
    'file.set-aside/owner notices',
    'file.set-aside/staff notices',
    'file.used-again/clinical clinical',
    'file.used-again/owner notices',
    'file.used-again/staff notices',
    'plan.locked/clinical clinical',
    'plan.locked/mail mails',
    'plan.locked/owner notices',
    'plan.unlocked/clinical clinical',
    'plan.unlocked/mail mails',
    'plan.unlocked/owner notices',
    'plan.unlocked/care care',
    'plan.external/clinical clinical',
    'plan.external/owner notices',
    'plan.not-external/clinical clinical',
    'plan.not-external/owner notices',
    'plan.rolled-back/clinical clinical',
    'plan.rolled-back/mail mails',
    'plan.rolled-back/owner notices',
    'plan.rolled-back/contacts mails',
    'plan.rolled-back/care care',
    'customer.left/mail mails',
    'customer.invited/mail mails',
    'customer.imported/mail invitations',
    'customer-import.started/work imports',
    'customer-import.finished/mail mails',
    'customer-import.finished/importer notices',
    'customer-import.invitations-due/release notices',
    'customer-import.taken-back/work imports',
    'customer.invitation-cancelled/mail mails',
    'staff.invited/mail mails',
    'staff.joined/staff notices',
    'staff.signed-out/mail mails',
    'staff.suspended/mail mails',
    'staff.reactivated/mail mails',
    'staff.removed/mail mails',
    'customer.suspended/mail mails',
    'customer.reactivated/mail mails',
    'customer.archived/clinical clinical',
    'customer.archived/mail mails',
    'customer.removed/clinical clinical',
    'customer.removed/mail mails',
    'customer.removed/contacts mails',
    'customer.removed/managers mails',
    'customer.removed/people notices',
    'customer.taken-back/clinical clinical',
    'customer.taken-back/mail mails',
    'customer.taken-back/contacts mails',
    'customer.taken-back/people notices',
    'customer.moved/mail mails',
    'customer.moved/people notices',
    'customer.moved/care care',
    'customer.conversation/owner notices',
    'customer.email-moved/mail mails',
    'customer.email-moved/payments payments',
    'contact.suggested/mail mails',
    'contact.suggested/owner notices',
    'contact.requested/contact mails',
    'contact.reminder-due/contact mails',
    'contact.expired/mail mails',
    'contact.accepted/contact mails',
    'contact.accepted/mail mails',
    'contact.accepted/owner notices',
    'contact.declined/mail mails',
    'contact.left/mail mails',
    'contact.link-wanted/contact mails',
    'contact.named/contact mails',
    'contact.ended/contact mails',
    'contact.opened/mail mails',
    'contact.opened/owner notices',
    'plan.review-due/mail mails',
    'card.renewed/mail mails',
    'health-link.made/mail mails',
    'health-link.opened/mail mails',
    'health-link.opened/owner notices',
    'health-link.closed/mail mails',
    'health-link.closed/owner notices',
    'acp.completed/mail mails',
    'acp.completed/staff notices',
    'acp.completed/clinical clinical',
    'acp.completed/contacts mails',
    'acp.completed/care care',
    'acp.link-wanted/mail mails',
    'acp.updated/staff notices',
    'acp.updated/clinical clinical',
    'acp.updated/contacts mails',
    'acp.updated/care care',
    'file.added/clinical clinical',
    'file.added/staff notices',
    'file.deleted/clinical clinical',
    'file.deleted/staff notices',
    'file.deleted/bytes notices',
    'file.check-due/check checks',
    'files.unowned/bytes notices',
    'payment.notified/settle payments',
    'payment.received/mail mails',
    'payment.failed/mail mails',
    'payment.refunded/mail mails',
    'payment.card-expiring/mail mails',
    'payment.customer-leaving/end payments',
    'payment-plan.renewal-soon/mail mails',
    'payment-plan.tries-over/mail mails',
    'payment-plan.ended/mail mails',
    'payment-plan.replaced/end payments',
    'provider-invoice.issued/mail mails',
    'provider-invoice.overdue/mail mails',
    'provider-invoice.charge-refused/mail mails',
    'provider-trial.notice/mail mails',
    'subscription.expired/move payments',
    'help.written/desk mails',
    'help.written/copy mails',
    'mail.test-wanted/mail mails',
    'digest.due/mail mails',
    'emergency.opened/mail mails',
    'emergency.opened/contacts mails',
    'emergency.opened/owner notices',
    'emergency.file-opened/owner notices',
    'care-sync.due/work care',
    'care-sync.finished/starter notices',
    'care-plan.due/send care',
    'care-plan.left/withdraw care',
    'customer.duplicate/clinical clinical',
    'customer.unarchived/clinical clinical',
    'customer.rehoused/clinical clinical',
    'provider.moved/clinical clinical',
    'customer.duplicate/care care',
    'clinical-notice.due/send clinical',
    'clinical.changed/managers notices',
    'care-papers.due/fetch care',
  ];
  expect(byEvent(names)).toEqual(byEvent(expected));
});

it('returns no task for an event or a name that this version does not have', () => {
  for (const [event, name] of [
    ['some.event', 'mail'],
    ['card.renewed', 'other'],
    ['card.renewed', 'toString'],
    ['constructor', 'name'],
  ] as const)
    expect(findTask(event, name)).toBeUndefined();
  expect(handlersOf('constructor')).toEqual([]);
});

it('lets only events with a handler compile, and only with the facts that the handler reads', () => {
  const emit: Work<unknown>['emit'] = () => {};
  emit('card.renewed', { user_id: 'a' });
  // @ts-expect-error an event without a handler
  emit('card.lost', { user_id: 'a' });
  // @ts-expect-error a fact is missing
  emit('acp.completed', { user_id: 'a' });
  // @ts-expect-error a fact of another event
  emit('help.written', { user_id: 'a' });
  const { 'card.renewed': _, ...others } = handlers;
  type AllHandled = { [Name in EventName]: Record<string, Task<Events[Name]>> };
  // @ts-expect-error an event without a handler
  expect(others satisfies AllHandled).not.toHaveProperty('card.renewed');
  // @ts-expect-error a handler that reads facts that the event does not have
  expect({ ...handlers, 'card.renewed': handlers['digest.due'] } satisfies AllHandled).toBeDefined();
});
