import type { Bundle, CapabilityStatement, Parameters, Subscription } from 'fhir/r4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provider } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { clinicalClient } from '../clinical-access/clinical.fixture.ts';
import { setWebhook } from '../clinical-access/webhooks/webhook-store.ts';
import { fhirOf, idsOf, reading, refusalOf } from './records.fixture.ts';

describe('the Subscription of a clinical system', () => {
  let app: TestApp;
  let house: string;
  beforeAll(async () => {
    app = await startApp();
    house = await provider(app.services, 'Banksia House');
  });
  afterAll(() => app.close());

  const address = 'https://ward.example.com/notices';
  async function systemWithWebhook() {
    const system = await clinicalClient(app, house);
    const now = app.services.clock();
    // No member of staff set it.
    const setBy = null as unknown as string;
    const id = await setWebhook(app.services.db, { clientId: system.clientId, address, setBy, now });
    return { ...system, id };
  }

  it('is its webhook: a rest-hook with ids only, without the secret [X-06]', async () => {
    const { token, id } = await systemWithWebhook();
    const read = reading(app, token);
    const subscription = await fhirOf<Subscription>(read(`Subscription/${id}`));
    expect(subscription).toMatchObject({
      ...{ resourceType: 'Subscription', id, status: 'active' },
      criteria: `${app.url}/fhir/SubscriptionTopic/plan-changed`,
      channel: { type: 'rest-hook', endpoint: address, payload: 'application/fhir+json' },
    });
    expect(JSON.stringify(subscription)).not.toMatch(/whsec|secret/);
    expect(idsOf(await fhirOf<Bundle>(read('Subscription')))).toEqual([id]);
    const status = await fhirOf<Bundle>(read(`Subscription/${id}/$status`));
    const parameters = status.entry?.[0]?.resource as Parameters;
    expect(parameters.parameter).toContainEqual({
      name: 'events-since-subscription-start',
      valueString: '0',
    });
    const tag = (await read(`Subscription/${id}`)).headers.get('etag') ?? '';
    expect((await read(`Subscription/${id}`, { 'if-none-match': tag })).status).toBe(304);
  });

  it('is in error while notices are not delivered, and off when they have stopped [X-06]', async () => {
    const { token, id } = await systemWithWebhook();
    const set = (values: object) =>
      app.services.db.updateTable('clinical_webhooks').set(values).where('id', '=', id).execute();
    const shown = () => fhirOf<Subscription>(reading(app, token)(`Subscription/${id}`));
    await set({ failing_since: new Date(), failure: 'timeout' });
    expect(await shown()).toMatchObject({ status: 'error', error: 'timeout' });
    await set({ stopped_at: new Date() });
    expect(await shown()).toMatchObject({ status: 'off' });
  });

  it('of another system is unknown, also of the same provider [X-06]', async () => {
    const { id } = await systemWithWebhook();
    const { token } = await clinicalClient(app, house);
    const read = reading(app, token);
    expect(await refusalOf(read(`Subscription/${id}`), 404)).toBe('not-found');
    expect(await refusalOf(read(`Subscription/${id}/$status`), 404)).toBe('not-found');
    expect(idsOf(await fhirOf<Bundle>(read('Subscription')))).toEqual([]);
  });

  it('needs a token with its scope, and is not written by a request [X-06]', async () => {
    const { clientId } = await systemWithWebhook();
    const { token } = await clinicalClient(app, house, ['system/Patient.rs']);
    for (const path of ['Subscription', `Subscription/${clientId}`, `Subscription/${clientId}/$status`]) {
      expect(await refusalOf(reading(app, null)(path), 401)).toBe('login');
      expect(await refusalOf(reading(app, token)(path), 403)).toBe('forbidden');
    }
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect(await refusalOf(reading(app, token)('Subscription', {}, method), 405)).toBe('not-supported');
    expect(await refusalOf(reading(app, (await systemWithWebhook()).token)('Subscription?url=x'), 400)).toBe(
      'not-supported',
    );
    const statement = (await (await fetch(`${app.url}/fhir/metadata`)).json()) as CapabilityStatement;
    const types = statement.rest?.[0]?.resource?.map(({ type }) => type);
    expect(types).toContain('Subscription');
  });
});
