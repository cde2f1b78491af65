import fc from 'fast-check';
import type { Bundle } from 'fhir/r4';
import { describe, expect, it } from 'vitest';
import { noticeBundle, statusBundle, webhookSubscription, type Webhook } from './subscription.ts';

const baseUrl = 'https://wattle.example';
const patientId = '3f0c4d52-8a52-4b1c-9a6e-0d9c7a1f2b3c';
const at = '2026-11-30T01:02:03.000Z';
const webhook: Webhook = {
  ...{ id: '0a1b2c3d-0000-4000-8000-000000000001', address: 'https://ward.example.com/notices', events: 7 },
  ...{ state: 'active', failure: null, setAt: at },
};
const change = { number: 7, at, patientId, version: 2 };

/** Returns every text of a bundle that is not a fixed word of the form. */
const textsOf = (bundle: Bundle): string[] =>
  [...JSON.stringify(bundle).matchAll(/"([^"]*)"/g)].map(([, text]) => text ?? '');

describe('a notice of a changed plan', () => {
  it('is a history Bundle whose first entry is the state, and whose second names the version without content [X-06]', () => {
    const bundle = noticeBundle(webhook, baseUrl, { at, change });
    expect(bundle.type).toBe('history');
    expect(bundle.entry).toMatchObject([
      {
        resource: { resourceType: 'Parameters' },
        request: { method: 'GET', url: `${baseUrl}/fhir/Subscription/${webhook.id}/$status` },
      },
      {
        fullUrl: `${baseUrl}/fhir/DocumentReference/${patientId}.2`,
        request: { method: 'PUT', url: `DocumentReference/${patientId}.2` },
        response: { status: '200' },
      },
    ]);
    expect(bundle.entry?.[1]).not.toHaveProperty('resource');
  });

  it('names only the person when the plan is gone, and no person in a test [X-06]', () => {
    const gone = noticeBundle(webhook, baseUrl, { at, change: { ...change, version: null } });
    expect(gone.entry?.[1]?.fullUrl).toBe(`${baseUrl}/fhir/Patient/${patientId}`);
    const test = noticeBundle(webhook, baseUrl, { at });
    expect(test.entry).toHaveLength(1);
    expect(textsOf(test).filter((text) => text.includes(patientId))).toEqual([]);
  });

  it('has the same bytes at every try, whatever the state of the webhook became [X-06]', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('active', 'failing', 'stopped'),
        fc.integer({ min: 7, max: 1_000 }),
        (state, events) => {
          const later = noticeBundle({ ...webhook, state, events }, baseUrl, { at, change });
          expect(JSON.stringify(later)).toBe(JSON.stringify(noticeBundle(webhook, baseUrl, { at, change })));
        },
      ),
    );
  });
});

describe('the Subscription of a webhook', () => {
  it('says whether notices arrive, in the words of R4 [X-06]', () => {
    const statusOf = (state: Webhook['state'], failure: string | null = null) => {
      const { status, error } = webhookSubscription({ ...webhook, state, failure }, baseUrl);
      return [status, error];
    };
    expect(statusOf('active')).toEqual(['active', undefined]);
    expect(statusOf('failing', 'timeout')).toEqual(['error', 'timeout']);
    expect(statusOf('stopped', 'status-500')).toEqual(['off', 'status-500']);
    expect(textsOf(statusBundle(webhook, baseUrl, at))).toContain('query-status');
  });
});
