import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertFile } from '../../../../../testing/customer-files.ts';
import { placeholderEmail } from '../../../../domain/customers/placeholder-email.ts';
import { codeOf, startHouse, type House } from './customer-page.fixture.ts';

const whole = (id: string) => `{ getCustomer(id: "${id}") {
  id first_name last_name email placeholder_email designated_email customer_id room provider facility customer_status
  integration_types for_my_self
  plan { state status version plan_version language signed_at changed_by locked locked_at locked_by external steps_done steps_total }
  files { id file_name category added_by waits }
  end_of_life_documents { key value { fileName } }
  trusted_contacts { name phone substitutedDecisionMaker status }
  control { item available reason }
  versions { count data { plan_version } }
  openings { count data { kind name } }
  activities { template }
} }`;

describe("a customer's page", () => {
  let house: House;

  beforeAll(async () => {
    house = await startHouse();
  });
  beforeEach(() => house.db.deleteFrom('attempts').execute());
  afterAll(() => house.close());

  const read = async (id: string, client = house.nurseClient) => {
    const { data, errors } = await client.graphql(whole(id));
    expect(errors).toBeUndefined();
    return data.getCustomer;
  };
  const reasons = (control: { item: string; reason: string | null }[]) =>
    Object.fromEntries(control.map(({ item, reason }) => [item, reason]));

  it('shows who the customer is and the state of the plan, and none of the answers [CDET-01, GAP-87] [security 4]', async () => {
    const customer = await house.newCustomer();
    await house.db
      .updateTable('users')
      .set({ customer_id: 'B-17', room: '12B', integrations: JSON.stringify([{ type: 'Leecare' }]) })
      .where('id', '=', customer.userId)
      .execute();
    const file = await insertFile(house.services, customer.userId, { file_name: 'directive.pdf' });
    await insertFile(house.services, customer.userId, { file_name: 'letter.pdf', is_eol: true });
    const page = await read(customer.userId);
    expect(page).toMatchObject({
      id: customer.userId,
      first_name: 'Lin Mei',
      email: customer.email,
      customer_id: 'B-17',
      room: '12B',
      provider: 'Banksia House',
      customer_status: 'active',
      integration_types: ['Leecare'],
      plan: {
        status: 'complete',
        plan_version: 1,
        changed_by: 'Lin Mei Chen',
        locked: false,
        external: false,
        steps_done: page.plan.steps_total,
      },
      files: [{ id: file.id, file_name: 'directive.pdf', category: 'ACP', added_by: null, waits: true }],
      end_of_life_documents: [{ value: { fileName: 'letter.pdf' } }],
      versions: { count: 0, data: [] },
      openings: { count: 0, data: [] },
      activities: [{ template: 'ACP_COMPLETED' }, { template: 'accountOpened' }],
    });
    expect(Object.values(reasons(page.control)).filter((reason) => reason !== null)).toEqual([
      'error.planAdmin.rollbackNone',
    ]);
    // "For me to be comfortable" is the person's answer about their health, which must not be here.
    expect(JSON.stringify(page)).not.toMatch(/comfort|CPR/i);
  });

  it('shows unavailable actions in grey, with the reason, and all changes for readers [CDET-03, GAP-87, GAP-88]', async () => {
    const draft = await house.newCustomer({ plan: { status: 'draft', answers: {} } });
    expect(reasons((await read(draft.userId)).control)).toEqual({
      view: 'error.planAdmin.greyedDraft',
      pdf: 'error.planAdmin.greyedDraft',
      card: null,
      upload: null,
      lock: 'error.planAdmin.greyedDraft',
      external: 'customer.external.needsFile',
      rollback: 'error.planAdmin.greyedDraft',
      designate: null,
      login: null,
    });
    const signed = await house.newCustomer();
    const { control } = await read(signed.userId, house.viewerClient);
    const role = 'error.planAdmin.greyedRole';
    expect(reasons(control)).toEqual({
      ...{ view: null, pdf: null, card: null },
      ...{ upload: role, lock: role, external: role, rollback: role, designate: role, login: role },
    });
  });

  it('shows no placeholder address [CDET-01]', async () => {
    const customer = await house.newCustomer();
    await house.db
      .updateTable('users')
      .set({ email: placeholderEmail(customer.userId) })
      .where('id', '=', customer.userId)
      .execute();
    expect(await read(customer.userId)).toMatchObject({ email: null, placeholder_email: true });
  });

  it('can be read for suspended and archived customers too [CDET-01]', async () => {
    for (const status of ['suspended', 'archived'] as const) {
      const customer = await house.newCustomer();
      await house.db.updateTable('users').set({ status }).where('id', '=', customer.userId).execute();
      expect(await read(customer.userId)).toMatchObject({ customer_status: status });
    }
  });

  it('is not found by staff of other providers, staff of providers below, customers and visitors [CDET-01] [security 4, security 5]', async () => {
    const customer = await house.newCustomer();
    for (const [who, client, code] of await house.strangers())
      expect([who, codeOf(await client.graphql(whole(customer.userId)))]).toEqual([who, code]);
    const admin = await house.newClient(await house.newStaff(house.ids.root));
    expect((await read(customer.userId, admin)).id).toBe(customer.userId);
    const refused = await house.withoutFlag(() => house.nurseClient.graphql(whole(customer.userId)));
    expect(codeOf(refused)).toBe('forbidden');
  });

  it('does not exist for staff, nor for a customer who moved to another provider meanwhile [CDET-01] [security 4]', async () => {
    expect(codeOf(await house.nurseClient.graphql(whole(house.viewer.userId)))).toBe('not-found');
    const customer = await house.newCustomer();
    await read(customer.userId);
    await house.db
      .updateTable('users')
      .set({ provider_id: house.ids.elsewhere })
      .where('id', '=', customer.userId)
      .execute();
    expect(codeOf(await house.nurseClient.graphql(whole(customer.userId)))).toBe('not-found');
  });
});
