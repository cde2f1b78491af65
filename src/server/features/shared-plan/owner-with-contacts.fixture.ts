import { afterAll, beforeAll, beforeEach } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { fullAnswers, person, type TestPerson } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { pathTo } from './shared-plan.fixture.ts';

type Scene = { app: TestApp; owner: TestPerson; client: TestClient };

const contact = (name: string, more: object = {}) => ({
  name,
  email: `${name.toLowerCase().replace(' ', '.')}@test.example`,
  phone: '0491 570 006',
  relationship: 'Son',
  ...more,
});

/**
 * Provides a test file with a product, and before each test with a new owner of a signed plan, the contacts Pia Pending, Adam Yes
 * and Zoe Yes, and a browser without a session.
 */
export function ownerWithContacts() {
  let app: TestApp;
  let scene: Scene;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    const owner = await person(app.services, {
      plan: { status: 'complete', answers: fullAnswers() },
      contacts: [
        contact('Pia Pending', { substitutedDecisionMaker: true }),
        contact('Adam Yes', { accepted: true }),
        contact('Zoe Yes', { accepted: true, substitutedDecisionMaker: true }),
      ],
    });
    scene = { app, owner, client: new TestClient(app.url) };
  });

  const contactOf = (name: string) =>
    app.services.db
      .selectFrom('trusted_contacts')
      .selectAll()
      .where('user_id', '=', scene.owner.userId)
      .where('name', '=', name)
      .executeTakeFirst();
  const idOf = async (name: string) => (await contactOf(name))!.id;
  return {
    /** Returns the scene of the running test. */
    now: () => scene,
    contactOf,
    idOf,
    pathOf: async (kind: 'request' | 'view', name: string) => pathTo(app.services, kind, await idOf(name)),
    /** Returns the templates of the owner's recent activities. */
    async activities() {
      const rows = await app.services.db
        .selectFrom('recent_activities')
        .select('template')
        .where('user_id', '=', scene.owner.userId)
        .execute();
      return rows.map(({ template }) => template);
    },
  };
}
