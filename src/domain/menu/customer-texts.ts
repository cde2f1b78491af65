import type { TextFile } from '../i18n/texts.ts';
import { planTexts } from './plan-texts.ts';

/** Texts that the page of a customer needs, for every role of staff. */
export const customerTexts = [
  'customer-page',
  'conversations',
  'customers',
  'customers-new',
  'customers-confirm',
  'customers-move',
  'customers-errors',
  'duplicates',
  'facilities',
  'hospital',
  'organisation-errors',
  'login-as-customer',
  'emergency',
  'plan',
  'questionnaire',
  'questionnaire-values',
  'questionnaire-treatments',
  'questionnaire-contacts',
  'questionnaire-sign',
  'on-behalf',
  'notifications',
  'versions',
  'files',
  'lists',
  'errors',
  'fields',
  'success',
  'system',
] as const satisfies readonly TextFile[];

/** Texts that the page with the whole plan of a customer needs. */
export const customerPlanTexts = [
  ...planTexts,
  'plan',
  'versions',
  'customer-page',
  'errors',
  'system',
] as const satisfies readonly TextFile[];
