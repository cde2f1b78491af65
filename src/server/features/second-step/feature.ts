import { sendNotice } from '../../jobs/security-notice.ts';
import { mail } from '../../jobs/task.ts';
import type { Feature } from '../../pipeline/feature.ts';
import * as apps from './app-operations.ts';
import './graphql.ts';
import { countRecoveryCodes, findChangedDigits } from './jobs.ts';
import * as operations from './operations.ts';
import * as phones from './phone-operations.ts';

export const feature = {
  name: 'second-step',
  operations: [operations, phones, apps],
  handlers: {
    'account.second-step-on': { mail: mail(sendNotice('mfaOn')) },
    'account.second-step-off': { mail: mail(sendNotice('mfaOff')) },
    'account.phone-changed': {
      mail: mail(sendNotice<'account.phone-changed'>('phoneChanged', findChangedDigits)),
    },
    'account.app-changed': { mail: mail(sendNotice('appChanged')) },
    'account.factor-removed': { mail: mail(sendNotice('factorRemoved')) },
    'account.recovery-used': {
      mail: mail(sendNotice<'account.recovery-used'>('recoveryUsed', countRecoveryCodes)),
    },
    'account.recovery-new': { mail: mail(sendNotice('recoveryNew')) },
  },
} as const satisfies Feature;
