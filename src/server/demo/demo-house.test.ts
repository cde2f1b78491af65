import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProblems } from '../../../testing/faults/checker.ts';
import { startServices, type TestServices } from '../../../testing/services.ts';
import { scopeOf } from '../../domain/access/scope.ts';
import { conversationOutcomes } from '../../domain/customers/conversations/conversations.ts';
import { badCharacter } from '../../domain/typed-text/characters.ts';
import { ageAt, isEmail, isoOfDate, melbourneDate } from '../../domain/fields.ts';
import { profileProblems } from '../../domain/inputs/profile.ts';
import { completionProblems } from '../../domain/questionnaire/answering/completeness.ts';
import { draftProblems } from '../../domain/questionnaire/answering/validate.ts';
import { findActiveOf } from '../features/acp/store.ts';
import { findStoredFile, readableFile, readContent } from '../features/files/api.ts';
import { countOverview } from '../features/overview/store.ts';
import { verifyPassword } from '../pipeline/passwords/passwords.ts';
import { houseGuide, makeDemoHouse } from './demo-house.ts';
import { demoPassword, makeDemoPeople } from './demo-people.ts';
import { houseStaff, rootName } from './house/house-providers.ts';
import { actorOf } from './person-factory.ts';
import { residents } from './house/house-residents.ts';

const today = '2026-11-21';

