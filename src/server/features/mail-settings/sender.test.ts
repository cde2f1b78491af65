import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { configured, fieldsOf, mailSettingsOn } from './mail-settings.fixture.ts';
import { mailSettings, updateMailSettings } from './operations.ts';

describe('the settings of e-mail', () => {
  let test: TestServices;
  const { who, makePeople, empty, as, mails, run } = mailSettingsOn(() => test);

  beforeAll(async () => {
    test = await startServices(configured);
    await makePeople(test.services);
  });
  afterAll(() => test.close());
  beforeEach(() => empty(test.services));

  it('begin with the sender of the configuration [GAP-77]', async () => {
    expect(await mailSettings.call(as('admin'), {})).toEqual({
      sender_name: 'Wattle Care',
      reply_to: '',
      version: 0,
    });
  });

  it('store the name and the reply address, which every later mail has [GAP-77]', async () => {
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

  it('accept no sender that could contain a header or another address [security 28]', async () => {
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

  it('refuse a save that was based on an older one, with the current values [D-18]', async () => {
    const save = (version: number, sender_name: string) =>
      updateMailSettings.call(as('admin'), { version, sender_name, reply_to: '' });
    await save(0, 'One');
    const late = { code: 'conflict', details: { version: 1, saved: { sender_name: 'One', reply_to: '' } } };
    await expect(save(0, 'Two')).rejects.toMatchObject(late);
    const both = await Promise.allSettled([save(1, 'Three'), save(1, 'Four')]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await mailSettings.call(as('admin'), {})).version).toBe(2);
  });
});
