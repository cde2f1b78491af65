import { distance } from 'fastest-levenshtein';
import { schemaFor, type Variables } from '../../../src/server/config/variables.ts';

/** Beginnings of names that no other program's variables have. */
const families =
  /^(CLAMD|COMPANY|HELP|HOSTING|METRICS|PAYMENT|PRIVACY|S3|SMS|SMTP|STRIPE|TRUSTED_CONTACTS|WATTLE)_/;

/** Letters by which a misspelled name may differ. */
const differsBy = 2;

/** Shorter names are like too many others: HOME is no misspelled HOST. */
const shortestName = 7;

/** Read elsewhere than in the configuration. */
const otherNames = ['APP_ENV', 'WATTLE_PARENT_PIPE'];

/** The variables whose names are like ours and not ours, each with the name that was meant where one is near. */
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