describe('the demo house', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await startServices();
    await makeDemoPeople(test.services);
    await expect(makeDemoHouse(brokenAfter(40))).rejects.toThrow('killed');
    await Promise.all([makeDemoHouse(test.services), makeDemoHouse(test.services)]);
    await makeDemoHouse(test.services);
    // These services have no relay.
    await test.services.db.deleteFrom('outbox').execute();
  }, 120_000);
  afterAll(() => test.close());

  /** Returns the services of a process that dies at the given transaction. */
  function brokenAfter(count: number) {
    let left = count;
    const db = new Proxy(test.services.db, {
      get(target, name) {
        if (name === 'transaction' && (left -= 1) < 0) throw new Error('killed');
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    return { ...test.services, db };
  }

  const userOf = (email: string) =>
    test.services.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

  it('has 80 residents and staff of each role, once, however often it is started or interrupted [D-45]', async () => {
    const rows = await test.services.db
      .selectFrom('users')
      .select(['email', 'permission_role_id'])
      .where('email', 'like', '%@banksia.demo.example')
      .execute();
    expect(rows).toHaveLength(80 + houseStaff.length);
    expect(residents).toHaveLength(80);
    expect(rows.filter((row) => row.permission_role_id === 5)).toHaveLength(80);
    expect(new Set(rows.map((row) => row.permission_role_id))).toEqual(new Set([1, 2, 3, 5]));
    const places = await test.services.db
      .selectFrom('providers')
      .select(['name', 'path', 'archived'])
      .execute();
    expect(places.map(({ name }) => name).filter((name) => name === rootName)).toHaveLength(1);
    expect(new Set(places.map(({ path }) => path.length))).toEqual(new Set([1, 2, 3]));
    expect(places.filter(({ archived }) => archived)).toHaveLength(1);
  });

  it('has a payment plan of the provider, with paid invoices and one to pay, and none twice [D-45, D-48]', async () => {
    const { db } = test.services;
    const invoices = await db
      .selectFrom('transactions')
      .innerJoin('providers', 'providers.id', 'transactions.provider_id')
      .select(['providers.name', 'status', 'amount', 'quantity', 'unit', 'invoice_date', 'due_date'])
      .orderBy('period_start')
      .execute();
    expect(invoices.map(({ name, status }) => [name, status])).toEqual([
      [rootName, 'paid'],
      [rootName, 'paid'],
      [rootName, 'paid'],
      [rootName, 'pending'],
    ]);
    for (const { quantity, unit, amount } of invoices)
      expect([quantity, unit, amount]).toEqual([80, 'customers', 80 * 450]);
    expect(invoices.at(-1)!.due_date! > melbourneDate(test.services.clock())).toBe(true);
  });

  it('has conversations with residents in each outcome, recorded by staff who can record them, never before the account [D-45, N-07]', async () => {
    const held = await test.services.db
      .selectFrom('conversations')
      .innerJoin('users as resident', 'resident.id', 'conversations.user_id')
      .innerJoin('users as staff', 'staff.id', 'conversations.recorded_by')
      .innerJoin('providers as house', 'house.id', 'conversations.provider_id')
      .select(['outcome', 'house.path', 'staff.provider_id', 'staff.permission_role_id', 'recorded_at'])
      .select(['resident.created_at', 'resident.email'])
      .execute();
    expect(new Set(held.map(({ outcome }) => outcome))).toEqual(new Set(conversationOutcomes));
    expect(new Set(held.map(({ email }) => email)).size).toBe(held.length);
    for (const { path, provider_id, permission_role_id, recorded_at, created_at } of held) {
      expect(path).toContain(provider_id);
      expect([1, 2]).toContain(permission_role_id);
      expect(recorded_at >= created_at).toBe(true);
    }
  });

  it('contains every state of an account and of a plan [D-45]', async () => {
    const { db } = test.services;
    const rows = await db
      .selectFrom('users')
      .leftJoin('acps', (join) => join.onRef('acps.user_id', '=', 'users.id').on('acps.type', '=', 'active'))
      .select([
        'users.status',
        'users.delete_on',
        'users.language',
        'users.for_my_self',
        'acps.status as plan',
        'acps.version',
        'acps.plan_version',
        'acps.locked',
        'acps.external',
      ])
      .where('email', 'like', '%@banksia.demo.example')
      .where('permission_role_id', '=', 5)
      .execute();
    const some = (is: (row: (typeof rows)[number]) => boolean) =>
      expect(rows.filter(is).length).toBeGreaterThan(1);
    for (const status of ['invited', 'active', 'suspended', 'archived']) some((row) => row.status === status);
    some(({ delete_on }) => delete_on !== null);
    some(({ plan }) => plan === null);
    some(({ plan, version }) => plan === 'draft' && version === 0);
    some(({ plan, version }) => plan === 'draft' && version === 1);
    some(({ plan, plan_version }) => plan === 'complete' && plan_version === 1);
    some(({ plan_version }) => plan_version !== null && plan_version > 1);
    some(({ locked }) => locked === true);
    some(({ external }) => external === true);
    some(({ for_my_self }) => !for_my_self);
    some(({ language, plan }) => language === 'zh' && plan === 'complete');
    const count = (table: 'shared_files' | 'trusted_contacts' | 'notifications') =>
      db.selectFrom(table).select('id').execute();
    for (const table of ['shared_files', 'trusted_contacts', 'notifications'] as const)
      expect((await count(table)).length).toBeGreaterThan(9);
  });

  it('has a paper from the house, which can be opened, for each external plan [S-78]', async () => {
    const { db } = test.services;
    const papers = await db
      .selectFrom('acps')
      .leftJoin('files', (join) =>
        join
          .onRef('files.user_id', '=', 'acps.user_id')
          .on('files.is_eol', '=', true)
          .on('files.is_active', '=', true),
      )
      .select('files.id')
      .where('acps.external', '=', true)
      .execute();
    expect(papers.length).toBeGreaterThan(4);
    for (const { id } of papers) {
      const file = await findStoredFile(db, id!);
      const { content } = await readableFile(db, test.services, file!);
      const bytes: Buffer[] = [];
      for await (const piece of readContent(test.services, content)) bytes.push(piece);
      expect(Buffer.concat(bytes).toString('latin1')).toMatch(/^%PDF-1\.4[^]+%%EOF\n$/);
    }
  });

  it('has the records of real operations: valid audit chains, versions, revisions and matching files [D-45]', async () => {
    expect(await findProblems(test.services, [])).toEqual([]);
  });

  it('has no plan and no profile that the product would refuse [D-45]', async () => {
    const { db } = test.services;
    for (const { email, versions, plan, firstName, lastName, dob, gender, postcode } of residents) {
      const { id } = await userOf(email);
      const profile = { first_name: firstName, last_name: lastName, dob, gender, postcode };
      expect([email, profileProblems(profile, today)]).toEqual([email, []]);
      expect([isEmail(email), badCharacter(firstName + lastName, false)]).toEqual([true, undefined]);
      expect(ageAt(isoOfDate(dob)!, today)).toBeGreaterThan(59);
      const acp = await findActiveOf(db, test.services, id);
      if (acp) expect([email, draftProblems(acp.answers)]).toEqual([email, []]);
      expect([email, acp?.plan_version ?? 0]).toEqual([email, versions]);
      if (acp?.status === 'complete')
        expect([email, completionProblems(acp.answers, { today })]).toEqual([email, []]);
      const revisions = await db
        .selectFrom('acps')
        .select('id')
        .where('user_id', '=', id)
        .where('type', '=', 'revision')
        .execute();
      expect([email, plan, revisions.length]).toEqual([email, plan, Math.max(0, versions - 1)]);
    }
  });

  it('lets the residents and staff of the start-up guide sign in [D-45]', async () => {
    for (const [email] of houseGuide) {
      const { status, password_hash, email_verified_at } = await userOf(email);
      expect([email, status, email_verified_at]).toEqual([email, 'active', expect.any(Date)]);
      expect(await verifyPassword(password_hash, demoPassword)).toBe(true);
    }
  });

  it('shows the staff of its root all figures, and those of a house their own [D-45]', async () => {
    const { db } = test.services;
    const scope = async (email: string) => {
      const { id, provider_id } = await userOf(email);
      return scopeOf(actorOf(id, 'provideradmin', provider_id!));
    };
    const whole = await countOverview(db, await scope('provider@demo.example'), new Date(), today);
    const archived = residents.filter(({ account }) => account === 'archived').length;
    // One of the demo people belongs to it too.
    expect(whole.customers).toBe(80 - archived + 1);
    expect(whole.invited).toBe(8);
    expect(whole.completed).toBeGreaterThan(30);
    expect(whole.draft).toBeGreaterThan(10);
    expect(whole.none).toBeGreaterThan(15);
    const lodge = await countOverview(
      db,
      await scope('josephine.tui@banksia.demo.example'),
      new Date(),
      today,
    );
    expect(lodge.customers).toBeGreaterThan(10);
    expect(lodge.customers).toBeLessThan(whole.customers / 2);
  });

  it('is never made in production [D-45, security 40]', async () => {
    const services = { ...test.services, config: { ...test.services.config, environment: 'prod' as const } };
    await expect(makeDemoHouse(services)).rejects.toThrow('production');
  });
});
