import * as z from 'zod/mini';
import { parseScopes } from '../../../../domain/clinical/scopes.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { hashOf, newToken, tokenSeconds } from '../bearer.ts';
import { verifyAssertion, type Assertion } from './assertion.ts';

/** An access token as it is sent. */
export type IssuedToken = { token: string; scope: string };

/** Marks an assertion as used. False if it was used before. */
async function claimAssertion(tx: Tx, { clientId, jti, expiresAt }: Assertion): Promise<boolean> {
  const row = await tx
    .insertInto('clinical_assertions')
    .values({ client_id: clientId, jti_hash: hashOf(jti), expires_at: expiresAt })
    .onConflict((conflict) => conflict.columns(['client_id', 'jti_hash']).doNothing())
    .returning('client_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that a key was used. False if it was removed meanwhile. */
async function useKey(tx: Tx, keyId: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('clinical_keys')
    .set({ last_used_at: now })
    .where('id', '=', keyId)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Issues an access token to a clinical system for a signed assertion, which is used up also if its scope is refused. Requests
 * of a network count before anything is verified, those of a client only with a right signature, so that others cannot use up its
 * quota.
 * @throws AppError `unauthenticated` without a reason; `invalid` for an unknown scope; `rate-limited`
 */
export const issueClinicalToken = operation({
  name: 'issueClinicalToken',
  kind: 'write',
  input: z.strictObject({ assertion: z.string(), scope: z.string() }),
  access: { action: 'clinicalToken.issue', subject: nothing },
  limit: async ({ meta }) => [{ counted: ['clinical-token:address', meta.address], counts: 'always' }],
  prepare: {
    async run({ input, services, consume }) {
      const assertion = await verifyAssertion(services, input.assertion);
      await consume([{ counted: ['clinical-token:client', assertion.clientId], counts: 'always' }]);
      return assertion;
    },
  },
  async run({ input, prepared: assertion, tx, now, auditDetails, refuse }) {
    const { clientId, providerId, keyId } = assertion;
    const isNew = await claimAssertion(tx, assertion);
    if (!isNew || !(await useKey(tx, keyId, now))) throw new AppError('unauthenticated');
    auditDetails({ client_id: clientId, key_id: keyId, provider: providerId });
    const scopes = parseScopes(input.scope);
    if (scopes === null) return refuse(new AppError('invalid'));
    const [token, scope] = [newToken(), scopes.join(' ')];
    await tx
      .insertInto('clinical_tokens')
      .values({
        ...{ token_hash: hashOf(token), client_id: clientId, key_id: keyId, scopes: scope },
        expires_at: new Date(now.getTime() + tokenSeconds * 1_000),
      })
      .execute();
    auditDetails({ scope });
    return { token, scope } satisfies IssuedToken;
  },
});
