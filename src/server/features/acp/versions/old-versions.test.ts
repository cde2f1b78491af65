import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { contextFor, fullAnswers, person, type TestPerson } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { longDate, melbourneDate } from '../../../../domain/fields.ts';
import { compact, readPdf } from '../../../documents/pdf-reader.fixture.ts';
import { updateAnswers } from '../operations.ts';
import { getPlanDocument } from '../document/plan-pdf-operation.ts';

let app: TestApp;
let who: TestPerson;

/** Signs the plan once more with other texts. */
async function signAgain(version: number, explanations: string): Promise<void> {
  await updateAnswers.call(contextFor(app.services, who.actor), {
    id: who.acpId,
    answers: { explanations },
    status: 'complete',
    version,
    confirmed: ['explanations'],
  });
}

const textOf = async (response: Response) => {
  expect(response.headers.get('content-type')).toBe('application/pdf');
  return readPdf(Buffer.from(await response.arrayBuffer())).pages.map(compact);
};

beforeAll(async () => {
  app = await startApp();
  who = await person(app.services, { plan: { status: 'complete', answers: fullAnswers() } });
  await signAgain(2, 'Words of the second version.');
  await signAgain(3, 'Words of the third version.');
}, 120_000);
afterAll(() => app.close());

describe('a replaced version of a plan', () => {
  it("has a notice on each page of its owner's document, with the version that replaced it and the day [R-06] [D-41]", async () => {
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    const today = longDate(melbourneDate(new Date()), 'en');
    for (const version of [1, 2]) {
      const pages = await textOf(await client.fetch(`/api/acp/plan.pdf?version=${version}`));
      for (const page of pages)
        expect(page).toContain(
          compact(`version ${version} of this plan was replaced on ${today} by version ${version + 1}.`),
        );
    }
    for (const path of ['/api/acp/plan.pdf', '/api/acp/plan.pdf?version=3'])
      expect((await textOf(await client.fetch(path))).join()).not.toContain('Notinforce');
  });

  it('cannot be read with card and PIN: every request returns the version in force [R-06] [D-41]', async () => {
    const reader = new TestClient(app.url);
    const opened = await reader.fetch(`/acp-login/${who.shareId}?v=1`, {
      method: 'POST',
      body: `pin=${who.pin}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(opened.status).toBe(303);
    for (const query of [
      '',
      '?version=1',
      '?version=2',
      '?version=x',
      '?version=1&version=2',
      '?v=1&language=zh',
    ]) {
      const text = (await textOf(await reader.fetch(`/acp-login/${who.shareId}/plan.pdf${query}`))).join();
      expect([query, text.includes(compact('Words of the third version.'))]).toEqual([query, true]);
      expect(text).not.toMatch(/Words of the second version|Notinforce/);
    }
  });

  it('is refused to the operation as well for a reader with card and PIN [R-06] [D-41]', async () => {
    const context = {
      ...contextFor(app.services, who.actor),
      actor: { kind: 'emergency', userId: who.userId } as const,
    };
    const { document } = await getPlanDocument.call(context, { user_id: who.userId, version: 1 });
    expect(document).toMatchObject({ replaced: [], code: { version: 'Version 3' } });
  });
});
