/** Categories of files (UPLOAD-16). */
export const fileCategories = ['ACP', 'ADDITIONAL_DOCUMENT', 'WISHES'] as const;

export type FileCategory = (typeof fileCategories)[number];

/** Types of additional documents (UPLOAD-15). */
export const documentTypes = [
  'POWER_OF_ATTORNEY_OR_GUARDIANSHIP_DOCUMENT',
  'APPOINTMENT_OF_MEDICAL_TREATMENT_DECISION_MAKER_OR_MEDICAL_POWER_OF_ATTORNEY',
  'FAMILY_CARE_PLAN',
  'VALUES_AND_PREFERENCES_DOCUMENT',
  'GOALS_OF_CARE',
  'TRANSLATOR_STATEMENT',
  'RESTRICTIVE_PRACTICE_CONSENT',
  'OTHER',
] as const;

export type DocumentType = (typeof documentTypes)[number];

/** Default type of an additional document (GAP-63). */
export const firstDocumentType: DocumentType = 'OTHER';

/** Whether a file of the category is a paper: a directive, or an end-of-life document. Clinical systems are notified of papers. */
export const isPaper = (category: FileCategory): boolean => category === 'ACP';

/** Whether a new file of the category replaces the one in use: only one directive is in force (GAP-61). */
export const replacesTheOneBefore = (category: FileCategory): boolean => category === 'ACP';
