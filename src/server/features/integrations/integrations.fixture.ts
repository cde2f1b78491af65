import { contextFor, person, provider, type TestPerson } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { startCare } from '../../../../testing/stand-ins/care.ts';
import { isPlatformRole, type Role } from '../../../domain/access/actors.ts';
import { AppError } from '../../../domain/errors.ts';
import { simulatedSystem } from '../../../domain/integrations/simulated-system.ts';
import type { CareResident } from '../../ports/residential-care/port.ts';
import type { CareStandIn } from '../../ports/residential-care/stand-in/stand-in.ts';
import { saveSystemConfig } from './connection/connection-operations.ts';
import { linkResident } from './links/link-operations.ts';
import { loadActiveResidents } from './residents/load-operation.ts';

const { address, facilityCode: facility_code, userName: user_name, secret } = simulatedSystem;

/** The form of a connection with the simulated system. */
export const simulatedWords = { address, facility_code, user_name, secret };

/** A provider with a house below it, another provider, their managers, and a simulated residential-care system. */
export type IntegrationTest = {
  test: TestServices;
  standIn: CareStandIn;
  root: string;
  house: string;
  other: string;
  manager: TestPerson;
  otherManager: TestPerson;
  admin: TestPerson;
  as: (who: TestPerson) => ReturnType<typeof contextFor>;
  staff: (role: Role, providerId?: string) => Promise<TestPerson>;
  /** Makes a customer of the house, or of another provider. */
  customer: (facts?: CustomerFacts) => Promise<string>;
  connect: () => Promise<void>;
  list: (...residents: CareResident[]) => void;
  load: () => Promise<{ count: number }>;
  /** Links a listed resident with a customer. */
  link: (residentId: string, userId: string) => Promise<void>;
  entriesOf: (userId: string) => Promise<unknown[]>;
  /** Sets the clock forward, in days. */
  passDays: (days: number) => void;
  close: () => Promise<void>;
};

export type CustomerFacts = {
  firstName?: string;
  lastName?: string;
  dob?: string;
  providerId?: string;
  medicareNumber?: string;
};

/** A resident as the system lists them; the same person as the default customer. */
export const resident = (id: string, more: Partial<CareResident> = {}): CareResident => ({
  ...{ id, firstName: 'Ann', lastName: 'Lee', birthDate: '1940-02-03', medicareNumber: null },
  ...more,
});

/** Starts the providers and the system; nothing is connected yet. */
export async function startIntegrations(): Promise<IntegrationTest> {
  const test = await startServices();
  const { services } = test;
  let offset = 0;
  services.clock = () => new Date(Date.now() + offset);
  const standIn = await startCare(services);
  const root = await provider(services, 'Banksia');
  const house = await provider(services, 'Banksia House', root);
  const other = await provider(services, 'Correa');
  const as = (who: TestPerson) => contextFor(services, who.actor);
  const staff = (role: Role, providerId: string = root) =>
    person(services, { role, ...(!isPlatformRole(role) && { providerId }) });
  const manager = await staff('provideradmin');
  const otherManager = await staff('provideradmin', other);
  const admin = await staff('admin');
  return {
    ...{ test, standIn, root, house, other, manager, otherManager, admin, as, staff },
    async customer({ firstName = 'Ann', lastName = 'Lee', dob = '03/02/1940', ...more } = {}) {
      const facts = { firstName, lastName, dob, gender: 'Female' as const, providerId: house, ...more };
      return (await person(services, facts)).userId;
    },
    async connect() {
      await saveSystemConfig.call(as(manager), { ...simulatedWords, version: null });
    },
    list: (...residents) => standIn.setResidents(simulatedSystem.facilityCode, residents),
    load: () => loadActiveResidents.call(as(manager), {}),
    async link(resident_id, user_id) {
      await linkResident.call(as(manager), { resident_id, user_id, compared: true });
    },
    async entriesOf(userId) {
      const row = await services.db
        .selectFrom('users')
        .select('integrations')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      return row.integrations;
    },
    passDays: (days) => void (offset += days * 24 * 60 * 60_000),
    async close() {
      await standIn.close();
      await test.close();
    },
  };
}

/** Returns the outcome of a call: done, or the code of the refusal with its first field and message. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [problem] = error.fields;
    return problem ? `${error.code} ${problem.field} ${problem.message}` : error.code;
  }
}
