import type { CapabilityStatement, CodeSystem, Questionnaire } from 'fhir/r4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { fullAnswers, person } from '../../../../testing/people.ts';
import { clinicalTypes } from '../../../domain/clinical/scopes.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';

describe('published definitions', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const read = (path: string, init?: RequestInit) => fetch(`${app.url}/fhir/${path}`, init);

  it('are read without a session, may be cached, and set no cookie [X-03]', async () => {
    for (const path of [
      'metadata',
      'CodeSystem/questions',
      'CodeSystem/answers',
      'CodeSystem/treatments',
      'CodeSystem/plan',
      'Questionnaire/advance-care-plan-1',
      'StructureDefinition/contact-standing',
    ]) {
      const response = await read(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('content-type')).toBe('application/fhir+json; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
      expect(response.headers.get('set-cookie')).toBeNull();
      const { url } = (await response.json()) as CodeSystem;
      expect(url).toBe(`${app.url}/fhir/${path}`);
    }
  });

  it('are those that the statement of capabilities names, and the addresses that a document refers to [X-03]', async () => {
    const { rest } = (await (await read('metadata')).json()) as CapabilityStatement;
    // Resources about a person require an access token.
    const needsToken = (type: string) => clinicalTypes.some((each) => each === type);
    for (const { type } of rest![0]!.resource!)
      expect([type, (await read(`${type}/none`)).status]).toEqual([type, needsToken(type) ? 401 : 404]);
    const who = await person(app.services, { plan: { status: 'complete', answers: fullAnswers() } });
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    const document = await (await client.fetch('/api/acp/plan.fhir.json')).text();
    const own = new Set(document.match(new RegExp(`${app.url}/fhir/[\\w/-]+`, 'g')));
    expect(own.size).toBeGreaterThan(4);
    for (const address of own) expect([address, (await fetch(address)).status]).toEqual([address, 200]);
    const { item = [] } = (await (await read('Questionnaire/advance-care-plan-1')).json()) as Questionnaire;
    expect(item.length).toBeGreaterThan(26);
  });

  it('refuse anything else as an OperationOutcome that is not cached, whatever is asked or sent [X-03]', async () => {
    for (const path of [
      'CodeSystem/none',
      'Observation',
      'Patient/1/history',
      'CodeSystem',
      'CodeSystem/%2e%2e',
      '',
    ]) {
      const response = await read(path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.json()).toMatchObject({
        resourceType: 'OperationOutcome',
        issue: [{ code: 'not-found' }],
      });
    }
    expect((await read('CodeSystem/answers', { method: 'DELETE' })).status).toBe(404);
  });
});
