import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import type { AppError } from '../../../domain/errors.ts';
import { configured, mailSettingsOn, welcome, words } from './mail-settings.fixture.ts';
import {
  exportMailTemplates,
  mailSettings,
  mailTemplates,
  previewMailTemplate,
  resetMailTemplate,
  sendTestMail,
  updateMailSettings,
  updateMailTemplate,
} from './operations.ts';

describe('the settings of e-mail', () => {
  let test: TestServices;
  const { who, makePeople, empty, as } = mailSettingsOn(() => test);

  beforeAll(async () => {
    test = await startServices(configured);
    await makePeople(test.services);
  });
  afterAll(() => test.close());
  beforeEach(() => empty(test.services));

  const operations: Record<string, (context: ReturnType<typeof as>) => Promise<unknown>> = {
    mailSettings: (context) => mailSettings.call(context, {}),
    updateMailSettings: (context) =>
      updateMailSettings.call(context, { version: 0, sender_name: 'Wattle', reply_to: '' }),
    mailTemplates: (context) => mailTemplates.call(context, {}),
    exportMailTemplates: (context) => exportMailTemplates.call(context, {}),
    updateMailTemplate: (context) => updateMailTemplate.call(context, { ...welcome, ...words, version: 0 }),
    resetMailTemplate: (context) => resetMailTemplate.call(context, welcome),
    previewMailTemplate: (context) => previewMailTemplate.call(context, { ...welcome, ...words }),
    sendTestMail: (context) => sendTestMail.call(context, { ...welcome, ...words }),
  };

  it.each(Object.entries(operations))(
    '%s is only for administrators of the platform [SET-03, GAP-100, security 1]',
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
});
