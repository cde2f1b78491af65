import { expect, it } from 'vitest';
import { handlersOf } from './handlers.ts';
import { jobsOfEvents } from './jobs-of-events.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `evt_${from + n}`);

it('events of the payment company are grouped, twenty in a job, in order; all others are separate jobs [fault 15]', () => {
  const user = { user_id: 'u' };
  const events = [
    { type: 'payment.notified', payload: { event_ids: ids(1, 15) }, created_at: at(1) },
    { type: 'card.renewed', payload: user, created_at: at(2) },
    { type: 'payment.notified', payload: { event_ids: ids(16, 45) }, created_at: at(3) },
    { type: 'card.renewed', payload: user, created_at: at(4) },
    // As a server of the previous release stored it.
    { type: 'payment.notified', payload: { event_id: 'evt_old' }, created_at: at(5) },
  ];
  const settle = { event: 'payment.notified', handler: 'settle' };
  const mail = { event: 'card.renewed', handler: 'mail', payload: user };
  expect(jobsOfEvents(events, handlersOf)).toEqual([
    { queue: 'payments', data: { ...settle, payload: { event_ids: ids(1, 20) }, at: at(1).toISOString() } },
    { queue: 'mails', data: { ...mail, at: at(2).toISOString() } },
    { queue: 'payments', data: { ...settle, payload: { event_ids: ids(21, 40) }, at: at(3).toISOString() } },
    { queue: 'payments', data: { ...settle, payload: { event_ids: ids(41, 45) }, at: at(3).toISOString() } },
    { queue: 'mails', data: { ...mail, at: at(4).toISOString() } },
    { queue: 'payments', data: { ...settle, payload: { event_id: 'evt_old' }, at: at(5).toISOString() } },
  ]);
});

it('a job waits until the instant that its event names [S-10]', () => {
  const payload = { import_id: 'i', not_before: '2026-01-01T01:00:00.000Z' };
  const event = { type: 'customer-import.invitations-due', payload, created_at: at(0) };
  expect(jobsOfEvents([event], handlersOf)).toMatchObject([
    { queue: 'notices', startAfter: new Date('2026-01-01T01:00:00.000Z') },
  ]);
});
