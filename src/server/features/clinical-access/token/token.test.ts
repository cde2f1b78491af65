import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ClinicalRefusal } from '../../../../domain/fhir/outcome.ts';
import { clinicalSystemOf } from '../bearer.ts';
import { tidyClinicalAccess } from '../nightly.ts';
import { askToken, assertionOf, newSystem, tokenForm } from '../signing.fixture.ts';
import { tokenTest } from './token.fixture.ts';

const test = tokenTest();

const tokenOf = async (of = test.system) =>
  (await askToken(test.app.url, tokenForm(await assertionOf(test.app, of)))).body.access_token as string;

/** Returns the actor of a token, or the status of the refusal. */
const actorOf = (authorization?: string) =>
  clinicalSystemOf(
    { headers: { ...(authorization !== undefined && { authorization }) } },
    test.app.services,
  ).catch((error: unknown) => {
    if (error instanceof ClinicalRefusal) return error.status;
    throw error;
  });

describe('the token of a clinical system', () => {
  it.each(['EC', 'RSA'] as const)(
    'is issued for an assertion signed with a key of kind %s, for five minutes [X-06]',
    async (kind) => {
      test.system = await newSystem(test.app, test.house, kind);
      const { status, headers, body } = await askToken(
        test.app.url,
        tokenForm(await assertionOf(test.app, test.system)),
      );
      expect([status, { ...body, access_token: '' }]).toEqual([
        200,
        {
          ...{ access_token: '', token_type: 'bearer', expires_in: 300 },
          scope:
            'system/Patient.rs system/DocumentReference.rs system/Composition.rs system/Bundle.rs system/Binary.rs system/Consent.rs system/Subscription.rs',
        },
      ]);
      expect(body.access_token).toMatch(/^[\w-]{43}$/);
      expect([headers.get('cache-control'), headers.get('pragma'), headers.get('set-cookie')]).toEqual([
        'no-store',
        'no-cache',
        null,
      ]);
      expect(await actorOf(`Bearer ${body.access_token}`)).toMatchObject({
        kind: 'clinicalSystem',
        clientId: test.system.clientId,
        providerId: test.house,
      });
    },
  );

  it('is stored only as a hash, with the key and the moment of its use, and recorded in the audit trail [X-06]', async () => {
    const token = await tokenOf();
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from clinical_tokens t where client_id = ${test.system.clientId}`.execute(
      test.app.services.db,
    );
    expect(rows).toHaveLength(1);
    for (const form of [token, Buffer.from(token).toString('hex')]) expect(rows[0]!.row).not.toContain(form);
    const key = await test.app.services.db
      .selectFrom('clinical_keys')
      .select('last_used_at')
      .where('client_id', '=', test.system.clientId)
      .executeTakeFirstOrThrow();
    expect(key.last_used_at).toBeInstanceOf(Date);
    const { details } = await test.app.services.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'issueClinicalToken')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({
      client_id: test.system.clientId,
      key_id: test.system.clientId,
      provider: test.house,
    });
  });

  it('has no more scopes than were requested [X-06]', async () => {
    const narrow = { scope: 'system/Patient.r system/Binary.rs' };
    const { body } = await askToken(
      test.app.url,
      tokenForm(await assertionOf(test.app, test.system), narrow),
    );
    expect(body.scope).toBe('system/Patient.r system/Binary.rs');
    expect(await actorOf(`Bearer ${body.access_token}`)).toMatchObject({
      scopes: ['system/Patient.r', 'system/Binary.rs'],
    });
  });

  it('ends after five minutes, and at once when its key is removed, its system revoked or its provider archived [X-06]', async () => {
    const token = `Bearer ${await tokenOf()}`;
    const works = async () => typeof (await actorOf(token)) === 'object';
    test.app.advance(299_000);
    expect(await works()).toBe(true);
    test.app.advance(2_000);
    expect(await actorOf(token)).toBe(401);
    test.app.advance(-301_000);
    const { db, clock } = test.app.services;
    const at = clock();
    const whileSet = async (set: (on: boolean) => Promise<unknown>) => {
      await set(true);
      const result = [
        await actorOf(token),
        (await askToken(test.app.url, tokenForm(await assertionOf(test.app, test.system)))).status,
      ];
      await set(false);
      expect([...result, await works()]).toEqual([401, 400, true]);
    };
    await whileSet((on) =>
      db
        .updateTable('clinical_keys')
        .set({ removed_at: on ? at : null })
        .where('client_id', '=', test.system.clientId)
        .execute(),
    );
    await whileSet((on) =>
      db
        .updateTable('clinical_clients')
        .set({ revoked_at: on ? at : null })
        .where('id', '=', test.system.clientId)
        .execute(),
    );
    await whileSet((on) =>
      db.updateTable('providers').set({ archived: on }).where('id', '=', test.house).execute(),
    );
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer x',
    `Bearer ${'a'.repeat(43)}`,
    `Basic ${'a'.repeat(43)}`,
    'Bearer \u0000',
  ])('is refused as an OperationOutcome with 401 when it is %j [X-06]', async (authorization) => {
    const refusal = await clinicalSystemOf(
      { headers: { ...(authorization !== undefined && { authorization }) } },
      test.app.services,
    ).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      status: 401,
      outcome: { resourceType: 'OperationOutcome', issue: [{ severity: 'error', code: 'login' }] },
    });
    expect((refusal as ClinicalRefusal).headers['www-authenticate']).toMatch(/^Bearer/);
  });
});

describe('the nightly removal', () => {
  it('deletes expired tokens and assertions, and what ended ninety days ago, and nothing else [X-06]', async () => {
    const { db, clock } = test.app.services;
    await tokenOf();
    const counts = async () => {
      const { rows } = await sql<{ counts: number[] }>`
        select array[
          (select count(*)::int from clinical_tokens where client_id = ${test.system.clientId}),
          (select count(*)::int from clinical_assertions where client_id = ${test.system.clientId}),
          (select count(*)::int from clinical_keys where client_id = ${test.system.clientId}),
          (select count(*)::int from clinical_clients where id = ${test.system.clientId})] as counts`.execute(
        db,
      );
      return rows[0]!.counts;
    };
    const after = async (days: number) => {
      await tidyClinicalAccess({ db, clock: () => new Date(clock().getTime() + days * 86_400_000) });
      return counts();
    };
    expect(await after(0)).toEqual([1, 1, 1, 1]);
    expect(await after(1)).toEqual([0, 0, 1, 1]);
    expect(await after(1_000)).toEqual([0, 0, 1, 1]);
    await db
      .updateTable('clinical_clients')
      .set({ revoked_at: clock() })
      .where('id', '=', test.system.clientId)
      .execute();
    expect(await after(89)).toEqual([0, 0, 1, 1]);
    expect(await after(91)).toEqual([0, 0, 0, 0]);
  });
});
