import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fullAnswers } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { faultsOf } from './mail-faults.fixture.ts';
import { handlers } from '../events/handlers.ts';
import { runEveryHandler } from './every-event.fixture.ts';

describe('data that leaves the product', () => {
  let test: TestServices;
  let done: Awaited<ReturnType<typeof runEveryHandler>>;
  beforeAll(async () => {
    test = await startServices();
    done = await runEveryHandler(test.services);
  }, 60_000);
  afterAll(() => test.close());

  it('is sent as one mail by each mail handler of every event', () => {
    expect(done.silent).toEqual([]);
    const mailing = Object.values(handlers)
      .flatMap((tasks) => Object.values(tasks))
      .filter(({ queue }) => queue === 'mails' || queue === 'invitations');
    expect(done.sent).toHaveLength(mailing.length);
  });

  it('contains no PIN, share id, Medicare number, birth date or answer, in mails and in notifications [security 22, security 37]', async () => {
    const { sent, staff, margaret } = done;
    const notices = await test.services.db
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
      ...[margaret.pin, margaret.shareId, '2123456701', '2123 45670 1', '14/05/1943', '1943'],
      ...answers,
    ]) {
      expect([secret, everything.includes(secret)]).toEqual([secret, false]);
    }
  });
});

describe.each(['en', 'zh'] as const)('the mails of every event in %s', (language) => {
  let test: TestServices;
  beforeEach(async () => void (test = await startServices()));
  afterEach(() => test.close());

  it.each([
    ['with every value', false],
    ['without every value that may be missing', true],
  ])(
    'have no gap, no second thing to do, a reason, and the same content as plain text: %s [GAP-119]',
    async (_, isBare) => {
      const { sent } = await runEveryHandler(test.services, { language, isBare });
      expect(sent.length).toBeGreaterThan(60);
      const { help } = test.services.config;
      const faults = sent.flatMap((mail) =>
        faultsOf(mail, mail.to === help.email ? 'en' : language).map((fault) => [mail.subject, fault]),
      );
      expect(faults).toEqual([]);
    },
    60_000,
  );
});
