import { startSession } from '../../src/server/features/sessions/api.ts';
import { enrol } from '../../testing/second-step.ts';
import { person } from '../../testing/people.ts';
import type { Providers } from '../../testing/tables/synthetic-customers.ts';
import type { Role } from '../../src/domain/access/actors.ts';
import type { Client } from '../measuring/load.ts';
import type { Served, Stage } from '../stage.ts';

/** A staff member in a new browser. */
export type Staff = { origin: string; cookie: string; providers: Providers };

/** Returns the Cookie header of a new staff member, signed in without checking a password. */
export async function staffCookie({ services }: Stage, role: Role, providerId?: string): Promise<string> {
  const { userId } = await person(services, { role, ...(providerId && { providerId }) });
  await enrol(services, userId, { app: true });
  const { token } = await startSession(services.db, new Date(), { id: userId, role }, null);
  return `wattle=${token}`;
}

/** A signed-in staff member. */
export async function signedIn(
  stage: Stage,
  { origin }: Served,
  providers: Providers,
  role: Role,
  providerId?: string,
): Promise<Staff> {
  return { origin, cookie: await staffCookie(stage, role, providerId), providers };
}

/** Makes this number of administrators. */
export async function administrators(
  stage: Stage,
  served: Served,
  providers: Providers,
  count: number,
): Promise<[Staff, ...Staff[]]> {
  const admin = () => signedIn(stage, served, providers, 'admin');
  const team: [Staff, ...Staff[]] = [await admin()];
  while (team.length < count) team.push(await admin());
  return team;
}

/** Makes one call. Returns its data and duration. @throws Error for a refusal */
export async function ask<Data>({ origin }: Staff, client: Client): Promise<{ data: Data; took: number }> {
  const { method, path, headers, body } = client.next();
  const sent = performance.now();
  const answer = await fetch(origin + path, { method, headers, ...(body && { body }) });
  const text = await answer.text();
  const took = performance.now() - sent;
  client.take?.(text);
  return { data: (JSON.parse(text) as { data: Data }).data, took };
}
