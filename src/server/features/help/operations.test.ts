import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../pipeline/context.ts';
import type { AppError } from '../../../domain/errors.ts';
import { helpMessageMax, helpTopics } from '../../../domain/inputs/help.ts';
import { contextFor, person, type TestPerson } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { cleanUp } from '../../jobs/nightly/cleanup.ts';
import { tasksOf } from '../../jobs/events/handlers.ts';
import { outboxMailer } from '../../ports/mail/outbox.ts';
import { MailError, type Mailer } from '../../ports/mail/port.ts';
import { writeToHelp } from './operations.ts';

const sent = {
  name: 'Ann Lee',
  email: 'Ann.Lee@Home.example',
  topic: 'card',
  message: 'My card is lost.\nWhat now?',
  language: 'en',
};

describe('a message to the help desk', () => {
  let test: TestServices;
  let ann: TestPerson;

  beforeAll(async () => {
    test = await startServices({ HELP_EMAIL: 'help@wattle.example' });
    ann = await person(test.services, {});
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    for (const table of ['attempts', 'outbox', 'help_messages', 'mail_outbox', 'mail_settings'] as const)
      await test.services.db.deleteFrom(table).execute();
    await sql`truncate sent_messages`.execute(test.services.db);
  });

  const as = (actor: Context['actor'] = { kind: 'visitor' }, address = '203.0.113.7'): Context => {
    const context = contextFor(test.services, ann.actor);
    return { ...context, actor, meta: { ...context.meta, address } };
  };
  const stored = () => test.services.db.selectFrom('help_messages').selectAll().execute();
  const mails = () => test.services.db.selectFrom('mail_outbox').selectAll().orderBy('to_address').execute();
  const write = (more: Partial<typeof sent> = {}, context = as()) =>
    writeToHelp.call(context, { ...sent, ...more });

  async function runJobs(mailer: Mailer = outboxMailer(test.services.db)): Promise<void> {
    const waiting = await test.services.db.selectFrom('outbox').selectAll().execute();
    for (const { type, payload, id } of waiting) {
      for (const [name, task] of Object.entries(tasksOf(type)))
        await task.run(payload, {
          services: test.services,
          mailer,
          log: () => {},
          jobId: `${id}${name}`,
          at: new Date(),
        });
    }
  }

  it('is stored sealed under a number, for every kind of writer [GAP-22, security 36]', async () => {
    const { ticket } = await write();
    const { ticket: next } = await write({ topic: 'plan' }, as(ann.actor));
    expect(next).toBeGreaterThan(ticket);
    const [first, second] = (await stored()).toSorted((one, other) => one.ticket - other.ticket);
    expect(first).toMatchObject({ ticket, topic: 'card', user_id: null, language: 'en', mailed_at: null });
    expect(second).toMatchObject({ ticket: next, user_id: ann.userId });
    expect(first!.message_sealed.toString('latin1')).not.toContain('card is lost');
    const audit = await test.services.db
      .selectFrom('audit_log')
      .select(['chain', 'details'])
      .where('action', '=', 'writeToHelp')
      .execute();
    expect(JSON.stringify(audit)).not.toMatch(/lost|home\.example/i);
    expect(audit[0]).toMatchObject({ chain: 'platform', details: { ticket } });
  });

  it('is sent to the help desk, whose reply goes to the writer, and its number to the writer [GAP-22]', async () => {
    const { ticket } = await write();
    await runJobs();
    const [copy, desk] = await mails();
    expect(desk).toMatchObject({
      to_address: 'help@wattle.example',
      reply_to: 'ann.lee@home.example',
      subject: `Wattle help ${ticket}: The emergency card`,
    });
    expect(desk!.plain).toContain('> My card is lost.\n> What now?');
    expect(copy).toMatchObject({ to_address: 'ann.lee@home.example', subject: 'We have your message' });
    expect(copy!.plain).toContain(`Your number is ${ticket}.`);
    expect((await stored())[0]!.mailed_at).not.toBeNull();
  });

  it('is confirmed to the writer in the language of the page [LANG-01]', async () => {
    await write({ language: 'zh' });
    await runJobs();
    expect((await mails())[0]!.subject).toMatch(/\p{Script=Han}/u);
  });

  it('cannot be used to send text to others: the copy contains nothing of the message or the name [security 28]', async () => {
    await write({ name: 'Cheap pills', message: 'Buy at https://evil.example' });
    await runJobs();
    const [copy] = await mails();
    expect(copy!.html + copy!.plain + copy!.subject).not.toMatch(/pills|evil/);
  });

  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'Hello\r\n\r\n-- \r\nBcc: thief@evil.example',
    '{{constructor}} {helpPhone} $t(help.title)',
    'x'.repeat(helpMessageMax),
  ])('stays text, whatever it contains: %j [security 24, security 28]', async (hostile) => {
    await write({ message: hostile, name: hostile.slice(0, 90).replaceAll(/[\r\n]/g, ' ') });
    await runJobs();
    const desk = (await mails()).find(({ to_address }) => to_address === 'help@wattle.example')!;
    expect(desk.html).not.toMatch(/<(script|img)/i);
    expect(desk.subject).not.toMatch(/[\r\n]/);
    // Each line is marked as quoted, so that none can imitate a line of the product.
    expect(desk.plain).not.toMatch(/^(Bcc:|-- $)/m);
    expect(desk.plain).not.toContain('1800 000 000 $t');
  });

  it('reports a problem at each field, and stores nothing [GAP-22]', async () => {
    const fieldsOf = (more: Record<string, unknown>) =>
      writeToHelp.call(as(), { ...sent, ...more }).then(
        () => ({}),
        (error: AppError) => Object.fromEntries(error.fields.map(({ field, message }) => [field, message])),
      );
    expect(await fieldsOf({ name: ' ', email: '', topic: '', message: '' })).toEqual({
      name: 'field.required',
      email: 'field.email.required',
      topic: 'field.requiredChoice',
      message: 'field.required',
    });
    expect(
      await fieldsOf({
        name: 'A\u202Eb',
        email: 'ann@home',
        topic: 'toString',
        message: 'x'.repeat(helpMessageMax + 1),
      }),
    ).toEqual({
      name: 'field.badCharacters',
      email: 'field.email.invalid',
      topic: 'field.requiredChoice',
      message: 'field.tooLong',
    });
    expect(await fieldsOf({ ticket: 7 })).toEqual({ ticket: 'error.general_error' });
    expect(await fieldsOf({ language: 'fr' })).toHaveProperty('language');
    expect(await stored()).toEqual([]);
    for (const topic of helpTopics.slice(0, 5)) expect(await fieldsOf({ topic })).toEqual({});
  });

  it('is accepted five times an hour for one address and twenty times from one network [security 13, GAP-22]', async () => {
    for (let count = 0; count < 5; count += 1) await write({}, as(undefined, `203.0.113.${count}`));
    await expect(
      write({ email: ' ann.lee@home.example' }, as(ann.actor, '203.0.113.99')),
    ).rejects.toMatchObject({
      code: 'rate-limited',
      details: { retryAfter: expect.any(Number) },
    });
    for (let count = 0; count < 20; count += 1)
      await write({ email: `a${count}@home.example` }, as(undefined, '198.51.100.1'));
    await expect(write({ email: 'b@home.example' }, as(undefined, '198.51.100.1'))).rejects.toMatchObject({
      code: 'rate-limited',
    });
    await write({ email: 'b@home.example' }, as(undefined, '198.51.100.2'));
  });

  it.each(['a visitor', 'a signed-in caller'])(
    'of %s that is sent again with its key makes one ticket, and counts once [D-18, fault 5, GAP-22]',
    async (who) => {
      const context = as(who === 'a visitor' ? undefined : ann.actor);
      const idempotency_key = crypto.randomUUID();
      const send = (more: Record<string, unknown> = {}) =>
        writeToHelp.call(context, { ...sent, idempotency_key, ...more });
      // A double click, and retries after lost answers: more of them than one address is allowed.
      const first = await Promise.all([send(), send(), send()]);
      const later = [];
      for (let count = 0; count < 10; count += 1) later.push(await send());
      expect(new Set([...first, ...later].map(({ ticket }) => ticket)).size).toBe(1);
      expect(await stored()).toHaveLength(1);
      await runJobs();
      expect(await mails()).toHaveLength(2);
      await expect(send({ message: 'Another one' })).rejects.toMatchObject({ code: 'idempotency-mismatch' });
      const next = await send({ message: 'Another one', idempotency_key: crypto.randomUUID() });
      expect(next.ticket).not.toBe(first[0].ticket);
      expect(await stored()).toHaveLength(2);
    },
  );

  it('with an invalid key is refused, and without one each call is a message [D-18]', async () => {
    for (const idempotency_key of ['short', 'x'.repeat(101), 'with space', 7])
      await expect(writeToHelp.call(as(), { ...sent, idempotency_key })).rejects.toMatchObject({
        code: 'invalid',
      });
    await write();
    await writeToHelp.call(as(), { ...sent, idempotency_key: null });
    expect(await stored()).toHaveLength(2);
  });

  it('that could not be stored is stored at the next attempt with the same key [D-18]', async () => {
    const idempotency_key = crypto.randomUUID();
    const send = () => writeToHelp.call(as(), { ...sent, idempotency_key });
    await test.pool.query(`create function no_help() returns trigger language plpgsql as $$
      begin raise exception 'the lights went out'; end $$`);
    await test.pool.query(
      'create trigger no_help before insert on outbox for each row execute function no_help()',
    );
    await expect(send()).rejects.toThrow();
    expect(await stored()).toEqual([]);
    await test.pool.query('drop trigger no_help on outbox');
    const { ticket } = await send();
    expect(await send()).toEqual({ ticket });
    expect(await stored()).toHaveLength(1);
  });

  it('is kept until the help desk has it, and for a month afterwards [D-19, fault 13]', async () => {
    const { services } = test;
    await write();
    const away: Mailer = {
      send: () => Promise.reject(new MailError('away', { permanent: false })),
      close: async () => {},
    };
    await expect(runJobs(away)).rejects.toThrow('away');
    const later = (days: number) => ({ ...services, clock: () => new Date(Date.now() + days * 86_400_000) });
    await cleanUp(later(400));
    expect(await stored()).toHaveLength(1);
    await runJobs();
    await cleanUp(later(29));
    expect(await stored()).toHaveLength(1);
    await cleanUp(later(31));
    expect(await stored()).toEqual([]);
  });

  it("is recorded for the staff member who writes it inside a customer's account, not for the customer [D-14]", async () => {
    await write({}, as({ ...ann.actor, actingStaffId: crypto.randomUUID() }));
    expect((await stored())[0]!.user_id).toBeNull();
  });
});
