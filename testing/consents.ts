import { readConfig } from '../src/server/config.ts';
import { consentVersions } from '../src/server/pipeline/consents/consent-versions.ts';
import { newKeys } from './new-keys.ts';

/** Company settings of a server for which a test sets none of the operator's names. */
export const testConfig = readConfig({
  APP_ENV: 'test',
  WATTLE_KEYS: newKeys(),
});

/** Versions of the consent texts with these settings. */
export const testConsents = consentVersions(testConfig);

/** Columns of an account that agreed to both texts. */
export const agreedToBoth = {
  eusa_read_version: testConsents.eusa,
  privacy_policy_read_version: testConsents.privacy,
};
