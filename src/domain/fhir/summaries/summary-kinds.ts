/** Summaries for a hospital in which the plan is placed: a patient summary (AU PS), or an Aged Care Transfer Summary. */
export const summaryKinds = ['patient-summary', 'transfer-summary'] as const;

export type SummaryKind = (typeof summaryKinds)[number];
