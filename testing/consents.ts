import { randomBytes } from 'node:crypto';
import { readConfig } from '../src/server/config.ts';
import { consentVersions } from '../src/server/pipeline/consent-versions.ts';

/** What a server has where a test sets none of the operator's names. */
export const testConfig = readConfig({
  APP_ENV: 'test',
  WATTLE_KEYS: `test:${randomBytes(32).toString('base64')}`,
});

/** The versions of the texts to agree to there. */
export const testConsents = consentVersions(testConfig);

/** The columns of an account that agreed to both. */
export const agreedToBoth = {
  eusa_read_version: testConsents.eusa,
  privacy_policy_read_version: testConsents.privacy,
};
