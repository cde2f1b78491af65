import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../testing/services.ts';
import { medicareProblem } from '../../domain/fields.ts';
import { completionProblems, stepProgress } from '../../domain/questionnaire/answering/completeness.ts';
import { verifyAudit } from '../pipeline/audit/audit-verify.ts';
import { fullAnswers, fullAnswersZh, signingAnswers } from './demo-answers.ts';
import { demoPassword, demoPeople, makeDemoPeople } from './demo-people.ts';
import { verifyPassword } from '../pipeline/passwords/passwords.ts';
import { findActiveOf } from '../features/acp/store.ts';
import { findContacts } from '../features/sharing/store.ts';

describe('demo people', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await startServices();
    await Promise.all([makeDemoPeople(test.services), makeDemoPeople(test.services)]);
    await makeDemoPeople(test.services);
  });
  afterAll(() => test.close());

  const user = (email: string) =>
    test.services.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
  const planOf = async (email: string) =>
    (await findActiveOf(test.services.db, test.services, (await user(email)).id))!;

  it('are created once, however often and however many servers start', async () => {
    const emails = (await test.services.db.selectFrom('users').select('email').execute()).map(
      ({ email }) => email,
    );
    expect(emails.toSorted()).toEqual(demoPeople.map(({ email }) => email).toSorted());
    const before = await user('complete@demo.example');
    const plan = await planOf('complete@demo.example');
    await makeDemoPeople(test.services);
    expect(await user('complete@demo.example')).toEqual(before);
    expect(await planOf('complete@demo.example')).toEqual(plan);
    expect(await test.services.db.selectFrom('providers').select('name').execute()).toEqual([
      { name: 'Banksia House' },
    ]);
  });

  it('can all sign in with the one password', async () => {
    for (const { email } of demoPeople) {
      const { password_hash, email_verified_at, status } = await user(email);
      expect([email, status, email_verified_at]).toEqual([email, 'active', expect.any(Date)]);
      expect(await verifyPassword(password_hash, demoPassword)).toBe(true);
    }
  });

  it('have the intended plans', async () => {
    expect(await planOf('newcomer@demo.example')).toMatchObject({ status: 'draft', version: 0, answers: {} });
    const half = await planOf('draft@demo.example');
    expect(half.status).toBe('draft');
    expect(
      ['step1', 'step2', 'step3'].map((step) => stepProgress(step as 'step1', half.answers).status),
    ).toEqual(['done', 'done', 'done']);
    expect(stepProgress('step4', half.answers)).toEqual({ answered: 5, total: 16, status: 'partly' });
    expect(half.answers.cannotHear_note).toBeTruthy();
    for (const email of ['complete@demo.example', 'resident@demo.example']) {
      const plan = await planOf(email);
      expect([plan.status, plan.plan_version]).toEqual(['complete', 1]);
      expect(completionProblems(plan.answers, { today: '2026-11-21' })).toEqual([]);
      const files = await test.services.db
        .selectFrom('files')
        .select('is_questionnaire')
        .where('user_id', '=', plan.user_id)
        .execute();
      expect(files).toEqual([{ is_questionnaire: true }]);
    }
    expect((await planOf('complete@demo.example')).language).toBe('en');
    expect((await planOf('resident@demo.example')).language).toBe('zh');
  });

  it('have the intended contacts and provider', async () => {
    const contacts = await findContacts(test.services.db, (await user('complete@demo.example')).id);
    expect(
      contacts.map(({ status, substitutedDecisionMaker }) => [status, substitutedDecisionMaker]),
    ).toEqual([
      ['accepted', true],
      ['accepted', false],
      ['pending', false],
    ]);
    const resident = await user('resident@demo.example');
    expect(await findContacts(test.services.db, resident.id)).toHaveLength(2);
    const staff = [await user('provider@demo.example'), await user('viewer@demo.example')];
    expect(staff.map(({ provider_id }) => provider_id)).toEqual([resident.provider_id, resident.provider_id]);
    const roles = await Promise.all(
      demoPeople.map(async ({ email }) => (await user(email)).permission_role_id),
    );
    expect(roles).toEqual([5, 5, 5, 5, 1, 3, 4, 6, 7]);
  });

  it('have a valid audit chain, and a well-formed Medicare number', async () => {
    const { rows, faults } = await verifyAudit(test.services.db, test.services.secrets);
    expect(faults).toEqual([]);
    expect(rows).toBe(8);
    for (const { medicareNumber } of demoPeople)
      expect(medicareProblem(medicareNumber ?? '')).toBeUndefined();
  });

  it('are completed after an interrupted start', async () => {
    const { db } = test.services;
    const { id } = await user('draft@demo.example');
    await db.deleteFrom('users').where('id', '=', id).execute();
    await makeDemoPeople(test.services);
    expect((await planOf('draft@demo.example')).version).toBe(4);
  });

  it('are never made in production [security 40]', async () => {
    const services = { ...test.services, config: { ...test.services.config, environment: 'prod' as const } };
    await expect(makeDemoPeople(services)).rejects.toThrow('production');
  });
});

describe('full answers', () => {
  it.each([
    ['in English', fullAnswers],
    ['in Chinese', fullAnswersZh],
  ])('%s are complete once they are signed', async (_, answers) => {
    const signed = { ...answers(), ...(await signingAnswers('Any Name', 3)) };
    expect(completionProblems(signed, { today: '2026-11-21' })).toEqual([]);
    const [, base64 = ''] = (signed.signatureImage ?? '').split(',');
    const { format, width, height } = await sharp(Buffer.from(base64, 'base64')).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 560, height: 200 });
  });
});
