import { readConfig } from '../src/server/config.ts';
import { consentVersions } from '../src/server/pipeline/consent-versions.ts';
import { newKeys } from './new-keys.ts';

/** What a server has where a test sets none of the operator's names. */
export const testConfig = readConfig({
  APP_ENV: 'test',
  WATTLE_KEYS: newKeys(),
});

/** The versions of the texts to agree to there. */
export const testConsents = consentVersions(testConfig);

/** The columns of an account that agreed to both. */
export const agreedToBoth = {
  eusa_read_version: testConsents.eusa,
  privacy_policy_read_version: testConsents.privacy,
};
