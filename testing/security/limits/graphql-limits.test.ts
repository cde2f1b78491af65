import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../client.ts';
import { fullAnswers, person } from '../../people.ts';
import { productionVariables, startProductProcess, trialVariables, type ProductProcess } from '../product.ts';

/** Upper limit for refusing a call, in milliseconds, on a busy machine. */
const quick = 2_000;

const repeated = (part: string, count: number) =>
  Array.from({ length: count }, (_, index) => part.replaceAll('#', String(index))).join(' ');

/** Calls that would be expensive to answer or to parse. */
const floods: Record<string, string> = {
  'ten thousand aliases': `{${repeated('a#: currentUser { id }', 10_000)}}`,
  'six aliases of one operation': `{${repeated('a#: currentUser { id }', 6)}}`,
  'a field asked for a hundred thousand times': `{${repeated('currentUser', 100_000)}}`,
  'fields of a fragment that nothing uses': `{ currentUser { id } } fragment F on User { ${repeated('id', 50_000)} }`,
  'fields below the limit on characters, above the one on tokens': `{ currentUser { id } } fragment F on User { ${repeated('id', 3_000)} }`,
  'fifty thousand directives': `{ currentUser ${repeated('@skip(if: false)', 50_000)} { id } }`,
  'fragments that double at each step': `{ ...F0 } ${repeated('fragment F# on Query { ...F ...F }', 300)}`,
  'fragments in a circle': '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
  'sets within sets, a hundred thousand deep': '{ a '.repeat(100_000),
  'lists within lists, a hundred thousand deep': `{ getUserById(id: ${'['.repeat(100_000)}`,
  'nine levels of types about types':
    '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
  'five pages of fifty with all that they hold': `query ($n: Int) {${repeated(
    'a#: getNotifications(limit: $n) { data { id template created_at read user { id first_name last_name } actor { id first_name last_name } } }',
    5,
  )}}`,
  'a page of a thousand': '{ getNotifications(limit: 1000) { data { id template created_at } } }',
  'lists in lists': `{ currentUser { acps { id } } ${repeated('a#: getRevisionAcps(user_id: "x", limit: 50) { data { ...V } }', 5)} } fragment V on AcpVersion { id version plan_version status language locked external completed_at }`,
  'a comment of two million characters': `{ currentUser { id } } #${'x'.repeat(1_900_000)}`,
  'a name of two million characters': `{ ${'x'.repeat(1_900_000)} }`,
};

