import { afterAll, beforeAll, expect, it } from 'vitest';
import { fullAnswers, person } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { linkEnds } from '../../../domain/contacts/request.ts';
import { MailError, type Mail } from '../../ports/mail/port.ts';
import { findTask } from '../events/handlers.ts';

let test: TestServices;

beforeAll(async () => {
  test = await startServices();
});
afterAll(() => test.close());

const contact = (name: string) => ({
  name,
  email: `${name.toLowerCase()}@test.example`,
  phone: '0491 570 006',
  relationship: 'Son',
  accepted: true,
  substitutedDecisionMaker: true,
});

it.each(['acp.completed', 'emergency.opened'] as const)(
  'a contact whose mailbox is temporarily full does not keep the others from getting the mails of %s, and gets theirs later, once [GAP-67] [D-08]',
  async (event) => {
    const owner = await person(test.services, {
      plan: { status: 'complete', answers: fullAnswers() },
      contacts: ['Adam', 'Ben', 'Cleo'].map(contact),
    });
    await test.services.db
      .updateTable('trusted_contacts')
      .set({ view_link: crypto.randomUUID(), view_link_until: linkEnds(new Date()) })
      .where('user_id', '=', owner.userId)
      .execute();
    const sent: string[] = [];
    let isFull = true;
    const mailer = {
      async send({ to }: Mail) {
        if (isFull && to === 'adam@test.example')
          throw new MailError('mailbox full for now', { permanent: false });
        sent.push(to);
      },
      close: async () => {},
    };
    const at = new Date();
    const run = () =>
      findTask(event, 'contacts')!.run(
        { user_id: owner.userId, plan_version: 1, at: at.toISOString() },
        { services: test.services, mailer, log: () => {}, jobId: `job-${event}`, at },
      );
    await expect(run()).rejects.toThrow(MailError);
    expect(sent).toEqual(['ben@test.example', 'cleo@test.example']);
    isFull = false;
    await run();
    expect(sent).toEqual(['ben@test.example', 'cleo@test.example', 'adam@test.example']);
  },
);
