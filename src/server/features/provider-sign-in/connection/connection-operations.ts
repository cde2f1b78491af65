import * as z from 'zod/mini';
import { AppError, refuseInvalid } from '../../../../domain/errors.ts';
import { formInput } from '../../../../domain/inputs/form.ts';
import { connectionForm } from '../../../../domain/inputs/sign-in/provider-connection.ts';
import type { ConnectionProblem } from '../../../../domain/providers/connection.ts';
import { operation } from '../../../pipeline/operation.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import type { Tries } from '../../../pipeline/limits/limit.ts';
import {
  beginAddress,
  callbackAddress,
  countJoined,
  findClient,
  findConnection,
  findProvider,
  nextVersion,
  refuseStale,
  secretPlace,
} from './connection-store.ts';
import { checkIssuer, IssuerError, type Client } from '../issuer.ts';

const uuid = z.string().check(z.uuid());

/** A connection as its form shows it; empty texts before it is saved. */
export type ShownConnection = {
  provider_id: string;
  issuer: string;
  client_id: string;
  checked_at: Date | null;
  last_error: ConnectionProblem | null;
  /** 0 before it is saved. */
  version: number;
  /** People who are joined to it. */
  joined: number;
  callback_url: string;
  sign_in_url: string;
};

async function show({ config }: Pick<Services, 'config'>, tx: Tx, id: string): Promise<ShownConnection> {
  const [found, joined] = await Promise.all([findConnection(tx, id), countJoined(tx, id)]);
  return {
    provider_id: id,
    issuer: found?.issuer ?? '',
    client_id: found?.client_id ?? '',
    checked_at: found?.checked_at ?? null,
    last_error: found?.last_error ?? null,
    version: found?.version ?? 0,
    joined,
    callback_url: callbackAddress(config, id),
    sign_in_url: beginAddress(config, id),
  };
}

const checks = (staffId: string): Tries => [{ counted: ['connection:account', staffId], counts: 'always' }];

/** Checks a client at its issuer. Returns the problem; null if there is none. */
async function problemOf(services: Services, client: Client, id: string): Promise<ConnectionProblem | null> {
  try {
    await checkIssuer(services, client, callbackAddress(services.config, id));
    return null;
  } catch (error) {
    if (error instanceof IssuerError) return error.problem;
    throw error;
  }
}

/** Reads a provider's connection, without its secret. */
export const getProviderConnection = operation({
  name: 'getProviderConnection',
  kind: 'read',
  input: z.strictObject({ id: uuid }),
  access: { action: 'provider.manage', subject: findProvider },
  run: async ({ input, services, tx }) => show(services, tx, input.id),
});

/**
 * Saves a provider's connection, if staff could sign in with it: it is checked first. A saved secret is used again only with the
 * same issuer, so that it is never sent to another one. Sign-ins that are at the previous issuer end (D-50).
 * @throws AppError `invalid` at the fields; `rate-limited`; `conflict` if another person has saved or removed it meanwhile
 */
export const saveProviderConnection = operation({
  name: 'saveProviderConnection',
  kind: 'write',
  input: formInput(connectionForm, { id: uuid, version: z.int() }),
  access: { action: 'provider.manage', subject: findProvider },
  limit: ({ actor }) => checks(callerId(actor)),
  prepare: {
    async run({ input: { id, issuer, client_id, client_secret }, services }) {
      const saved = await findClient(services, id);
      const secret = client_secret || (saved?.issuer === issuer ? saved.secret : '');
      if (secret === '')
        refuseInvalid([
          { field: 'client_secret', message: 'field.required', params: { label: 'field.name.clientSecret' } },
        ]);
      const problem = await problemOf(services, { issuer, client_id, secret }, id);
      if (problem !== null)
        refuseInvalid([
          {
            field: problem === 'credentials' ? 'client_secret' : 'issuer',
            message: `error.connection.${problem}`,
          },
        ]);
      return { secret };
    },
  },
  async run({ input: { id, issuer, client_id, version }, prepared, services, tx, now, auditDetails }) {
    const before = await findConnection(tx, id);
    refuseStale(before, version);
    const values = {
      ...{ issuer, client_id, checked_at: now, last_error: null, version: nextVersion },
      client_secret_sealed: services.keyring.seal(secretPlace(id), prepared.secret),
    };
    await tx
      .insertInto('provider_connections')
      .values({ provider_id: id, ...values })
      .onConflict((conflict) => conflict.column('provider_id').doUpdateSet(values))
      .execute();
    await tx.deleteFrom('organisation_sign_ins').where('provider_id', '=', id).execute();
    // Their refresh tokens belong to the previous client: its refusal would look as if the people had been removed at the issuer. Without
    // them the sessions end within the hour.
    if (before && (before.issuer !== issuer || before.client_id !== client_id))
      await tx.deleteFrom('organisation_sessions').where('provider_id', '=', id).execute();
    auditDetails({ provider_id: id, issuer_changed: before?.issuer !== issuer });
    return show(services, tx, id);
  },
});

/**
 * Checks a saved connection again, and saves the result.
 * @throws AppError `not-found` without a connection; `rate-limited`
 */
export const checkProviderConnection = operation({
  name: 'checkProviderConnection',
  kind: 'write',
  input: z.strictObject({ id: uuid }),
  access: { action: 'provider.manage', subject: findProvider },
  limit: ({ actor }) => checks(callerId(actor)),
  prepare: {
    async run({ input: { id }, services }) {
      const client = await findClient(services, id);
      if (!client) throw new AppError('not-found');
      return { client, problem: await problemOf(services, client, id) };
    },
  },
  async run({ input: { id }, prepared: { client, problem }, services, tx, now, auditDetails }) {
    await tx
      .updateTable('provider_connections')
      .set({ last_error: problem, ...(problem === null && { checked_at: now }) })
      .where('provider_id', '=', id)
      // Another save may have replaced what was checked.
      .where('issuer', '=', client.issuer)
      .where('client_id', '=', client.client_id)
      .execute();
    auditDetails({ provider_id: id, problem });
    return show(services, tx, id);
  },
});
