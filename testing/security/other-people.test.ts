import { randomUUID } from 'node:crypto';
import type { GraphQLField, GraphQLObjectType } from 'graphql';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '../../src/server/schema.ts';
import type { TestClient } from '../client.ts';
import { fullAnswers, password, person, provider, type TestPerson } from '../people.ts';
import { startProduct, trialVariables, type Product } from './product.ts';

type Field = GraphQLField<unknown, unknown>;

const fieldsOf = (type: unknown): Field[] => Object.values((type as GraphQLObjectType).getFields());
const operations = {
  query: fieldsOf(schema.getQueryType()),
  mutation: fieldsOf(schema.getMutationType()),
};
const named = Object.entries(operations).flatMap(([kind, fields]) =>
  fields.map((field) => ({ name: field.name, kind, field })),
);
const idArgumentsOf = (field: Field) =>
  field.args.filter(({ type }) => /^ID!?$/.test(String(type))).map(({ name }) => name);

/** What a call takes besides ids, so that nothing but the id can be wrong with it. */
const otherArguments: Record<string, string> = {
  updateAnswers:
    'answers: { explanations: "written by somebody else" }, status: draft, version: $version, step: null',
  updateUser: 'postcode: "9999"',
  updateLanguage: 'language: "zh"',
  addSecondStepPhone: `phone: "0491 570 156", password: "${password}"`,
  confirmSecondStepPhone: 'session: "none", code: "123456"',
  removeSecondStepPhone: `password: "${password}"`,
  startSecondStepApp: `password: "${password}"`,
  confirmSecondStepApp: 'code: "123456"',
  removeSecondStepApp: `password: "${password}"`,
  newRecoveryCodes: `password: "${password}"`,
  turnOffSecondStep: `password: "${password}"`,
  changePassword: 'current: "Wrong-horse-7", password: "Ferry-Lantern-7"',
};

/** The calls whose id is a plan's; all others take a person's. */
const byPlan = new Set(['getActiveAcps', 'updateAnswers']);

/** The calls that need what the person has not got: a code, a number, a second step that is on. */
const needMore = new Set([
  'changePassword',
  'endSession',
  'confirmSecondStepPhone',
  'confirmSecondStepApp',
  'removeSecondStepPhone',
  'newRecoveryCodes',
]);

/** The calls that staff may make about a customer: their own tests say who (login-as-customer.test.ts). */
const forEditors = new Set(['getCustomer']);
const staffRoles = ['provideradmin', 'providerview', 'admin', 'tlcadmin', 'sysadmin'] as const;

/** The calls that say "nobody" or "nothing" to whoever is not signed in. */
const open = new Set(['currentUser']);

/** What is shown of a field's type: a text, or the first thing that every object has. */
function selectionOf(field: Field): string {
  const inner = String(field.type).replace(/[![\]]/g, '');
  const type = schema.getType(inner) as GraphQLObjectType | undefined;
  if (!type || !('getFields' in type)) return '';
  const [first] = fieldsOf(type);
  const plain = fieldsOf(type).find(
    ({ type: fieldType }) =>
      !('getFields' in (schema.getType(String(fieldType).replace(/[![\]]/g, '')) ?? {})),
  );
  return plain ? `{ ${plain.name} }` : `{ ${first!.name} ${selectionOf(first!)} }`;
}

function documentOf(kind: string, field: Field, ids: Record<string, string>, version: number): string {
  const given = Object.entries(ids).map(([name, id]) => `${name}: "${id}"`);
  const rest = otherArguments[field.name]?.replace('$version', String(version));
  const list = [...given, ...(rest ? [rest] : [])].join(', ');
  return `${kind} { ${field.name}${list && `(${list})`} ${selectionOf(field)} }`;
}