/** Bodies that are not valid calls. */
const malformed: Record<string, string> = {
  'a list of calls': JSON.stringify([
    { query: '{ currentUser { id } }' },
    { query: '{ currentUser { id } }' },
  ]),
  'a document as JSON': JSON.stringify({ query: JSON.stringify({ kind: 'Document', definitions: [] }) }),
  'a document as JSON with an operation': JSON.stringify({
    query:
      '{"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","selectionSet":{"kind":"SelectionSet","selections":[]}}]}',
  }),
  'a number for a document': '{"query":5}',
  'no document': '{}',
  'half of JSON': '{"query":"{ currentUser',
  null: 'null',
  'two operations and no name': JSON.stringify({
    query: 'query A { currentUser { id } } query B { currentUser { id } }',
  }),
  'the name of no operation': JSON.stringify({
    query: 'query A { currentUser { id } }',
    operationName: 'constructor',
  }),
  'a subscription': JSON.stringify({ query: 'subscription { currentUser { id } }' }),
  'variables a hundred thousand levels deep': `{"query":"query($a: JSON) { currentUser { id } }","variables":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
};

describe.each([
  ['outside production', trialVariables],
  ['in production', productionVariables],
])('a call over GraphQL, %s', (where, variables) => {
  let app: ProductProcess;
  let client: TestClient;

  beforeAll(async () => {
    app = await startProductProcess(variables());
    client = app.client();
  });
  afterAll(() => app.close());

  const send = async (body: string) => {
    const from = performance.now();
    const response = await client.fetch('/api/graphql', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text), took: performance.now() - from };
  };

  it.each(Object.keys(floods))(
    'is refused quickly with one error code when it asks for %s [security 27]',
    async (name) => {
      const { body, text, took } = await send(JSON.stringify({ query: floods[name] }));
      expect(body.data ?? null).toBeNull();
      expect(body.errors.map((error: any) => error.extensions.code)).toEqual(
        expect.arrayContaining(['invalid']),
      );
      expect(new Set(body.errors.map((error: any) => error.message))).toEqual(new Set(['invalid']));
      expect(text.length).toBeLessThan(20_000);
      expect(took).toBeLessThan(quick);
    },
  );

  it.each(Object.keys(malformed))(
    'is refused as a caller error when it is %s [security 27]',
    async (name) => {
      const { body, took } = await send(malformed[name]!);
      expect(body.data ?? null).toBeNull();
      expect(body.errors).toEqual([
        expect.objectContaining({
          message: 'invalid',
          extensions: expect.objectContaining({ code: 'invalid' }),
        }),
      ]);
      expect(took).toBeLessThan(quick);
    },
  );

  it.each([
    'currentUsr { id }',
    'currentUser { emial }',
    'currentUser { id(x: 1) }',
    'getUserByld(id: "x") { id }',
  ])('never gets a suggestion of a similar name: { %s } [security 27]', async (selection) => {
    const { text } = await send(JSON.stringify({ query: `{ ${selection} }` }));
    expect(JSON.parse(text).errors[0].extensions.code).toBe('invalid');
    expect(text).not.toMatch(/did you mean|currentUser|email|argument|unknown/i);
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH'])(
    'is refused by %s, however its address is spelled [security 31]',
    async (method) => {
      const query = `?query=${encodeURIComponent('{ currentUser { id } }')}`;
      for (const path of ['/api/graphql', '/%61pi/graphql', '/api/%67raphql']) {
        const response = await client.fetch(path + query, {
          method,
          // The body of a PUT is accepted only as bytes.
          headers: { 'content-type': method === 'PUT' ? 'application/octet-stream' : 'application/json' },
        });
        expect([path, response.status]).toSatisfy(([, status]) => [400, 404, 405].includes(status as number));
        expect(await response.text()).not.toContain('"data"');
      }
    },
  );

  it(`${where === 'in production' ? 'learns nothing of' : 'may ask for'} the schema [security 27]`, async () => {
    const { body } = await send(JSON.stringify({ query: '{ __schema { queryType { name } } }' }));
    const { body: typed } = await send(
      JSON.stringify({ query: '{ __type(name: "User") { name fields { name } } }' }),
    );
    if (where === 'in production') {
      for (const answer of [body, typed])
        expect(answer).toEqual({ data: null, errors: [expect.objectContaining({ message: 'invalid' })] });
    } else {
      expect(body.data.__schema.queryType.name).toBe('Query');
      expect(typed.data.__type.fields.length).toBeGreaterThan(5);
    }
  });

  it('may still be as large as the product needs: a whole plan in one mutation [security 27]', async () => {
    const who = await person(app.services);
    await client.signIn(who.email, who.password);
    const explanations = 'I have much to say. '.repeat(400);
    const answers = { ...fullAnswers(), explanations };
    const query = `mutation($id: ID!, $answers: JSON!) { updateAnswers(id: $id, answers: $answers, status: draft, version: 0) {
      returning { id user_id type status version plan_version answers language locked external share_date completed_at created_at updated_at
        user { id first_name last_name dob pin share_id provider for_my_self account_owner } } } }`;
    const { body } = await send(JSON.stringify({ query, variables: { id: who.acpId, answers } }));
    expect(body.errors).toBeUndefined();
    expect(body.data.updateAnswers.returning[0].answers.explanations).toBe(explanations.trim());
  });
});
