import { builder } from '../../graphql/builder.ts';
import type { IsoDate } from '../../../domain/fields.ts';
import type { ShownNumber } from '../../../domain/reports/small-numbers.ts';

export type Period = { from: IsoDate; to: IsoDate };

export const ReportPeriodRef = builder.objectRef<Period>('ReportPeriod').implement({
  description: 'The days that a report is about, both included.',
  fields: (t) => ({ from: t.exposeString('from'), to: t.exposeString('to') }),
});

/** A number that may not be shown: -1 where it is below five, -2 where a small number could be calculated from it (D-52). */
export const shownInt = (number: ShownNumber): number =>
  number === 'small' ? -1 : number === 'withheld' ? -2 : number;

export const hiddenNumbers = '-1: fewer than five; -2: not shown, to protect one that is.';
