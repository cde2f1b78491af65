import { fileAccessPart } from '../../src/domain/contacts/file-access-path.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { provider, type TestPerson, type TestPersonSpec } from '../../testing/people.ts';
import { payFor } from '../paid-plan.ts';
import { saveElsewhere, signed } from '../saved-plan.ts';
import { sendNotice } from '../screens/announcements.ts';
import { daniel, idsOf } from '../screens/contacts-page.ts';
import type { Readers, Visit } from './every-page.ts';

type People = {
  app: TestApp;
  newCustomer: (spec?: TestPersonSpec) => Promise<TestPerson>;
  enter: (who: TestPerson) => Promise<void>;
};

/** Signs in a user who opens these pages. Returns the address of each page. */
export async function signInAs(
  { spec, ofProvider, changed, paid }: Readers,
  { app, newCustomer, enter }: People,
): Promise<(visit: Visit) => string> {
  // The provider is the parent of another one, so that lists of providers have expandable rows.
  const providerId = await provider(app.services);
  await provider(app.services, 'Banksia House East', providerId);
  const customer = await newCustomer({ providerId, dob: '14/05/1943' });
  const twin = await newCustomer({ providerId, dob: '14/05/1943' });
  const signedCustomer = await newCustomer({ ...signed(), providerId });
  let contact = '';
  if (spec) {
    const who = await newCustomer({ ...spec, ...(ofProvider && { providerId }) });
    await sendNotice(app, who, 'ACP_UPDATED', { acpOwnerId: customer.userId });
    await sendNotice(app, who);
    if (changed) await saveElsewhere(app, who, { explanations: 'Changed.' });
    if (paid) await payFor(app, who);
    if (spec.contacts) contact = fileAccessPart(await idsOf(app, who, daniel.name));
    await enter(who);
  }
  return ({ page, address = page }) =>
    address
      .replace('{customer}', customer.userId)
      .replace('{twin}', twin.userId)
      .replace('{house}', providerId)
      .replace('{signed}', signedCustomer.userId)
      .replace('{contact}', contact);
}
