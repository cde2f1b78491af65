import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountShares, readableBy, standingOf, type ContactState } from './reading.ts';
import { isLinkNearEnd, linkEnds, nightlyBounds, remindAfter, reminderDue, requestEnds } from './request.ts';

const now = new Date('2026-11-22T02:00:00Z');
const instant = fc.date({
  min: new Date('2026-10-01T00:00:00Z'),
  max: new Date('2027-01-31T00:00:00Z'),
  noInvalidDate: true,
});

const someContact: fc.Arbitrary<ContactState> = fc.record({
  status: fc.constantFrom('accepted', 'pending'),
  requestEnds: instant,
  linkUntil: fc.option(instant, { nil: null }),
  plan_shared: fc.boolean(),
  fullAccess: fc.boolean(),
  owner: fc.record({
    status: fc.constantFrom('invited', 'active', 'suspended', 'archived'),
    leaving: fc.boolean(),
    planSigned: fc.boolean(),
  }),
});

const friend: ContactState = {
  status: 'accepted',
  requestEnds: requestEnds(now),
  linkUntil: linkEnds(now),
  plan_shared: true,
  fullAccess: false,
  owner: { status: 'active', leaving: false, planSigned: true },
};

const nothing = { plan: false, phones: false, files: 'none' };

describe('what a trusted contact may read', () => {
  it('is the plan and the chosen files, after acceptance [TC-08] [GAP-66] [GAP-67]', () => {
    expect(readableBy(friend, now)).toEqual({ plan: true, phones: true, files: 'chosen' });
    expect(readableBy({ ...friend, fullAccess: true }, now)).toEqual({
      plan: true,
      phones: true,
      files: 'all',
    });
    expect(readableBy({ ...friend, status: 'pending' }, now)).toEqual(nothing);
  });

  it('is no plan that the owner does not share, and no unsigned one [GAP-68]', () => {
    expect(readableBy({ ...friend, plan_shared: false, fullAccess: true }, now).plan).toBe(false);
    const owner = { ...friend.owner, planSigned: false };
    expect(readableBy({ ...friend, owner }, now)).toEqual({ plan: false, phones: true, files: 'chosen' });
  });

  it('is nothing while the account is suspended, archived or to be deleted, nor with an expired link [GAP-66] [security 9]', () => {
    fc.assert(
      fc.property(someContact, instant, (contact, at) => {
        const reads = readableBy(contact, at);
        const isOpen =
          contact.status === 'accepted' &&
          contact.linkUntil !== null &&
          at < contact.linkUntil &&
          accountShares(contact.owner);
        if (!isOpen) expect(reads).toEqual(nothing);
        else {
          expect(reads.phones).toBe(contact.plan_shared);
          expect(reads.plan).toBe(contact.plan_shared && contact.owner.planSigned);
          expect(reads.files).toBe(contact.fullAccess ? 'all' : 'chosen');
        }
        expect(standingOf(contact, at) === 'sharing').toBe(isOpen);
      }),
    );
  });

  it('is decided by the standing of the contact: asked, sharing, with an expired link, or closed [GAP-66]', () => {
    const before = (at: Date) => new Date(at.getTime() - 1);
    const pending = { ...friend, status: 'pending' } as const;
    expect(standingOf(pending, before(pending.requestEnds))).toBe('asked');
    expect(standingOf(pending, pending.requestEnds)).toBe('closed');
    expect(standingOf(friend, before(friend.linkUntil!))).toBe('sharing');
    expect(standingOf(friend, friend.linkUntil!)).toBe('link-over');
    expect(standingOf({ ...friend, linkUntil: null }, new Date(-1))).toBe('link-over');
    const ownedBy = (owner: Partial<ContactState['owner']>) =>
      standingOf({ ...friend, owner: { ...friend.owner, ...owner } }, now);
    expect(ownedBy({ status: 'invited' })).toBe('sharing');
    for (const owner of [{ status: 'suspended' }, { status: 'archived' }, { leaving: true }] as const)
      expect(ownedBy(owner)).toBe('closed');
  });

  it('never increases as time passes [GAP-66]', () => {
    fc.assert(
      fc.property(someContact, instant, fc.nat(200), (contact, at, days) => {
        const later = new Date(at.getTime() + days * 24 * 60 * 60_000);
        const [before, after] = [readableBy(contact, at), readableBy(contact, later)];
        expect(before.plan || !after.plan).toBe(true);
        expect(before.files !== 'none' || after.files === 'none').toBe(true);
      }),
    );
  });

  it('can be answered by a contact who has not answered, for 30 days [GAP-66] [D-15]', () => {
    const asked: ContactState = { ...friend, status: 'pending', linkUntil: null };
    expect(standingOf(asked, now)).toBe('asked');
    const end = requestEnds(now).getTime();
    expect(end - now.getTime()).toBe(30 * 24 * 60 * 60_000);
    expect(standingOf(asked, new Date(end - 1))).toBe('asked');
    expect(standingOf(asked, new Date(end))).toBe('closed');
  });
});

describe('the times of a request', () => {
  it('allow sending it again after an hour, a reminder after a week, and a new link after 90 days', () => {
    const hour = 60 * 60_000;
    expect(remindAfter(now).getTime() - now.getTime()).toBe(hour);
    expect(reminderDue(now).getTime() - now.getTime()).toBe(7 * 24 * hour);
    expect(linkEnds(now).getTime() - now.getTime()).toBe(90 * 24 * hour);
    expect(isLinkNearEnd(linkEnds(now), now)).toBe(false);
    expect(isLinkNearEnd(new Date(now.getTime() + 29 * 24 * hour), now)).toBe(true);
    expect(isLinkNearEnd(null, now)).toBe(true);
  });
});

it('the nightly job reminds contacts who were asked a week ago, and requests end after thirty days [GAP-66]', () => {
  expect(nightlyBounds(new Date('2026-12-31T02:00:00Z'))).toEqual({
    remindBefore: new Date('2026-12-24T02:00:00Z'),
    endedBefore: new Date('2026-12-01T02:00:00Z'),
  });
});

it('a mail contains a new link if the old one has less than thirty days left', () => {
  const in30Days = new Date('2026-12-22T02:00:00Z');
  expect(isLinkNearEnd(in30Days, now)).toBe(false);
  expect(isLinkNearEnd(new Date(in30Days.getTime() - 1), now)).toBe(true);
  expect(isLinkNearEnd(null, new Date(0))).toBe(true);
  expect(isLinkNearEnd(null, new Date('1950-01-01T00:00:00Z'))).toBe(true);
});
