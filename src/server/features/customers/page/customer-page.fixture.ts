import { TestClient } from '../../../../../testing/client.ts';
import {
  fullAnswers,
  person,
  provider,
  type TestPerson,
  type TestPersonSpec,
} from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';

/** The house of the tests, with signed-in staff of the house and of providers around it. */
export type House = Awaited<ReturnType<typeof startHouse>>;

/** Creates a provider under `parents`, which begin with the root; returns its id. */
async function providerUnder({ services }: TestApp, parents: string[], name: string): Promise<string> {
  const id = await provider(services, name);
  const path = [...parents, id];
  await services.db
    .updateTable('providers')
    .set({ parent_id: parents.at(-1) ?? null, path, provider_root_id: path[0] ?? id })
    .where('id', '=', id)
    .execute();
  return id;
}

async function signedInClient({ url }: TestApp, who: TestPerson): Promise<TestClient> {
  const client = new TestClient(url);
  await client.signIn(who.email, who.password);
  return client;
}

const staffMember = ({ services }: TestApp, providerId: string | null, more: TestPersonSpec) =>
  person(services, {
    role: 'provideradmin',
    ...(providerId !== null && { providerId }),
    firstName: 'Priya',
    lastName: 'Nair',
    ...more,
  });

async function strangersOf(
  app: TestApp,
  { house, ward, elsewhere }: { house: string; ward: string; elsewhere: string },
): Promise<[string, TestClient, string][]> {
  const staff = async (providerId: string | null, more: TestPersonSpec = {}) =>
    signedInClient(app, await staffMember(app, providerId, more));
  const customer = await person(app.services, { providerId: house });
  return [
    ['a visitor', new TestClient(app.url), 'unauthenticated'],
    ['another customer', await signedInClient(app, customer), 'not-found'],
    ['an administrator of another provider', await staff(elsewhere), 'not-found'],
    ['an administrator of a ward below', await staff(ward), 'not-found'],
    ['an administrator of no provider', await staff(null), 'not-found'],
    ['a viewer of another provider', await staff(elsewhere, { role: 'providerview' }), 'not-found'],
  ];
}

/** Starts the product with a house under a root, a ward under the house, and another provider, with staff of each. */
export async function startHouse() {
  const app = await startApp();
  const { services } = app;
  const root = await providerUnder(app, [], 'Banksia Group');
  const house = await providerUnder(app, [root], 'Banksia House');
  const ward = await providerUnder(app, [root, house], 'Banksia Ward');
  const elsewhere = await providerUnder(app, [], 'Wattle Lodge');
  const newClient = (who: TestPerson) => signedInClient(app, who);
  const newStaff = (providerId: string | null, more: TestPersonSpec = {}) =>
    staffMember(app, providerId, more);
  const nurse = await newStaff(house);
  const viewer = await newStaff(house, { role: 'providerview', firstName: 'Tom', lastName: 'Wallace' });
  return {
    app,
    db: services.db,
    services,
    ids: { root, house, ward, elsewhere },
    nurse,
    viewer,
    nurseClient: await newClient(nurse),
    viewerClient: await newClient(viewer),
    newClient,
    newStaff,
    /** Creates a customer of the test's provider; with a signed plan by default. */
    newCustomer: (more: TestPersonSpec = {}) =>
      person(services, {
        providerId: house,
        firstName: 'Lin Mei',
        lastName: 'Chen',
        plan: { status: 'complete', answers: fullAnswers() },
        ...more,
      }),
    /** Returns callers without access to a customer of the house, each with the expected error code. */
    strangers: () => strangersOf(app, { house, ward, elsewhere }),
    /** Runs a function while provider admins are not allowed to manage plans. */
    async withoutFlag<Answer>(run: () => Promise<Answer>): Promise<Answer> {
      const set = (can_manage_acp: boolean) =>
        services.db.updateTable('permission_roles').set({ can_manage_acp }).where('id', '=', 1).execute();
      await set(false);
      try {
        return await run();
      } finally {
        await set(true);
      }
    },
    close: () => app.close(),
  };
}

/** Returns the code with which a GraphQL call was refused; undefined if it was not refused. */
export const codeOf = ({
  errors,
}: {
  errors: { extensions: { code: string } }[] | undefined;
}): string | undefined => errors?.[0]?.extensions.code;
