import type { PartProblem, PartState, StatusPart } from '../../../domain/status/status.ts';
import type { PlainTextKey, Translate } from '../../../domain/i18n/texts.ts';

type Assessed = { name: StatusPart; state: PartState; problem: PartProblem | null };

const away: Partial<Record<StatusPart, PlainTextKey>> = {
  database: 'status.do.databaseAway',
  replica: 'status.do.replicaAway',
  mail: 'status.do.mailAway',
  texts: 'status.do.textsAway',
  payments: 'status.do.paymentsAway',
  files: 'status.do.filesAway',
  scanner: 'status.do.scannerAway',
};

/** Instructions for each problem that is the same for every part. */
const problems: Record<Exclude<PartProblem, 'away' | 'full' | 'late' | 'broken'>, PlainTextKey> = {
  certificate: 'status.do.certificate',
  password: 'status.do.password',
  refused: 'status.do.refused',
  read_only: 'status.do.readOnly',
  schema: 'status.do.schema',
  draining: 'status.do.draining',
  copy: 'status.do.copy',
  not_replica: 'status.do.notReplica',
  stuck: 'status.do.stuck',
  given_up: 'status.do.givenUp',
  failed: 'status.do.nightFailed',
  lost: 'status.do.lost',
};

/** Returns what to do about a part, in one line. */
export function whatToDo(
  { name, state, problem }: Assessed,
  audit: { broken_chains: number } | null,
  t: Translate,
): string {
  if (state === 'unknown') return t('status.do.unknown');
  if (state === 'stand_in') return t('status.do.standIn');
  if (state === 'off') return t(name === 'scanner' ? 'status.do.scannerOff' : 'status.do.paymentsOff');
  switch (problem) {
    case null:
      return t('status.do.nothing');
    case 'away':
      return t(away[name] ?? 'status.do.unknown');
    case 'full':
      return t(name === 'database' ? 'status.do.databaseFull' : 'status.do.full');
    case 'late':
      if (name === 'replica') return t('status.do.replicaLate');
      return t(name === 'audit' ? 'status.do.auditLate' : 'status.do.nightLate');
    case 'broken':
      return t('status.do.broken', { count: audit?.broken_chains ?? 1 });
    default:
      return t(problems[problem]);
  }
}

const queues: Readonly<Record<string, PlainTextKey>> = {
  mails: 'status.queue.mails',
  notices: 'status.queue.notices',
  exports: 'status.queue.exports',
  payments: 'status.queue.payments',
  imports: 'status.queue.imports',
  invitations: 'status.queue.invitations',
  checks: 'status.queue.checks',
  care: 'status.queue.care',
  clinical: 'status.queue.clinical',
};

const jobs: Readonly<Record<string, PlainTextKey>> = {
  'audit-trail': 'status.job.auditTrail',
  'care-systems': 'status.job.careSystems',
  'clean-up': 'status.job.cleanUp',
  'clinical-access': 'status.job.clinicalAccess',
  contacts: 'status.job.contacts',
  'duplicate-records': 'status.job.duplicateRecords',
  files: 'status.job.files',
  'finished-jobs': 'status.job.finishedJobs',
  'health-links': 'status.job.healthLinks',
  installation: 'status.job.installation',
  integrations: 'status.job.integrations',
  'medicare-cards': 'status.job.medicareCards',
  partitions: 'status.job.partitions',
  'payment-books': 'status.job.paymentBooks',
  'payment-plans': 'status.job.paymentPlans',
  'plan-reviews': 'status.job.planReviews',
  'provider-billing': 'status.job.providerBilling',
  'sign-ups': 'status.job.signUps',
  summaries: 'status.job.summaries',
  wishes: 'status.job.wishes',
};

/** Returns the name of a queue; its id for one that this page does not know. */
export const queueName = (id: string, t: Translate): string => nameIn(queues, id, t);

/** Returns the name of a nightly job; its id for one that this page does not know. */
export const jobName = (id: string, t: Translate): string => nameIn(jobs, id, t);

function nameIn(names: Readonly<Record<string, PlainTextKey>>, id: string, t: Translate): string {
  const key = names[id];
  return key === undefined ? id : t(key);
}

/** Returns an age in words, rounded down. */
export function ageWords(seconds: number, t: Translate): string {
  if (seconds === 0) return t('status.age.none');
  if (seconds < 60) return t('status.age.seconds');
  const minutes = Math.floor(seconds / 60);
  return minutes < 120
    ? t('status.age.minutes', { count: minutes })
    : t('status.age.hours', { count: Math.floor(minutes / 60) });
}
