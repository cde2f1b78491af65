import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  contextFor,
  fullAnswers,
  person,
  type TestPerson,
  type TestPersonSpec,
} from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import type { EventName, Events } from '../../../domain/events.ts';
import { MailError, type Mail } from '../../ports/mail/port.ts';
import { makeContactMailsDue } from '../../features/sharing/nightly.ts';
import { addTrustedContact, deleteTrustedContact } from '../../features/sharing/operations.ts';
import { declineContactRequest, stepBack } from '../../features/shared-plan/operations.ts';
import { tasksOf } from '../events/handlers.ts';

const day = 24 * 60 * 60_000;
const daniel = {
  name: 'Daniel Doyle',
  email: 'daniel@test.example',
  phone: '0491 570 006',
  relationship: 'Son',
  substitutedDecisionMaker: false,
  enduringGuardian: false,
};

let test: TestServices;
let offset = 0;
let sent: Mail[] = [];
let refuse = false;
let jobs = 0;

beforeAll(async () => {
  test = await startServices();
  test.services.clock = () => new Date(Date.now() + offset);
});
afterAll(() => test.close());
beforeEach(async () => {
  sent = [];
  refuse = false;
  await test.services.db.deleteFrom('outbox').execute();
});

/** Runs all tasks of an event, as the workers do. */
async function run<Name extends EventName>(event: Name, payload: Events[Name], at = test.services.clock()) {
  const mailer = {
    async send(mail: Mail) {
      if (refuse) throw new MailError('no such mailbox', { permanent: true });
      sent.push(mail);
    },
    close: async () => {},
  };
  jobs += 1;
  for (const [name, task] of Object.entries(tasksOf(event)))
    await task.run(payload, {
      services: test.services,
      mailer,
      log: () => {},
      jobId: `job-${jobs}-${name}`,
      at,
    });
}

/** Runs the jobs of all events that the operations left. */
async function runAll(): Promise<void> {
  const rows = await test.services.db.deleteFrom('outbox').returning(['id', 'type', 'payload']).execute();
  for (const { type, payload } of rows.toSorted((a, b) => a.id - b.id))
    await run(type as EventName, payload as never);
}

const makeOwner = (spec: TestPersonSpec = {}) => person(test.services, spec);
const as = (who: TestPerson) => contextFor(test.services, who.actor);
const contactsOf = (who: TestPerson) =>
  test.services.db.selectFrom('trusted_contacts').selectAll().where('user_id', '=', who.userId).execute();
const sentMails = () => sent.map(({ to, subject }) => [to, subject]);
const linkIn = (mail: Mail | undefined) => /https:\/\/wattle\.example\/[\w/-]+/.exec(mail?.plain ?? '')?.[0];

async function accepted(spec: TestPersonSpec = {}) {
  const owner = await makeOwner({ contacts: [{ ...daniel, accepted: true }], ...spec });
  const [contact] = await contactsOf(owner);
  return { owner, payload: { user_id: owner.userId, contact_id: contact!.id }, contact: contact! };
}

