import { distance } from 'fastest-levenshtein';
import { schemaFor, type Variables } from '../../../src/server/config/variables.ts';

/** Prefixes that no other program's variables have. */
const families =
  /^(CLAMD|COMPANY|HELP|HOSTING|METRICS|PAYMENT|PRIVACY|S3|SMS|SMTP|STRIPE|TRUSTED_CONTACTS|WATTLE)_/;

/** Maximum number of different letters in a misspelled name. */
const differsBy = 2;

/** Minimum length, since short names resemble too many others: HOME is not a misspelled HOST. */
const shortestName = 7;

/** Variables that are not read by the configuration. */
const otherNames = ['APP_ENV', 'WATTLE_PARENT_PIPE'];

/** Returns unknown variables that resemble ours, each with the nearest known name if there is one. */
export function misspelledNames(variables: Variables): { name: string; meant: string | undefined }[] {
  const ours = [...Object.keys(schemaFor('prod', {}).shape), ...otherNames];
  const known = new Set(ours);
  return Object.keys(variables)
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const upper = name.toUpperCase();
      const [nearest] = ours
        .map((meant) => ({ meant, letters: distance(upper, meant) }))
        .toSorted((one, other) => one.letters - other.letters);
      const isNear = nearest !== undefined && nearest.letters <= differsBy;
      const isLike = isNear && name.length >= shortestName;
      if (!isLike && !families.test(upper)) return [];
      return [{ name, meant: isNear ? nearest.meant : undefined }];
    });
}
