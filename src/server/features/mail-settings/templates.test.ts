import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { configured, fieldsOf, mailSettingsOn, welcome, words } from './mail-settings.fixture.ts';
import {
  mailTemplates,
  previewMailTemplate,
  resetMailTemplate,
  sendTestMail,
  updateMailTemplate,
} from './operations.ts';

describe('the settings of e-mail', () => {
  let test: TestServices;
  const { who, makePeople, empty, as, events, mails, run } = mailSettingsOn(() => test);

  beforeAll(async () => {
    test = await startServices(configured);
    await makePeople(test.services);
  });
  afterAll(() => test.close());
  beforeEach(() => empty(test.services));

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

  it('replace texts, for all mails sent afterwards [GAP-77]', async () => {
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

  it('keep the required values of a mail, and accept no other values [GAP-77]', async () => {
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
      await save(
        { subject: 'Without the name', body: '{person} {date} {time}\n\n{button}' },
        'emergencyOpenedContact',
      ),
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

  it('accept no mail that the product does not send', async () => {
    for (const template of ['helpDesk', 'nothing', '__proto__', 'constructor'])
      await expect(
        updateMailTemplate.call(as('admin'), { template, language: 'en', version: 0, ...words }),
      ).rejects.toMatchObject({ code: 'not-found' });
  });

  it('refuse texts that were based on older ones, with the current values [D-18]', async () => {
    const save = (version: number, subject: string) =>
      updateMailTemplate.call(as('admin'), { ...welcome, ...words, version, subject });
    await save(0, 'One');
    const late = { code: 'conflict', details: { version: 1, saved: { subject: 'One', body: words.body } } };
    await expect(save(0, 'Two')).rejects.toMatchObject(late);
    expect((await save(1, 'Three')).version).toBe(2);
    await resetMailTemplate.call(as('admin'), welcome);
    await expect(save(2, 'Four')).rejects.toMatchObject({ code: 'conflict', details: { version: 0 } });
  });

  it('can restore the original texts [GAP-77]', async () => {
    await updateMailTemplate.call(as('admin'), { ...welcome, ...words, version: 0 });
    const back = await resetMailTemplate.call(as('admin'), welcome);
    expect(back).toMatchObject({ changed: false, version: 0, subject: back.original.subject });
    await run('account.verified', { user_id: who['customer']!.userId });
    expect((await mails())[0]).toMatchObject({ subject: 'Welcome to Wattle' });
  });

  it('show a mail before it is saved, with its values and nothing as markup [GAP-77, security 24]', async () => {
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
      button: { label: 'Print my new card' },
      after: ['Call 1800 000 000'],
    });
    expect(shown.foot.join()).toContain('Nobody reads replies');
    expect(await test.services.db.selectFrom('mail_templates').selectAll().execute()).toEqual([]);
  });

  it('send a test to the calling administrator, in the language of the texts [GAP-77]', async () => {
    await sendTestMail.call(as('admin'), { ...welcome, ...words });
    const [event] = await events();
    expect(event).toMatchObject({ type: 'mail.test-wanted', payload: { user_id: who['admin']!.userId } });
    await run(event!.type, event!.payload);
    expect(await mails()).toMatchObject([
      { to_address: who['admin']!.email, subject: 'Test: Hello from us' },
    ]);
    expect((await mails())[0]!.plain).toContain('Good to have you.');
  });

  it('send ten tests in a quarter of an hour and no more, and none with invalid texts [security 13]', async () => {
    const send = (body = words.body) => sendTestMail.call(as('admin'), { ...welcome, ...words, body });
    await expect(send('no button')).rejects.toMatchObject({ code: 'invalid' });
    for (let count = 1; count < 10; count += 1) await send();
    await expect(send()).rejects.toMatchObject({ code: 'rate-limited' });
    expect(await events()).toHaveLength(9);
  });
});
