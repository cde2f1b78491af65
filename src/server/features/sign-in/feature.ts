import { sendNotice } from '../../jobs/security-notice.ts';
import { mail, notice } from '../../jobs/task.ts';
import type { Feature } from '../../pipeline/feature.ts';
import './graphql.ts';
import { sendNewDevice, sendReset, sendVerification, sendWelcome } from './jobs.ts';
import { removeStaleSignUps } from './nightly.ts';
import * as operations from './operations.ts';
import { announceReset, sendChangeLink, sendEmailChanged } from './operator/operator-jobs.ts';
import * as operators from './operator/operator-operations.ts';
import * as passwords from './password/password-operations.ts';
import * as recovery from './password/recovery-operations.ts';
import { registerSignInRoutes } from './rest.ts';
import * as secondStep from './second-step-operation.ts';
import * as verifications from './verifying/verify-operations.ts';

export const feature = {
  name: 'sign-in',
  operations: [operations, passwords, recovery, verifications, operators, secondStep],
  routes: registerSignInRoutes,
  handlers: {
    'account.verification-wanted': { mail: mail(sendVerification) },
    'account.verified': { mail: mail(sendWelcome) },
    'account.reset-wanted': { mail: mail(sendReset) },
    'account.password-changed': { mail: mail(sendNotice('passwordChanged')) },
    'account.second-step-reset': {
      mail: mail(sendNotice('mfaReset')),
      people: notice(announceReset('SECOND_STEP_RESET')),
    },
    'account.email-change-wanted': { mail: mail(sendChangeLink) },
    'account.email-changed': {
      mail: mail(sendEmailChanged),
      people: notice(announceReset('EMAIL_CHANGED')),
    },
    'account.new-device': { mail: mail(sendNewDevice) },
    'account.wrong-tries': { mail: mail(sendNotice('tooManyTries')) },
  },
  nightly: [
    {
      name: 'sign-ups',
      failed: 'Expired sign-ups could not be removed, which is tried again',
      run: removeStaleSignUps,
    },
  ],
} as const satisfies Feature;
