import { expect, it } from 'vitest';
import { archiveWord } from './actions/archive-word.ts';
import { invitationOver, remindAfterMs } from './invitation.ts';
import { isPlaceholderEmail, placeholderEmail } from './placeholder-email.ts';
import { statusAfterSuspension } from './status.ts';

it('an invitation expires 30 days after it was sent, and can be sent again after an hour [GAP-03] [GAP-78]', () => {
  expect(invitationOver(new Date('2026-11-01T09:30:00Z'))).toEqual(new Date('2026-12-01T09:30:00Z'));
  expect(remindAfterMs).toBe(3_600_000);
});

it('an account without an address has a placeholder that no mail can reach [GAP-79]', () => {
  expect(placeholderEmail('a-b')).toBe('a-b@no-email.invalid');
  expect(isPlaceholderEmail(placeholderEmail('a-b'))).toBe(true);
  for (const email of ['a@b.example', 'a@no-email.invalid.example', 'a@xno-email.invalid', ''])
    expect(isPlaceholderEmail(email)).toBe(false);
});

it('a suspended account returns to its earlier state: active, or still invited', () => {
  expect(statusAfterSuspension({ hasAccepted: true })).toBe('active');
  expect(statusAfterSuspension({ hasAccepted: false })).toBe('invited');
});

it('a customer is archived by a word in capitals [CACT-15]', () => {
  expect(archiveWord).toBe('ARCHIVE');
});