describe('mails about trusted contacts', () => {
  it('ask the contact, in both languages, with a link and no text from the plan [TC-08] [GAP-66]', async () => {
    const owner = await makeOwner({ plan: { status: 'complete', answers: fullAnswers() } });
    await test.services.db.deleteFrom('outbox').execute();
    await addTrustedContact.call(as(owner), {
      ...daniel,
      substitutedDecisionMaker: true,
      permissionConfirmation: true,
    });
    await runAll();
    expect(sentMails()).toEqual([['daniel@test.example', 'Margaret Doyle asks you to be a trusted contact']]);
    const { plain } = sent[0]!;
    expect(plain).toContain('Margaret Doyle 信任您');
    expect(plain).toContain('Saying yes here does not appoint you by law.');
    expect(linkIn(sent[0])).toMatch(/\/trusted-contact\/[\w-]{86}$/);
    for (const secret of [owner.shareId, owner.pin, '0491 570 006', 'CPR'])
      expect(plain).not.toContain(secret);
  });

  it('name the recorder if the plan is another person’s [D-02] [GAP-66]', async () => {
    const owner = await makeOwner({ accountOwner: 'son' });
    await addTrustedContact.call(as(owner), { ...daniel, permissionConfirmation: true });
    await runAll();
    expect(sentMails()).toEqual([
      ['daniel@test.example', `${owner.email} asks you to be a trusted contact of Margaret Doyle`],
    ]);
  });

  it('are not sent for a request that was taken back before the mail was written [TC-06]', async () => {
    const owner = await makeOwner();
    const { id } = await addTrustedContact.call(as(owner), { ...daniel, permissionConfirmation: true });
    await deleteTrustedContact.call(as(owner), { id });
    await runAll();
    expect(sent).toEqual([]);
  });

  it('do not fail if the address bounces [TC-08]', async () => {
    refuse = true;
    const owner = await makeOwner();
    await addTrustedContact.call(as(owner), { ...daniel, permissionConfirmation: true });
    await runAll();
    expect(await contactsOf(owner)).toHaveLength(1);
  });

  it('send the contact a link and notify the owner after a yes, also in the app [NOTIF-12] [GAP-66]', async () => {
    const { owner, payload } = await accepted();
    await run('contact.accepted', payload);
    expect(sentMails()).toEqual([
      ['daniel@test.example', 'Your link to the plan of Margaret Doyle'],
      [owner.email, 'Daniel Doyle said yes'],
    ]);
    expect(linkIn(sent[0])).toMatch(/\/shared-plan\/[\w-]{86}$/);
    const notes = await test.services.db
      .selectFrom('notifications')
      .select(['template', 'metadata'])
      .where('receiver_id', '=', owner.userId)
      .execute();
    expect(notes).toEqual([
      { template: 'CONTACT_INVITATION_ACCEPTED', metadata: { contact: 'Daniel Doyle' } },
    ]);
  });

  it('notify the owner of a no and of a contact who stepped back, by name, although their details are deleted [GAP-66]', async () => {
    const owner = await makeOwner({
      contacts: [daniel, { ...daniel, email: 'b@test.example', accepted: true }],
    });
    const contacts = await contactsOf(owner);
    const answer = ({ id: contactId }: { id: string }) => ({
      ...as(owner),
      actor: { kind: 'contact' as const, contactId, userId: owner.userId },
    });
    const pending = contacts.find(({ status }) => status === 'pending')!;
    const said = contacts.find(({ status }) => status === 'accepted')!;
    await declineContactRequest.call(answer(pending), { contact_id: pending.id, link: pending.request_link });
    await stepBack.call(answer(said), { contact_id: said.id, link: said.view_link });
    const kept = await test.services.db.selectFrom('outbox').select('payload').execute();
    expect(JSON.stringify(kept)).not.toMatch(/Daniel|test\.example/);
    await runAll();
    expect(sentMails()).toEqual([
      [owner.email, 'Daniel Doyle said no for now'],
      [owner.email, 'Daniel Doyle stepped back'],
    ]);
  });

  it('notify a contact that sharing has ended, and a contact who is named later as decision maker [TC-05] [TC-15]', async () => {
    const { owner, payload } = await accepted();
    await test.services.db
      .updateTable('trusted_contacts')
      .set({ substitutedDecisionMaker: true })
      .where('id', '=', payload.contact_id)
      .execute();
    await run('contact.named', payload);
    await deleteTrustedContact.call(as(owner), { id: payload.contact_id });
    await runAll();
    expect(sentMails()).toEqual([
      ['daniel@test.example', 'Margaret Doyle names you as substitute decision maker'],
      ['daniel@test.example', 'Margaret Doyle no longer shares a plan with you'],
    ]);
    expect(sent[0]!.plain).toContain('Being named here does not appoint you by law.');
  });

  it('notify only the contacts with access to the plan of a new version, with a working link [GAP-67]', async () => {
    const owner = await makeOwner({
      plan: { status: 'complete', answers: fullAnswers() },
      contacts: [
        { ...daniel, email: 'yes@test.example', accepted: true },
        { ...daniel, email: 'off@test.example', accepted: true },
        { ...daniel, email: 'pending@test.example' },
      ],
    });
    const { db } = test.services;
    await db
      .updateTable('trusted_contacts')
      .set({ plan_shared: false })
      .where('email', '=', 'off@test.example')
      .execute();
    await db.deleteFrom('outbox').execute();
    const { view_link: before } = (await contactsOf(owner)).find(
      ({ email }) => email === 'yes@test.example',
    )!;
    await run('acp.updated', { user_id: owner.userId, plan_version: 2 });
    expect(sentMails()).toEqual([['yes@test.example', 'Margaret Doyle changed their plan']]);
    sent = [];
    await db
      .updateTable('trusted_contacts')
      .set({ view_link_until: new Date(test.services.clock().getTime() + 5 * day) })
      .where('email', '=', 'yes@test.example')
      .execute();
    await run('acp.completed', { user_id: owner.userId, plan_version: 1 });
    expect(sentMails()).toContainEqual(['yes@test.example', 'The plan of Margaret Doyle is ready']);
    const after = (await contactsOf(owner)).find(({ email }) => email === 'yes@test.example')!;
    expect(after.view_link).not.toBe(before);
    expect(after.view_link_until!.getTime()).toBeGreaterThan(test.services.clock().getTime() + 80 * day);
    await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', owner.userId).execute();
    sent = [];
    await run('acp.updated', { user_id: owner.userId, plan_version: 3 });
    expect(sent).toEqual([]);
  });

  it('notify the owner of an opened plan, unless an earlier mail was sent a short time before [GAP-67]', async () => {
    const { owner, payload } = await accepted();
    const at = new Date('2026-11-22T02:05:00Z').toISOString();
    await run('contact.opened', { ...payload, at });
    await run('contact.opened', { ...payload, at, no_mail: true });
    expect(sentMails()).toEqual([[owner.email, 'Daniel Doyle opened your plan']]);
    expect(sent[0]!.plain).toContain('22 November 2026 at 13:05');
    const notes = await test.services.db
      .selectFrom('notifications')
      .select('template')
      .where('receiver_id', '=', owner.userId)
      .execute();
    expect(notes).toEqual([{ template: 'PLAN_OPENED' }, { template: 'PLAN_OPENED' }]);
  });
});

