import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { fullAnswers, person, type TestPerson } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { pdfOf } from '../../files/checks/sample-files.fixture.ts';
import { upload } from '../../files/uploads/uploads.fixture.ts';
import { pathTo, sendForm } from '../shared-plan.fixture.ts';

const contact = {
  name: 'Adam',
  email: 'adam@test.example',
  phone: '0491 570 006',
  relationship: 'Son',
  accepted: true,
};

describe('a contact’s own link', () => {
  let app: TestApp;
  let owner: TestPerson;
  let contactId: string;
  let path: string;
  let offset = 0;
  beforeAll(async () => {
    app = await startApp();
    app.services.clock = () => new Date(Date.now() + offset);
    owner = await person(app.services, {
      contacts: [contact],
      plan: { status: 'complete', answers: fullAnswers() },
    });
    ({ id: contactId } = await app.services.db
      .selectFrom('trusted_contacts')
      .select('id')
      .where('user_id', '=', owner.userId)
      .executeTakeFirstOrThrow());
    path = await pathTo(app.services, 'view', contactId);
  });
  afterAll(() => app.close());

  const countOf = async (action: string) =>
    (
      await app.services.db
        .selectFrom('audit_log')
        .select('seq')
        .where('chain', '=', owner.userId)
        .where('action', '=', action)
        .execute()
    ).length;

  /** Repeats a request until it is refused. Returns how often it succeeded. */
  async function untilRefused(send: () => Promise<number>, most: number): Promise<number> {
    for (let done = 0; done < most; done += 1) {
      const status = await send();
      if (status === 429) return done;
      expect(status).toBeLessThan(400);
    }
    return most;
  }

  it('opens the plan thirty times in an hour, and leaves no record of more [security 23]', async () => {
    const open = async () => (await sendForm(new TestClient(app.url), path, { open: '1' })).status;
    expect(await untilRefused(open, 40)).toBe(30);
    expect(await countOf('openSharedPlan')).toBe(30);
    offset += 60 * 60_000 + 1_000;
    expect(await open()).toBe(303);
  });

  it('reads sixty files in an hour [security 23]', async () => {
    const signedIn = new TestClient(app.url);
    await signedIn.signIn(owner.email, owner.password);
    const paper = {
      category: 'ADDITIONAL_DOCUMENT',
      file_name: 'letter.pdf',
      content: pdfOf({ size: 4_000 }),
    } as const;
    const { id } = (await upload(signedIn, paper)).file;
    const { errors } = await signedIn.graphql(
      `mutation ($id: ID!, $file_ids: [ID!]!) {
        insertSharedFiles(shared_with: $id, file_ids: $file_ids, plan_shared: true, fullAccess: false) { id }
      }`,
      { id: contactId, file_ids: [id] },
    );
    expect(errors).toBeUndefined();
    const reader = new TestClient(app.url);
    await sendForm(reader, path, { open: '1' });
    const read = async () => {
      const response = await reader.fetch(`${path}/files/${id}`);
      await response.arrayBuffer();
      return response.status;
    };
    expect(await untilRefused(read, 70)).toBe(60);
    expect(await countOf('openSharedFile')).toBe(60);
  });
});