describe("another person's things", () => {
  let product: Product;
  let victim: TestPerson;
  let before: string;
  const clients: Record<string, TestClient> = {};

  /** Everything that is kept about the victim, but for sessions. */
  async function kept(): Promise<string> {
    const { db } = product.services;
    const { rows } = await sql<{ all: string }>`
      select concat(
        (select to_jsonb(u) from users u where id = ${victim.userId}),
        (select jsonb_agg(to_jsonb(a) order by id) from acps a where user_id = ${victim.userId}),
        (select jsonb_agg(to_jsonb(f) order by id) from files f where user_id = ${victim.userId}),
        (select jsonb_agg(to_jsonb(l) order by seq) from audit_log l where chain = ${victim.userId}),
        (select jsonb_agg(to_jsonb(r) order by id) from recent_activities r where user_id = ${victim.userId})) as all`.execute(
      db,
    );
    return rows[0]!.all;
  }

  beforeAll(async () => {
    product = await startProduct(trialVariables());
    const providerId = await provider(product.services);
    victim = await person(product.services, {
      providerId,
      plan: { status: 'complete', answers: fullAnswers() },
    });
    const people = {
      'another customer': await person(product.services, {
        plan: { status: 'complete', answers: fullAnswers() },
      }),
      ...Object.fromEntries(
        await Promise.all(
          staffRoles.map(
            async (role) =>
              [
                role,
                await person(product.services, { role, ...(role.startsWith('provider') && { providerId }) }),
              ] as const,
          ),
        ),
      ),
    };
    for (const [who, { email, password }] of Object.entries(people)) {
      clients[who] = product.client();
      await clients[who].signIn(email, password);
    }
    clients['a visitor'] = product.client();
    const reader = (clients["a reader of another person's card"] = product.client());
    const card = people['another customer'];
    await reader.fetch(`/acp-login/${card.shareId}`, {
      method: 'POST',
      body: `pin=${card.pin}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  });
  beforeEach(async () => {
    before = await kept();
  });
  afterAll(() => product.close());

  const takingIds = named.filter(({ field }) => idArgumentsOf(field).length > 0);

  it('are asked for by id in these calls, and in no other argument [security 2]', () => {
    expect(takingIds.map(({ field }) => `${field.name}(${idArgumentsOf(field).join()})`).sort()).toEqual([
      'endSession(id)',
      'getActiveAcps(id)',
      'getActiveAcpsByUserId(user_id)',
      'getCustomer(id)',
      'getEmergencyCard(user_id)',
      'getRevisionAcps(user_id)',
      'getUserById(id)',
      'nextBillingDate(id)',
      'removeSecondStepPhone(id)',
      'renewEmergencyCard(user_id)',
      'updateAnswers(id)',
      'updateLanguage(id)',
      'updateUser(id)',
    ]);
    const other = named
      .flatMap(({ field }) => field.args.map(({ name }) => `${field.name}.${name}`))
      .filter((name) => /id$/i.test(name));
    expect(other.every((name) => takingIds.some(({ field }) => name.startsWith(`${field.name}.`)))).toBe(
      true,
    );
  });

  it.each(takingIds)(
    'cannot be had or changed by $name, whoever asks, and look as if they were not there [security 2]',
    async ({ kind, field }) => {
      const own = byPlan.has(field.name) ? victim.acpId : victim.userId;
      const [name = ''] = idArgumentsOf(field);
      for (const [who, client] of Object.entries(clients)) {
        if (forEditors.has(field.name) && staffRoles.some((role) => role === who)) continue;
        const answers = [];
        for (const id of [own, randomUUID()]) {
          const { data, errors } = await client.graphql(documentOf(kind, field, { [name]: id }, 2));
          expect([who, data?.[field.name] ?? null]).toEqual([who, null]);
          answers.push(errors);
        }
        const expected =
          who.startsWith('a visitor') || who.startsWith('a reader') ? 'unauthenticated' : 'not-found';
        expect([who, answers[0]?.[0].extensions.code]).toEqual([who, expected]);
        // The id of somebody and the id of nobody: nothing tells them apart.
        expect([who, answers[0]]).toEqual([who, answers[1]]);
      }
      expect(await kept()).toBe(before);
    },
  );

  it.each(named.filter(({ field }) => !open.has(field.name)))(
    '$name needs somebody who is signed in [security 1]',
    async ({ kind, field }) => {
      const ids = Object.fromEntries(idArgumentsOf(field).map((name) => [name, randomUUID()]));
      const { data, errors } = await clients['a visitor']!.graphql(documentOf(kind, field, ids, 0));
      expect(data?.[field.name] ?? null).toBeNull();
      expect(errors?.[0].extensions.code).toBe('unauthenticated');
    },
  );

  it.each(['not a uuid', '', '*', "' or true --", '00000000-0000-0000-0000-000000000000', '[object Object]'])(
    'are not reached by an id that is none: %j [security 2, security 23]',
    async (id) => {
      for (const { kind, field } of takingIds) {
        const [name = ''] = idArgumentsOf(field);
        const { data, errors } = await clients['another customer']!.graphql(
          documentOf(kind, field, { [name]: id }, 2),
        );
        expect([field.name, data?.[field.name] ?? null]).toEqual([field.name, null]);
        expect([field.name, errors?.[0].extensions.code]).toSatisfy(
          ([, code]) => code === 'invalid' || code === 'not-found',
        );
      }
      expect(await kept()).toBe(before);
    },
  );

  it('are not in the PDF that somebody else downloads, whatever the address says [security 2]', async () => {
    const client = clients['another customer']!;
    const own = await client.fetch('/api/acp/plan.pdf');
    expect(own.status).toBe(200);
    for (const query of [
      `user_id=${victim.userId}`,
      `id=${victim.acpId}`,
      `userId=${victim.userId}`,
      `share_id=${victim.shareId}`,
    ]) {
      const response = await client.fetch(`/api/acp/plan.pdf?${query}`);
      expect(response.headers.get('content-disposition')).toBe(own.headers.get('content-disposition'));
    }
    for (const who of ['a visitor', "a reader of another person's card"]) {
      expect([who, (await clients[who]!.fetch('/api/acp/plan.pdf')).status]).toEqual([who, 401]);
    }
    expect((await clients['admin']!.fetch('/api/acp/plan.pdf')).status).toBe(404);
  });

  it("are not opened by another card's cookie, on the page or as PDF [security 2, security 20]", async () => {
    const reader = clients["a reader of another person's card"]!;
    const cookie = reader.cookieHeader();
    expect(cookie).toContain('wattle-plan=');
    for (const path of [`/acp-login/${victim.shareId}`, `/acp-login/${victim.shareId}/plan.pdf`]) {
      const response = await product.client().fetch(path, { headers: { cookie } });
      expect(response.headers.get('content-type')).toMatch(/^text\/html/);
      expect(await response.text()).not.toContain('Doyle');
    }
    expect(await kept()).toBe(before);
  });

  it('are not had by repeating a call of theirs with its key [security 2]', async () => {
    const mine = await person(product.services);
    const client = product.client();
    await client.signIn(mine.email, mine.password);
    const call = `mutation { updateAnswers(id: "${mine.acpId}", answers: { explanations: "mine" }, status: draft, version: 0, idempotency_key: "${mine.acpId}") { returning { answers } } }`;
    expect((await client.graphql(call)).errors).toBeUndefined();
    for (const [who, other] of Object.entries(clients)) {
      const { data, errors } = await other.graphql(call);
      expect([who, data]).toEqual([who, null]);
      expect(JSON.stringify(errors)).not.toContain('mine');
    }
  });

  it("are not named in anybody's own lists: notifications, activities, contacts [security 2]", async () => {
    for (const [who, client] of Object.entries(clients)) {
      if (!['another customer', 'tlcadmin', 'sysadmin'].includes(who)) continue;
      const { data } = await client.graphql('{ recentActivities(limit: 20) { user_id actor { id } } }');
      const all = JSON.stringify(data);
      expect([who, all.includes(victim.userId)]).toEqual([who, false]);
    }
  });
});

describe('secret fields', () => {
  const objects = Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType => 'getFields' in type && !type.name.startsWith('__'),
  );
  const found = (pattern: RegExp) =>
    objects.flatMap((type) =>
      fieldsOf(type)
        .filter(({ name }) => pattern.test(name))
        .map(({ name }) => `${type.name}.${name}`),
    );

  it('PIN and share id stand in two types, and both are the own card of whoever asks [security 3]', () => {
    expect(found(/pin|share_?id|^url$/i).sort()).toEqual([
      'AcpUser.pin',
      'AcpUser.share_id',
      'EmergencyCard.pin',
      'EmergencyCard.share_id',
      'EmergencyCard.url',
    ]);
    const givers = objects.flatMap((type) =>
      fieldsOf(type)
        .filter((field) => /AcpUser\b|EmergencyCard\b/.test(String(field.type)))
        .map((field) => `${type.name}.${field.name}`),
    );
    expect(givers.sort()).toEqual(['Acp.user', 'Mutation.renewEmergencyCard', 'Query.getEmergencyCard']);
  });

  it('Medicare number, password and anything sealed or hashed have no field at all, but for what a person is setting up [security 3, security 37]', () => {
    const names = /medicare|password|hash|sealed|token|secret|session|legacy_email|stripe_customer/i;
    // A new number's handle and a new app's secret, told once to whoever sets them up; calls that are about such things.
    const setUp = ['AddedPhone.session', 'AppSetup.secret', 'User.password_changed_at'];
    expect(
      found(names)
        .filter((name) => !/^(Query|Mutation)\./.test(name))
        .sort(),
    ).toEqual(setUp);
  });
});

describe('what a call is not asked for', () => {
  const privileged = {
    role: '"admin"',
    permission_role_id: '4',
    provider_id: `"${randomUUID()}"`,
    status: '"active"',
    version: '9',
    plan_version: '9',
    completed_at: '"2020-01-01T00:00:00.000Z"',
    locked: 'false',
    email: '"thief@example.org"',
    email_verified_at: '"2020-01-01T00:00:00.000Z"',
    password_hash: '"x"',
    pin: '"000000"',
    share_id: '"known"',
    price: '0',
    subscription_id: `"${randomUUID()}"`,
    can_manage_all: 'true',
    actingStaffId: 'null',
    user: '{ role: "admin" }',
  };
  let product: Product;
  let who: TestPerson;
  let client: TestClient;

  beforeAll(async () => {
    product = await startProduct(trialVariables());
    who = await person(product.services);
    client = product.client();
    await client.signIn(who.email, who.password);
  });
  afterAll(() => product.close());

  it.each(operations.mutation)(
    '$name refuses every other argument, and changes nothing [security 7]',
    async (field) => {
      const row = () =>
        product.services.db
          .selectFrom('users')
          .selectAll()
          .where('id', '=', who.userId)
          .executeTakeFirstOrThrow();
      const before = await row();
      const ids = Object.fromEntries(
        idArgumentsOf(field).map((name) => [name, byPlan.has(field.name) ? who.acpId : who.userId]),
      );
      const call = documentOf('mutation', field, ids, 0);
      for (const [name, value] of Object.entries(privileged)) {
        if (field.args.some((argument) => argument.name === name)) continue;
        const more = `${field.name}(${name}: ${value}, `;
        const { data, errors } = await client.graphql(
          call.includes(`${field.name}(`)
            ? call.replace(`${field.name}(`, more)
            : call.replace(field.name, `${more})`),
        );
        expect([name, data, errors?.[0].extensions.code]).toEqual([name, null, 'invalid']);
      }
      expect(await row()).toEqual(before);
      if (!needMore.has(field.name)) expect((await client.graphql(call)).errors).toBeUndefined();
    },
  );

  it.each([
    'sign-out',
    'verify-email',
    'resend-verification',
    'reset-password',
    'signup-token',
    'email-password',
    'email-password-file',
  ])(
    'POST /api/auth/%s makes nobody more than they were, whatever is sent along [security 7]',
    async (route) => {
      const other = product.client();
      await other.signIn(who.email, who.password);
      const row = () =>
        product.services.db
          .selectFrom('users')
          .selectAll()
          .where('id', '=', who.userId)
          .executeTakeFirstOrThrow();
      const { last_login_at: _, ...before } = await row();
      const sent = {
        email: who.email,
        type: 'login',
        role: 'admin',
        status: 'archived',
        permission_role_id: 4,
        userId: who.userId,
        id: who.userId,
        emailProven: true,
      };
      const { status } = await other.post(`/api/auth/${route}`, sent);
      expect(status).toBeLessThan(500);
      const { last_login_at: __, ...after } = await row();
      expect(after).toEqual(before);
    },
  );
});
