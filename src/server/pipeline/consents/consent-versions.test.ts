import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testConfig } from '../../../../testing/consents.ts';
import { person } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { readConfig } from '../../config.ts';
import { startSession } from '../../features/sessions/api.ts';
import { actorOf } from '../../features/sessions/current-session.ts';
import { consentVersions } from './consent-versions.ts';

const key = `test:${Buffer.alloc(32, 1).toString('base64')}`;
const withVariables = (more: Record<string, string>) =>
  readConfig({ APP_ENV: 'test', WATTLE_KEYS: key, ...more });
const before = consentVersions(testConfig);

describe('the version of an agreement text', () => {
  it('is the same for the same words, and fits its column [R-54, CONSENT-01]', () => {
    expect(consentVersions(withVariables({ PORT: '4000' }))).toEqual(before);
    expect(consentVersions({ ...testConfig })).toEqual(before);
    for (const version of Object.values(before)) expect(version).toMatch(/^0\.1-[\da-f]{10}$/);
  });

  it.each([
    ['COMPANY_NAME', 'both'],
    ['COMPANY_ABN', 'both'],
    ['COMPANY_ADDRESS', 'both'],
    ['PRIVACY_OFFICER', 'privacy'],
    ['PRIVACY_EMAIL', 'privacy'],
    ['HOSTING_PLACE', 'privacy'],
    ['PAYMENT_COMPANY', 'privacy'],
    ['SMS_COMPANY', 'privacy'],
    ['MAIL_COMPANY', 'privacy'],
    ['OVERSEAS_COUNTRIES', 'privacy'],
    ['COMPANY_NAME_ZH', 'both'],
    ['COMPANY_ADDRESS_ZH', 'both'],
    ['PRIVACY_OFFICER_ZH', 'privacy'],
    ['HOSTING_PLACE_ZH', 'privacy'],
    ['PAYMENT_COMPANY_ZH', 'privacy'],
    ['SMS_COMPANY_ZH', 'privacy'],
    ['MAIL_COMPANY_ZH', 'privacy'],
    ['OVERSEAS_COUNTRIES_ZH', 'privacy'],
    ['HELP_PHONE', 'both'],
    ['HELP_EMAIL', 'eusa'],
  ])('changes with %s, in the texts that name it (%s) [R-54, CONSENT-01]', (variable, texts) => {
    const value = variable === 'HELP_PHONE' ? '1800 123 456' : 'changed@operator.example';
    const after = consentVersions(withVariables({ [variable]: value }));
    expect([after.eusa !== before.eusa, after.privacy !== before.privacy]).toEqual([
      texts !== 'privacy',
      texts !== 'eusa',
    ]);
  });
});

describe('an agreement', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await startServices();
  });
  afterAll(() => test.close());

  it("is requested again when the operator's values change, and only then [R-54, GAP-71]", async () => {
    const { services } = test;
    const { userId } = await person(services);
    const { token } = await startSession(services.db, services.clock(), { id: userId, role: 'user' }, null);
    const isDue = async (config: typeof services.config) => {
      const { actor } = await actorOf({ ...services, config }, token);
      return actor.kind === 'person' && actor.consentDue;
    };
    expect(await isDue(services.config)).toBe(false);
    expect(await isDue(withVariables({ HOSTING_PLACE: 'New Zealand' }))).toBe(true);
    expect(await isDue(withVariables({ HOSTING_PLACE_ZH: '新西兰' }))).toBe(true);
  });

  it('keeps its text readable, in both languages, with the values of that day [R-54]', async () => {
    const config = withVariables({ HOSTING_PLACE: 'Tasmania', HOSTING_PLACE_ZH: '塔斯马尼亚' });
    const services = { ...test.services, config };
    const { userId } = await person(services);
    const { db } = services;
    const { privacy_policy_read_version } = await db
      .selectFrom('users')
      .select('privacy_policy_read_version')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(privacy_policy_read_version).toBe(consentVersions(config).privacy);
    const kept = await db
      .selectFrom('consent_texts')
      .selectAll()
      .where('document', '=', 'privacy')
      .where('version', '=', privacy_policy_read_version!)
      .executeTakeFirstOrThrow();
    expect(kept.en.join('\n')).toContain('Tasmania');
    expect(kept.zh.join('\n')).toContain('塔斯马尼亚');
    expect(kept.zh.length).toBe(kept.en.length);
    expect(kept.en.join('\n')).not.toMatch(/[{}]/);
    expect(kept.zh.join('\n')).not.toMatch(/[{}]/);
  });
});
