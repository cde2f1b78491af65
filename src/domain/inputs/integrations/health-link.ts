import { linkDays } from '../../health-links/health-link.ts';
import { shortTextErrors } from '../account-fields.ts';
import { form, text } from '../form.ts';
import { problem } from '../field-errors.ts';

/** Form for a link: the reader's name, for the owner alone, and the days for which the link works. */
export const healthLinkForm = form(
  { reader: text, days: text },
  ({ reader, days }) => [
    ...shortTextErrors('reader', reader, 'healthLink.reader.required'),
    ...problem('days', linkDays.some((each) => each === days) ? undefined : 'healthLink.days.required'),
  ],
  ({ reader, days }) => ({ reader: reader.trim(), days: Number(days) }),
);
