import type { Bundle, BundleEntry, Parameters, ParametersParameter, Subscription } from 'fhir/r4';
import type { WebhookState } from '../../clinical/notices.ts';
import { publishedAt } from '../codes.ts';
import { uuidOf } from '../uuid.ts';
import { documentIdOf } from './record-ids.ts';

const payloadContent =
  'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/backport-payload-content';

/** Returns the canonical address of the only topic: a plan or a resident was changed. */
export const planTopic = (baseUrl: string): string =>
  publishedAt(baseUrl, 'SubscriptionTopic', 'plan-changed');

/** Status of a Subscription in FHIR R4. One that is stopped is `off`. */
const statuses = { active: 'active', failing: 'error', stopped: 'off' } as const satisfies Record<
  WebhookState,
  Subscription['status']
>;

/** The webhook of a clinical system. `setAt` is an ISO text in UTC. */
export type Webhook = {
  id: string;
  address: string;
  state: WebhookState;
  /** Number of changes that were announced. */
  events: number;
  /** Why the last notice was not delivered. */
  failure: string | null;
  setAt: string;
};

/** Returns the webhook of a clinical system as FHIR. Its secret is not in it. */
export function webhookSubscription({ id, address, state, failure }: Webhook, baseUrl: string): Subscription {
  return {
    resourceType: 'Subscription',
    id,
    status: statuses[state],
    reason:
      'Plans of residents of the provider: signed, changed, restored, locked, unlocked, withdrawn or marked as external, or with other papers. Residents: moved in or away, archived, removed or taken back.',
    criteria: planTopic(baseUrl),
    ...(failure !== null && { error: failure }),
    channel: {
      type: 'rest-hook',
      endpoint: address,
      payload: 'application/fhir+json',
      _payload: {
        extension: [{ url: payloadContent, valueCode: 'id-only' }],
      },
    },
  };
}

type Kind = 'handshake' | 'event-notification' | 'query-status';

/** A change of a plan or a resident. Without a version only the person is named: the receiver reads everything of the person again. */
export type AnnouncedChange = {
  number: number;
  /** When it was committed, an ISO text in UTC. */
  at: string;
  patientId: string;
  version: number | null;
};

const focusOf = ({ patientId, version }: AnnouncedChange): string =>
  version === null ? `Patient/${patientId}` : `DocumentReference/${documentIdOf({ patientId, version })}`;

function statusEntry(
  { id, state, events }: Webhook,
  baseUrl: string,
  { kind, change }: { kind: Kind; change?: AnnouncedChange },
): BundleEntry {
  const entryId = uuidOf(`${kind} ${id}/${change?.number ?? 0}`);
  const parameter: ParametersParameter[] = [
    { name: 'subscription', valueReference: { reference: `${baseUrl}/fhir/Subscription/${id}` } },
    { name: 'topic', valueCanonical: planTopic(baseUrl) },
    { name: 'status', valueCode: statuses[state] },
    { name: 'type', valueCode: kind },
    { name: 'events-since-subscription-start', valueString: String(events) },
  ];
  if (change)
    parameter.push({
      name: 'notification-event',
      part: [
        { name: 'event-number', valueString: String(change.number) },
        { name: 'timestamp', valueInstant: change.at },
        { name: 'focus', valueReference: { reference: `${baseUrl}/fhir/${focusOf(change)}` } },
      ],
    });
  const resource: Parameters = {
    resourceType: 'Parameters',
    id: entryId,
    parameter,
  };
  return { fullUrl: `urn:uuid:${entryId}`, resource };
}

/**
 * Returns what is posted to a webhook: ids only, in the form of an `id-only` notification of HL7's Subscriptions R5 Backport 1.1.0 for R4,
 * whose profiles are not claimed.
 * It contains neither the change nor personal data, which the receiver reads with its access token. Without a change it is a test
 * notice. The same change gives the same text, so that a retry is recognised.
 */
export function noticeBundle(
  webhook: Webhook,
  baseUrl: string,
  { at, change }: { at: string; change?: AnnouncedChange },
): Bundle {
  const { id } = webhook;
  const kind = change ? 'event-notification' : 'handshake';
  // Its state may change between two tries.
  const steady: Webhook = { ...webhook, state: 'active', events: change?.number ?? webhook.events };
  const status = statusEntry(steady, baseUrl, { kind, ...(change && { change }) });
  const focus = change && focusOf(change);
  return {
    resourceType: 'Bundle',
    id: uuidOf(`notice ${id}/${change?.number ?? at}`),
    type: 'history',
    timestamp: at,
    entry: [
      {
        ...status,
        request: { method: 'GET', url: `${baseUrl}/fhir/Subscription/${id}/$status` },
        response: { status: '200' },
      },
      ...(focus === undefined
        ? []
        : [
            {
              fullUrl: `${baseUrl}/fhir/${focus}`,
              request: { method: 'PUT' as const, url: focus },
              response: { status: '200' },
            },
          ]),
    ],
  };
}

/** Returns the response of `$status`: the state of the webhook, as a page of search results. */
export const statusBundle = (webhook: Webhook, baseUrl: string, at: string): Bundle => ({
  resourceType: 'Bundle',
  meta: { lastUpdated: at },
  type: 'searchset',
  total: 1,
  entry: [{ ...statusEntry(webhook, baseUrl, { kind: 'query-status' }), search: { mode: 'match' } }],
});
