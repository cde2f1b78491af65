import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { insertFile } from '../../../../testing/customer-files.ts';
import { person } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it('refuses to delete a file of the care provider for a customer, with a message, and deletes their own file [S-11]', async () => {
  const { services } = app;
  const customer = await person(services);
  const client = new TestClient(app.url);
  await client.signIn(customer.email, customer.password);
  const remove = async (id: string) =>
    (await client.graphql('mutation ($id: ID!) { deleteFile(id: $id) }', { id })).errors?.[0].extensions;
  const paper = await insertFile(services, customer.userId, { is_eol: true });
  const own = await insertFile(services, customer.userId);
  expect(await remove(paper.id)).toMatchObject({
    code: 'invalid',
    fields: [{ field: 'id', message: 'error.file.ofProvider' }],
  });
  expect(await remove(own.id)).toBeUndefined();
  const left = await services.db
    .selectFrom('files')
    .select('id')
    .where('user_id', '=', customer.userId)
    .execute();
  expect(left).toEqual([{ id: paper.id }]);
});
