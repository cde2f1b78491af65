import * as z from 'zod/mini';
import type { FieldError } from '../../errors.ts';
import { dateOfIso, isoOfDate, parseDate } from '../../fields.ts';
import type { PlainTextKey } from '../../i18n/texts.ts';
import { shownExternalId, storedExternalId } from '../../providers/external-id.ts';
import { isProviderType } from '../../providers/types.ts';
import { plainTextErrors } from '../account-fields.ts';
import { form, text } from '../form.ts';
import { problem } from '../field-errors.ts';
import { profilePart } from './provider.ts';

/** A day in the form of inputs, DD/MM/YYYY, also if it was sent as an ISO date. */
const day = z.pipe(
  text,
  z.transform((value: string) => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? dateOfIso(value) : value)),
);

/**
 * Fields of a provider that its managers may change, in addition to its profile. The contact person, the tree and the logo have
 * their own operations.
 */
const detailShape = {
  type: text,
  external_id: text,
  government_id: text,
  subscription_id: text,
  subscription_start_date: day,
  trial_expiry_date: day,
};

const shape = { ...profilePart.shape, ...detailShape };

/** Values of a provider's form. Days are DD/MM/YYYY, the external id is without its prefix; an empty value is an empty text. */
export type ProviderWords = Record<keyof typeof shape, string>;

export type DetailField = keyof typeof detailShape;
export const detailFields = Object.keys(detailShape) as DetailField[];

/** Plausible years: other ones must have a wrong digit. */
const years = { first: 1900, last: 2199 };

function dayErrors(field: string, value: string): FieldError[] {
  const parsed = parseDate(value);
  if ('problem' in parsed) return problem(field, `field.date.${parsed.problem}`);
  const year = Number(parsed.iso.slice(0, 4));
  return problem(field, year < years.first || year > years.last ? 'field.date.notReal' : undefined);
}

const idErrors = (field: string, value: string, label: PlainTextKey) =>
  plainTextErrors(field, value, { label, max: 100 });

function detailErrors(values: Record<DetailField, string>): FieldError[] {
  const { type, external_id, government_id, subscription_start_date, trial_expiry_date } = values;
  // As stored: the blanks in it do not count.
  const external = type === 'external_provider' ? shownExternalId(storedExternalId(external_id)) : null;
  return [
    ...problem('type', isProviderType(type) ? undefined : 'error.provider.typeRequired'),
    ...problem('external_id', external === '' ? 'error.provider.externalIdRequired' : undefined),
    ...idErrors('external_id', external ?? '', 'field.name.externalId'),
    ...idErrors('government_id', government_id, 'field.name.governmentId'),
    ...dayErrors('subscription_start_date', subscription_start_date),
    ...(trial_expiry_date.trim() === '' ? [] : dayErrors('trial_expiry_date', trial_expiry_date)),
  ];
}

const tidyDay = (value: string): string => dateOfIso(isoOfDate(value) ?? '');

function outputOf(values: ProviderWords): ProviderWords {
  const { type, external_id, government_id, subscription_start_date, trial_expiry_date } = values;
  return {
    ...profilePart.output(values),
    type,
    // Text typed for an external provider is dropped for an internal one (PROV-17).
    external_id: type === 'external_provider' ? shownExternalId(storedExternalId(external_id)) : '',
    government_id: government_id.trim(),
    subscription_id: values.subscription_id.trim().toLowerCase(),
    subscription_start_date: tidyDay(subscription_start_date),
    trial_expiry_date: trial_expiry_date.trim() === '' ? '' : tidyDay(trial_expiry_date),
  };
}

const problemsOf = (values: ProviderWords) => [...profilePart.problems(values), ...detailErrors(values)];

/** Form in which managers change a provider (PROV-19 to PROV-23, PROV-32). */
export const providerForm = form(shape, problemsOf, outputOf);

/** Input for changing a provider: only its profile, or also everything else of the form. */
export const providerChange = form(
  shape,
  (values) => (hasDetails(values) ? problemsOf(values) : profilePart.problems(values)),
  (values) => (hasDetails(values) ? outputOf(values) : { ...profilePart.output(values), type: '' as const }),
);

const hasDetails = (values: Record<DetailField, string>) =>
  detailFields.some((field) => values[field] !== '');

/** Place of a provider: under the one with an id, at the top (null), or missing. */
const place = z.catch(z.nullable(z.string()), '');

/** Input for adding a provider (API-37). The place is required (PROV-22), also for the top of a new tree. */
export const newProvider = form(
  { ...shape, parent_id: place },
  ({ parent_id, ...values }) => [
    ...problem('parent_id', parent_id === '' ? 'error.provider.parentRequired' : undefined),
    ...problemsOf(values),
  ],
  ({ parent_id, ...values }) => ({ ...outputOf(values), parent_id }),
);
