import { contextFor, person, provider, type TestPerson } from '../../../../testing/people.ts';
import type { TestServices } from '../../../../testing/services.ts';
import { findStaffActor } from '../sessions/api.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Context } from '../../pipeline/context.ts';

/** Two trees: a house with a ward under it, and a lodge, with staff of each and of the platform, by name. */
export type Staffed = {
  house: string;
  ward: string;
  lodge: string;
  people: Record<string, TestPerson>;
  /** Returns the context of a call by one of them, with their current rights. */
  as: (who: string) => Promise<Context>;
  stored: (who: string) => Promise<Record<string, unknown>>;
  change: (who: string, values: Record<string, unknown>) => Promise<unknown>;
  events: () => Promise<{ type: string; payload: Record<string, unknown> }[]>;
};

/** Creates the trees with their staff. */
export async function staffed({ services }: TestServices): Promise<Staffed> {
  const { db } = services;
  const house = await provider(services, 'Banksia House');
  const ward = await provider(services, 'Banksia North', house);
  const lodge = await provider(services, 'Grevillea Lodge');
  const people: Record<string, TestPerson> = {};
  const add = async (name: string, permission_role_id: number, providerId?: string) => {
    const role = { 1: 'provideradmin', 2: 'provideradmin', 3: 'providerview', 6: 'tlcadmin', 7: 'sysadmin' };
    const made = await person(services, {
      role: ((role as Record<number, string>)[permission_role_id] ?? 'admin') as 'admin',
      ...(providerId && { providerId }),
      firstName: name,
      lastName: 'Nair',
    });
    await db.updateTable('users').set({ permission_role_id }).where('id', '=', made.userId).execute();
    people[name] = made;
  };
  await add('head', 1, house);
  await add('second', 1, house);
  await add('editor', 2, house);
  await add('viewer', 3, house);
  await add('warden', 1, ward);
  await add('nurse', 3, ward);
  await add('lodger', 1, lodge);
  await add('guest', 3, lodge);
  await add('admin', 4);
  await add('tlc', 6);
  await add('sys', 7);
  people['customer'] = await person(services, { providerId: house, firstName: 'Mara', lastName: 'Nair' });
  const change = (who: string, values: Record<string, unknown>) =>
    db.updateTable('users').set(values).where('id', '=', people[who]!.userId).execute();
  return {
    ...{ house, ward, lodge, people, change },
    async as(who) {
      const { userId, actor } = people[who]!;
      return contextFor(services, (await findStaffActor(db, services.config, userId)) ?? actor);
    },
    stored: (who) =>
      db.selectFrom('users').selectAll().where('id', '=', people[who]!.userId).executeTakeFirstOrThrow(),
    async events() {
      const rows = await db.selectFrom('outbox').select(['type', 'payload']).orderBy('id').execute();
      return rows;
    },
  };
}

/** Returns the outcome of a call: done, or the code of the refusal with the message of its first field. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [problem] = error.fields;
    return problem ? `${error.code}: ${problem.message}` : error.code;
  }
}
