import { signed } from '../../saved-plan.ts';
import { daniel, susan } from '../../screens/contacts-page.ts';

/** Name of the customer whose page these tests open. */
export const name = 'Margaret Citizen';

/** That customer, with a signed plan and two contacts. */
export const margaret = {
  ...signed(),
  contacts: [daniel, susan],
  firstName: 'Margaret',
  lastName: 'Citizen',
};