describe('the nightly run', () => {
  beforeEach(() => test.services.db.deleteFrom('trusted_contacts').execute());

  it('reminds a contact once, after a week, and notifies the owner once when the request expired [GAP-66]', async () => {
    const owner = await makeOwner({ contacts: [daniel] });
    const nightlyRun = async (days: number) => {
      offset += days * day;
      sent = [];
      const due = await makeContactMailsDue(test.services);
      await runAll();
      return [due, ...sentMails()];
    };
    expect(await nightlyRun(6)).toEqual([0]);
    expect(await nightlyRun(1.1)).toEqual([
      1,
      ['daniel@test.example', 'Margaret Doyle is waiting for your answer'],
    ]);
    expect(await nightlyRun(1)).toEqual([0]);
    expect(await nightlyRun(23)).toEqual([1, [owner.email, 'Daniel Doyle did not answer']]);
    expect(await nightlyRun(1)).toEqual([0]);
    offset = 0;
  });

  it('sends nothing about requests that were never mailed, were answered, or belong to a closed account [GAP-66]', async () => {
    const owner = await makeOwner({
      contacts: [daniel, { ...daniel, email: 'b@test.example', accepted: true }],
    });
    const { db } = test.services;
    await db
      .updateTable('trusted_contacts')
      .set({ request_link: null })
      .where('email', '=', daniel.email)
      .where('user_id', '=', owner.userId)
      .execute();
    await makeOwner({ contacts: [daniel] }).then((closed) =>
      db.updateTable('users').set({ status: 'archived' }).where('id', '=', closed.userId).execute(),
    );
    offset += 8 * day;
    expect(await makeContactMailsDue(test.services)).toBe(0);
    offset = 0;
  });
});
