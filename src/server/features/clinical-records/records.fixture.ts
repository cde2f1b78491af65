import type { Bundle, FhirResource, OperationOutcome } from 'fhir/r4';
import { expect } from 'vitest';
import { contextFor, fullAnswers, person, type TestPersonSpec } from '../../../../testing/people.ts';
import type { TestApp } from '../../../../testing/start-app.ts';
import { updateAnswers } from '../acp/operations.ts';

/** A search for signed versions without any filter. */
export const documentFilters = { status: null, changed: { from: null, before: null }, count: 50 } as const;

export const signed: TestPersonSpec = { plan: { status: 'complete', answers: fullAnswers() } };

/** Reads an address of the interface with an access token. */
export const reading =
  (app: TestApp, token: string | null) =>
  (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    fetch(`${app.url}/fhir/${path}`, {
      method,
      headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...headers },
    });

/** Returns the body of a response. Expects this status and FHIR's content type. */
export async function fhirOf<Type = FhirResource>(
  response: Promise<Response> | Response,
  status = 200,
): Promise<Type> {
  const { status: actual, headers, ...rest } = await response;
  const body = (await (await response).json()) as Type;
  expect([actual, actual === status ? null : body]).toEqual([status, null]);
  expect(headers.get('content-type'), JSON.stringify(rest)).toMatch(/^application\/fhir\+json/);
  expect(headers.get('cache-control')).toBe('private, no-store');
  return body;
}

/** Returns the code of a refusal, which must be an OperationOutcome with this status. */
export async function refusalOf(response: Promise<Response>, status: number): Promise<string> {
  const outcome = await fhirOf<OperationOutcome>(await response, status);
  expect(outcome.resourceType).toBe('OperationOutcome');
  return outcome.issue[0]!.code;
}

/** Returns the ids of the matches of a page, in order. */
export const idsOf = ({ entry = [] }: Bundle): string[] =>
  entry.flatMap(({ search, resource }) => (search?.mode === 'match' ? [resource?.id ?? ''] : []));

/** Returns the path of the next page below `/fhir`; undefined on the last one. */
export const nextOf = (app: TestApp, { link = [] }: Bundle): string | undefined =>
  link.find(({ relation }) => relation === 'next')?.url.slice(`${app.url}/fhir/`.length);

/** Makes a resident of a provider, with a signed plan unless the specification says otherwise. */
export const resident = (app: TestApp, providerId: string, spec: TestPersonSpec = {}) =>
  person(app.services, { ...signed, providerId, ...spec });

/**
 * Waits until the last change of each resident's plan is announced to clinical systems, which a job does after the commit:
 * `lastUpdated` is the later of the two times.
 */
export const announced = (app: TestApp, ...people: { userId: string }[]): Promise<void> =>
  expect
    .poll(() =>
      app.services.db
        .selectFrom('clinical_changes')
        .innerJoin('acps', 'acps.user_id', 'clinical_changes.user_id')
        .select('acps.user_id')
        .where('acps.type', '=', 'active')
        .whereRef('clinical_changes.changed_at', '>=', 'acps.updated_at')
        .where(
          'acps.user_id',
          'in',
          people.map(({ userId }) => userId),
        )
        .execute(),
    )
    .toHaveLength(people.length);

/** Changes a signed plan, which makes its second version. */
export async function changePlan(
  app: TestApp,
  { acpId, actor }: Awaited<ReturnType<typeof resident>>,
  explanations = 'I changed this.',
  version = 2,
): Promise<void> {
  await updateAnswers.call(contextFor(app.services, actor), {
    ...{ id: acpId, answers: { explanations }, confirmed: ['explanations'] },
    ...{ status: 'complete', version },
  });
}
