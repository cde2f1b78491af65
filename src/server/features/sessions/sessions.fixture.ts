import { randomUUID } from 'node:crypto';
import type { Role } from '../../../domain/access/actors.ts';
import { agreedToBoth, testConfig } from '../../../../testing/consents.ts';
import type { Connection } from '../../db/connection/connect.ts';
import { newShareId } from '../../db/sealing/account-secrets.ts';
import { startSession } from './api.ts';
import { actorOf } from './current-session.ts';

const roleIds: Partial<Record<Role, number>> = { user: 5, provideradmin: 1, admin: 4 };

/** Runs sessions in a separate database, without a server. `now` is in milliseconds. */
export function sessionsIn(given: () => { connection: Connection; now: number }) {
  const db = () => given().connection.db;
  const clock = () => new Date(given().now);
  const services = (environment: 'test' | 'prod' = 'test') => ({
    db: db(),
    clock,
    config: { ...testConfig, environment },
  });

  async function person(role: Role, more: Record<string, unknown> = {}) {
    const id = randomUUID();
    const values = {
      id,
      email: `${id}@example.org`,
      pin_sealed: Buffer.from('x'),
      share_id: newShareId(),
      permission_role_id: roleIds[role]!,
      ...agreedToBoth,
      ...more,
    };
    await db().insertInto('users').values(values).execute();
    return { id, role };
  }

  return {
    services,
    person,
    start: (of: { id: string; role: Role }) => startSession(db(), clock(), of, 'a browser'),
    kindOf: async (token: string | null) => (await actorOf(services(), token)).actor.kind,
  };
}
