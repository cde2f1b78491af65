import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../../domain/access.ts';
import type { AppError } from '../../../domain/errors.ts';
import { contextFor, person, provider, type TestPerson } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { handlers } from '../../jobs/handlers.ts';
import { outboxMailer } from '../../ports/mail/outbox.ts';
import {
  mailSettings,
  mailTemplates,
  previewMailTemplate,
  resetMailTemplate,
  sendTestMail,
  updateMailSettings,
  updateMailTemplate,
} from './operations.ts';

const welcome = { template: 'welcome', language: 'en' } as const;
const words = {
  subject: 'Hello from us',
  body: 'Good to have you.\n\n{button}\n\nTalk to your family first.',
};

describe('the settings of e-mail', () => {
  let test: TestServices;
  const who: Record<string, TestPerson> = {};

  beforeAll(async () => {
    test = await startServices({ MAIL_FROM: '"Wattle Care" <no-reply@wattle.example>' });
    const { services } = test;
    const house = await provider(services);
    for (const role of ['admin', 'tlcadmin', 'sysadmin'] as const)
      who[role] = await person(services, { role, language: 'zh' });
    who['head'] = await person(services, { role: 'provideradmin', providerId: house });
    who['reader'] = await person(services, { role: 'providerview', providerId: house });
    who['customer'] = await person(services, {});
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    const { db } = test.services;
    for (const table of [
      'mail_settings',
      'mail_templates',
      'attempts',
      'outbox',
      'mail_outbox',
      'sent_messages',
    ] as const)
      await db.deleteFrom(table).execute();
  });

  const as = (name: string, change: Partial<Extract<Actor, { kind: 'person' }>> = {}) =>
    contextFor(test.services, { ...who[name]!.actor, ...change });
  const fieldsOf = (call: Promise<unknown>) =>
    call.then(
      () => ({}),
      (error: AppError) =>
        Object.fromEntries(
          error.fields.map(({ field, message, params }) => [field, [message, params?.['list']]]),
        ),
    );
  const events = () => test.services.db.selectFrom('outbox').selectAll().execute();
  const mails = () => test.services.db.selectFrom('mail_outbox').selectAll().orderBy('created_at').execute();

  /** Does what the jobs would do with an event. */
  async function run(type: string, payload: Record<string, unknown>): Promise<void> {
    const mailer = outboxMailer(test.services.db);
    for (const task of Object.values(handlers[type]!))
      await task.run(payload, {
        services: test.services,
        mailer,
        log: () => {},
        jobId: crypto.randomUUID(),
        at: new Date(),
      });
  }

  const operations: Record<string, (context: ReturnType<typeof as>) => Promise<unknown>> = {
    mailSettings: (context) => mailSettings.call(context, {}),
    updateMailSettings: (context) =>
      updateMailSettings.call(context, { version: 0, sender_name: 'Wattle', reply_to: '' }),
    mailTemplates: (context) => mailTemplates.call(context, {}),
    updateMailTemplate: (context) => updateMailTemplate.call(context, { ...welcome, ...words, version: 0 }),
    resetMailTemplate: (context) => resetMailTemplate.call(context, welcome),
    previewMailTemplate: (context) => previewMailTemplate.call(context, { ...welcome, ...words }),
    sendTestMail: (context) => sendTestMail.call(context, { ...welcome, ...words }),
  };

  it.each(Object.entries(operations))(
    '%s is for those who run the platform alone [SET-03, GAP-100, security 1]',
    async (_, call) => {
      const outcome = (context: ReturnType<typeof as>) =>
        call(context).then(
          () => 'allowed',
          (error: AppError) => error.code,
        );
      const found: Record<string, string> = {};
      for (const name of Object.keys(who)) {
        await test.services.db.deleteFrom('mail_templates').execute();
        await test.services.db.deleteFrom('mail_settings').execute();
        found[name] = await outcome(as(name));
      }
      expect(found).toEqual({
        admin: 'allowed',
        tlcadmin: 'allowed',
        sysadmin: 'allowed',
        head: 'forbidden',
        reader: 'forbidden',
        customer: 'forbidden',
      });
      expect(await outcome({ ...as('admin'), actor: { kind: 'visitor' } })).toBe('unauthenticated');
      expect(await outcome(as('admin', { secondStepDue: true }))).toBe('forbidden');
      expect(await outcome(as('customer', { actingStaffId: who['admin']!.userId }))).toBe('forbidden');
    },
  );

  it('begin with the sender of the configuration [GAP-77]', async () => {
    expect(await mailSettings.call(as('admin'), {})).toEqual({
      sender_name: 'Wattle Care',
      reply_to: '',
      version: 0,
    });
  });

  it('keep the name and the address for answers, which every mail then has [GAP-77]', async () => {
    await run('account.verified', { user_id: who['customer']!.userId });
    const sent = { sender_name: ' Banksia Care ', reply_to: 'Office@Banksia.example' };
    expect(await updateMailSettings.call(as('tlcadmin'), { version: 0, ...sent })).toEqual({
      sender_name: 'Banksia Care',
      reply_to: 'office@banksia.example',
      version: 1,
    });
    await run('account.verified', { user_id: who['customer']!.userId });
    const [before, after] = await mails();
    expect(before).toMatchObject({ sender_name: null, reply_to: null });
    expect(after).toMatchObject({ sender_name: 'Banksia Care', reply_to: 'office@banksia.example' });
    expect(before!.plain).toContain('Nobody reads replies');
    expect(after!.plain).not.toContain('Nobody reads replies');
  });

  it('take no sender that could carry a header or another address [security 28]', async () => {
    for (const sender_name of [
      'Bank <x@evil.example>',
      'A\r\nBcc: x@evil.example',
      '"A", B',
      'a@b',
      '',
      'x'.repeat(61),
    ])
      expect(
        Object.keys(
          await fieldsOf(updateMailSettings.call(as('admin'), { version: 0, sender_name, reply_to: '' })),
        ),
      ).toEqual(['sender_name']);
    for (const reply_to of [
      'a@demo.example, b@evil.example',
      'a@demo.example\r\nBcc: x',
      'office',
      '<a@b.co>',
    ])
      expect(
        Object.keys(
          await fieldsOf(
            updateMailSettings.call(as('admin'), { version: 0, sender_name: 'Wattle', reply_to }),
          ),
        ),
      ).toEqual(['reply_to']);
    expect((await mailSettings.call(as('admin'), {})).version).toBe(0);
  });

  it('refuse a save that was based on an older one, with what is saved now [D-18]', async () => {
    const save = (version: number, sender_name: string) =>
      updateMailSettings.call(as('admin'), { version, sender_name, reply_to: '' });
    await save(0, 'One');
    const late = { code: 'conflict', details: { version: 1, saved: { sender_name: 'One', reply_to: '' } } };
    await expect(save(0, 'Two')).rejects.toMatchObject(late);
    const both = await Promise.allSettled([save(1, 'Three'), save(1, 'Four')]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await mailSettings.call(as('admin'), {})).version).toBe(2);
  });

  it('list every mail in both languages with its values [SET-03, GAP-77]', async () => {
    const all = await mailTemplates.call(as('admin'), {});
    expect(new Set(all.map(({ language }) => language))).toEqual(new Set(['en', 'zh']));
    const renewed = all.find(
      ({ template, language }) => template === 'security.cardRenewed' && language === 'en',
    );
    expect(renewed).toMatchObject({
      changed: false,
      version: 0,
      values: { inSubject: [], inBody: ['date', 'time', 'button', 'helpPhone'] },
    });
    expect(renewed!.body).toContain('\n\n{button}\n\n');
  });

  it('put other words in place, for the mails that leave from then on [GAP-77]', async () => {
    const kept = await updateMailTemplate.call(as('admin'), { ...welcome, ...words, version: 0 });
    expect(kept).toMatchObject({ ...welcome, ...words, changed: true, version: 1 });
    await run('account.verified', { user_id: who['customer']!.userId });
    await run('account.verified', { user_id: who['admin']!.userId });
    const [english, chinese] = await mails();
    expect(english).toMatchObject({ subject: 'Hello from us' });
    expect(english!.plain).toContain('Good to have you.\n\nStart my plan:\n');
    expect(chinese!.subject).not.toBe('Hello from us');
    const all = await mailTemplates.call(as('tlcadmin'), {});
    expect(
      all.filter(({ changed }) => changed).map(({ template, language }) => [template, language]),
    ).toEqual([['welcome', 'en']]);
  });

  it('keep what a mail must say, and know no other values [GAP-77]', async () => {
    const save = (more: Partial<typeof words>, template = 'security.cardRenewed') =>
      fieldsOf(
        updateMailTemplate.call(as('admin'), { template, language: 'en', version: 0, ...words, ...more }),
      );
    expect(await save({ body: 'Your card is new since {date}.' })).toEqual({
      body: ['error.settings.templateValues', '{time}, {button}, {helpPhone}'],
    });
    expect(await save({ body: 'On {date} at {time} {button} {helpPhone}' })).toEqual({
      body: ['error.settings.templateValues', '{button}'],
    });
    expect(await save({ body: 'On {date} at {time}: {helpPhone}\n\n{button}\n\n{pin}' })).toEqual({
      body: ['error.settings.templateUnknown', '{pin}'],
    });
    expect(
      await save({ subject: 'Without the name', body: '{person} {date} {time}' }, 'emergencyOpenedContact'),
    ).toEqual({
      subject: ['error.settings.templateValues', '{person}'],
    });
    expect(await save({ subject: '{button}', body: words.body }, 'welcome')).toEqual({
      subject: ['error.settings.templateUnknown', '{button}'],
    });
    expect(await save({ subject: 'Two\nlines', body: '' }, 'welcome')).toEqual({
      subject: ['field.badCharacters', undefined],
      body: ['field.required', undefined],
    });
    expect(
      await save({ subject: 'x'.repeat(151), body: `{button}\n\n${'y'.repeat(4_000)}` }, 'welcome'),
    ).toEqual({
      subject: ['field.tooLong', undefined],
      body: ['field.tooLong', undefined],
    });
    expect(await test.services.db.selectFrom('mail_templates').selectAll().execute()).toEqual([]);
  });

  it('know no mail that the product does not write', async () => {
    for (const template of ['helpDesk', 'nothing', '__proto__', 'constructor'])
      await expect(
        updateMailTemplate.call(as('admin'), { template, language: 'en', version: 0, ...words }),
      ).rejects.toMatchObject({ code: 'not-found' });
  });

  it('refuse words that were based on older ones, with those that are saved [D-18]', async () => {
    const save = (version: number, subject: string) =>
      updateMailTemplate.call(as('admin'), { ...welcome, ...words, version, subject });
    await save(0, 'One');
    const late = { code: 'conflict', details: { version: 1, saved: { subject: 'One', body: words.body } } };
    await expect(save(0, 'Two')).rejects.toMatchObject(late);
    expect((await save(1, 'Three')).version).toBe(2);
    await resetMailTemplate.call(as('admin'), welcome);
    await expect(save(2, 'Four')).rejects.toMatchObject({ code: 'conflict', details: { version: 0 } });
  });

  it('go back to the original words [GAP-77]', async () => {
    await updateMailTemplate.call(as('admin'), { ...welcome, ...words, version: 0 });
    const back = await resetMailTemplate.call(as('admin'), welcome);
    expect(back).toMatchObject({ changed: false, version: 0, subject: back.original.subject });
    await run('account.verified', { user_id: who['customer']!.userId });
    expect((await mails())[0]).toMatchObject({ subject: 'Welcome to Wattle' });
  });

  it('show a mail before it is saved, with values put in and nothing as markup [GAP-77, security 24]', async () => {
    const body = '<b>On {date}</b> at {time}\n\n{button}\n\nCall {helpPhone}';
    const shown = await previewMailTemplate.call(as('admin'), {
      template: 'security.cardRenewed',
      language: 'en',
      subject: 'New card',
      body,
    });
    expect(shown).toMatchObject({
      subject: 'New card',
      greeting: 'Hello',
      before: ['<b>On 21 November 2026</b> at 09:05'],
      button: { label: 'Check my account' },
      after: ['Call 1800 000 000'],
    });
    expect(shown.foot.join()).toContain('Nobody reads replies');
    expect(await test.services.db.selectFrom('mail_templates').selectAll().execute()).toEqual([]);
  });

  it('send a test to the administrator who asks, in the language of the words [GAP-77]', async () => {
    await sendTestMail.call(as('admin'), { ...welcome, ...words });
    const [event] = await events();
    expect(event).toMatchObject({ type: 'mail.test-wanted', payload: { user_id: who['admin']!.userId } });
    await run(event!.type, event!.payload);
    expect(await mails()).toMatchObject([
      { to_address: who['admin']!.email, subject: 'Test: Hello from us' },
    ]);
    expect((await mails())[0]!.plain).toContain('Good to have you.');
  });

  it('send ten tests in a quarter of an hour and no more, and none with words that may not be kept [security 13]', async () => {
    const send = (body = words.body) => sendTestMail.call(as('admin'), { ...welcome, ...words, body });
    await expect(send('no button')).rejects.toMatchObject({ code: 'invalid' });
    for (let count = 1; count < 10; count += 1) await send();
    await expect(send()).rejects.toMatchObject({ code: 'rate-limited' });
    expect(await events()).toHaveLength(9);
  });
});
