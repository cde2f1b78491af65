import type { CareType } from '../../domain/facilities/care-types.ts';
import type { Tx } from '../pipeline/context.ts';

type DemoFacility = {
  provider_name: string;
  service_name: string | null;
  suburb: string;
  state: string;
  postcode: string;
  care_type: CareType;
};

const facility = (
  provider_name: string,
  service_name: string | null,
  [suburb, state, postcode]: readonly [string, string, string],
  care_type: CareType,
): DemoFacility => ({ provider_name, service_name, suburb, state, postcode, care_type });

/** Care facilities outside the providers, all invented. The last one is the newest. */
const facilities: readonly DemoFacility[] = [
  facility('Boronia Aged Care', 'Boronia Terrace', ['Ballarat', 'VIC', '3350'], 'Residential'),
  facility('Boronia Aged Care', 'Boronia at Home', ['Ballarat', 'VIC', '3350'], 'Home Care'),
  facility('Bottlebrush Health', 'Mallee Service', ['Mildura', 'VIC', '3500'], 'Multi-Purpose Service'),
  facility('Dryandra Care', null, ['Albany', 'WA', '6330'], 'Residential'),
  facility('Eremophila Homes', 'Desert Pea House', ['Alice Springs', 'NT', '0870'], 'Residential'),
  facility(
    'Flannel Flower Care',
    'Short Stay',
    ['Gosford', 'NSW', '2250'],
    'Short Term Restorative Care (STRC)',
  ),
  facility('Hakea Community', 'Home Visits', ['Hobart', 'TAS', '7000'], 'Home Care'),
  facility('Kangaroo Paw Living', 'Recovery Unit', ['Fremantle', 'WA', '6160'], 'Transition Care'),
  facility('Melaleuca Group', 'River Lodge', ['Noosa', 'QLD', '4567'], 'Residential'),
  facility('Quandong Trust', 'Innovation House', ['Port Augusta', 'SA', '5700'], 'Innovative Pool'),
  facility('Heathland Care', 'Heathland at Home', ['Warrnambool', 'VIC', '3280'], 'Home Care'),
  facility('Heathland Care', 'Heathland Lodge', ['Warrnambool', 'VIC', '3280'], 'Residential'),
];

/** Creates the facilities if there are none yet, and attaches the customer with this address to the newest one. */
export async function makeFacilities(tx: Tx, now: Date, email: string): Promise<void> {
  const known = await tx.selectFrom('customer_providers').select('id').limit(1).executeTakeFirst();
  if (known) return;
  const made = await tx
    .insertInto('customer_providers')
    .values(
      facilities.map((each, index) => ({
        ...each,
        created_at: new Date(now.getTime() - (facilities.length - index) * 60_000),
      })),
    )
    .returning(['id', 'service_name'])
    .execute();
  const newest = made.find(({ service_name }) => service_name === facilities.at(-1)?.service_name);
  await tx
    .updateTable('users')
    .set({ customer_provider_id: newest?.id ?? null })
    .where('email', '=', email)
    .where('customer_provider_id', 'is', null)
    .execute();
}
