import { newKey } from '../../../src/server/db/sealing/seal.ts';
import { ConfigError, environmentOf, readConfig, type Config } from '../../../src/server/config.ts';
import type { Variables } from '../../../src/server/config/variables.ts';
import { checkDatabase, checkReplica } from './database.ts';
import { checkFiles } from './files.ts';
import { right, wrong, type Finding, type Found, type Subject } from './finding.ts';
import { checkMail } from './mail.ts';
import { misspelledNames } from './names.ts';
import { checkPayment } from './payment.ts';
import { checkScanner } from './scanner.ts';
import { checkTexts } from './texts.ts';
import { checkTraces } from './traces.ts';

/** Prefixes of the variables that each check uses. */
const variablesOf: Readonly<Partial<Record<Subject, readonly string[]>>> = {
  database: ['DATABASE_'],
  keys: ['WATTLE_KEYS', 'DATABASE_'],
  clock: ['DATABASE_'],
  replica: ['DATABASE_', 'SERVER_PROCESSES'],
  files: ['S3_', 'WATTLE_DATA_DIR'],
  scanner: ['CLAMD_'],
  mail: ['SMTP_'],
  texts: ['SMS_URL'],
  payment: ['STRIPE_', 'PAYMENT_DISABLED'],
  traces: ['OTEL_'],
};

type Read = { config: Config; atFault: readonly string[]; findings: Finding[] };

const groups = ['STRIPE_', 'S3_', 'OTEL_'];

/**
 * Returns the configuration without the invalid variables, so that the services in the valid ones can still be tested. Creates no
 * keys in the data folder.
 */
function withoutFaults(variables: Variables, atFault: readonly string[]): Config {
  const isLeftOut = (name: string) =>
    atFault.includes(name) ||
    groups.some((group) => name.startsWith(group) && atFault.some((each) => each.startsWith(group)));
  const rest = Object.fromEntries(Object.entries(variables).filter(([name]) => !isLeftOut(name)));
  const keys = rest['WATTLE_KEYS']?.trim() ? {} : { WATTLE_KEYS: newKey('none') };
  const config = readConfig({ ...rest, ...keys, APP_ENV: 'development' });
  return { ...config, environment: environmentOf(variables) };
}

function read(variables: Variables): Read {
  const misspelled: Finding[] = misspelledNames(variables).map(({ name, meant }) => ({
    about: 'variables',
    ...wrong(`${name} is none of Wattle's${meant ? `: is ${meant} meant?` : ''}`),
  }));
  try {
    const config = readConfig(variables);
    const words = `read as for ${config.environment}`;
    return { config, atFault: [], findings: [{ about: 'variables', ...right(words) }, ...misspelled] };
  } catch (error) {
    if (!(error instanceof ConfigError) || error.variables.length === 0) throw error;
    const fault: Finding = { about: 'variables', ...wrong(error.message) };
    return {
      config: withoutFaults(variables, error.variables),
      atFault: error.variables,
      findings: [fault, ...misspelled],
    };
  }
}

/**
 * Reads the environment as the server does, and tests all external services in parallel. Invalid variables do not end the check:
 * the services in the other variables are still tested.
 * @throws ConfigError if even APP_ENV is invalid
 */
export async function checkConfig(variables: Variables): Promise<Finding[]> {
  const { config, atFault, findings } = read(variables);
  const isAtFault = (about: Subject) =>
    (variablesOf[about] ?? []).some((beginning) => atFault.some((name) => name.startsWith(beginning)));
  const tried = async (about: Subject, check: (config: Config) => Promise<Found>): Promise<Finding> => ({
    about,
    ...(isAtFault(about) ? wrong('not tried: its variables are missing or wrong') : await check(config)),
  });
  const databaseFindings = async (): Promise<Finding[]> => {
    if (isAtFault('database'))
      return [{ about: 'database', ...wrong('not tried: its variables are missing or wrong') }];
    const found = await checkDatabase(config);
    return isAtFault('keys') ? found.filter(({ about }) => about !== 'keys') : found;
  };
  const [database, ...rest] = await Promise.all([
    databaseFindings(),
    tried('replica', checkReplica),
    tried('files', checkFiles),
    tried('scanner', checkScanner),
    tried('mail', checkMail),
    tried('texts', checkTexts),
    tried('payment', checkPayment),
    tried('traces', checkTraces),
  ]);
  return [...findings, ...database, ...rest];
}
