import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfOf } from '../../src/server/features/files/checks/sample-files.fixture.ts';
import { beginUpload, upload } from '../../src/server/features/files/uploads/uploads.fixture.ts';
import { importColumns } from '../../src/domain/customers/import/columns.ts';
import { TestClient } from '../client.ts';
import { fullAnswers, person, provider } from '../people.ts';
import { startApp, type TestApp } from '../start-app.ts';

/** Writes values of each entity through the API and reads them back through it. */
describe('through the API', () => {
  let app: TestApp;
  let house: string;
  let admin: TestClient;
  let manager: TestClient;
  let managerId: string;

  const signIn = async (who: { email: string; password: string }) => {
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    return client;
  };
  const ask = async (client: TestClient, query: string, variables: object = {}) => {
    const { data, errors } = await client.graphql(query, variables as Record<string, unknown>);
    expect(errors).toBeUndefined();
    return data;
  };

  beforeAll(async () => {
    app = await startApp();
    house = await provider(app.services, 'Banksia House');
    admin = await signIn(await person(app.services, { role: 'tlcadmin' }));
    const head = await person(app.services, { role: 'provideradmin', providerId: house });
    managerId = head.userId;
    manager = await signIn(head);
  });
  afterAll(() => app.close());

  it('a customer comes out as it was written by the person and by staff [ENT-07, S-41]', async () => {
    const { services } = app;
    const who = await person(services, {
      providerId: house,
      plan: { status: 'complete', answers: fullAnswers() },
    });
    const own = await signIn(who);
    const { getActiveAcps } = await ask(own, `{ getActiveAcps(id: "${who.acpId}") { version } }`);
    await ask(
      own,
      `mutation { updateProfile(first_name: "Rosa", last_name: "Lindt", gender: "Female", dob: "04/05/1948",
        confirmed: ["firstName", "lastName", "gender", "dob"], confirmed_version: ${getActiveAcps[0].version}) { id } }`,
    );
    await ask(own, 'mutation { confirmHealthRecord { id } }');
    await ask(own, 'mutation { confirmDonor { id } }');
    await ask(
      own,
      `mutation { addTrustedContact(name: "Zoe Lindt", email: "zoe@test.example", phone: "0491 570 006", relationship: "Friend",
        substitutedDecisionMaker: false, enduringGuardian: false, permissionConfirmation: true) { id } }`,
    );
    await upload(own, { category: 'ACP', file_name: 'plan.pdf', content: pdfOf() });
    await ask(manager, `mutation { updateCustomerId(id: "${who.userId}", customer_id: "B-17") { id } }`);
    const document = pdfOf({ size: 3_000 });
    const { addEndOfLifeDocument: begun } = await ask(
      manager,
      `mutation { addEndOfLifeDocument(user_id: "${who.userId}", file_name: "eol.pdf", size: ${document.length}) { id url } }`,
    );
    await manager.fetch(`${begun.url}/1`, {
      method: 'PUT',
      body: document,
      headers: { 'content-type': 'application/octet-stream', origin: app.url },
    });
    await ask(
      manager,
      `mutation { activateEndOfLifeDocument(user_id: "${who.userId}", file_id: "${begun.id}") { id } }`,
    );
    const { getCustomer } = await ask(
      manager,
      `{ getCustomer(id: "${who.userId}") { id first_name last_name dob email provider customer_status customer_id created_at
        health_record_confirm_date donor_confirm_date integration_types files { file_name added_at }
        end_of_life_documents { key value { fileName } } trusted_contacts { id email } } }`,
    );
    expect(getCustomer).toEqual({
      id: who.userId,
      ...{ first_name: 'Rosa', last_name: 'Lindt', dob: '1948-05-04', email: who.email },
      ...{ provider: 'Banksia House', customer_status: 'active', customer_id: 'B-17', integration_types: [] },
      created_at: expect.any(String),
      health_record_confirm_date: expect.stringMatching(/T/),
      donor_confirm_date: expect.stringMatching(/T/),
      files: [{ file_name: 'plan.pdf', added_at: expect.any(String) }],
      end_of_life_documents: [{ key: expect.any(String), value: { fileName: 'eol.pdf' } }],
      trusted_contacts: [{ id: expect.any(String), email: 'zoe@test.example' }],
    });
    const { currentUser } = await ask(
      own,
      '{ currentUser { gender image subscription_id stripe_promotion_id status provider { name } } }',
    );
    expect(currentUser).toEqual({
      ...{ gender: 'Female', image: null, subscription_id: null, stripe_promotion_id: null },
      ...{ status: 'active', provider: { name: 'Banksia House' } },
    });
    const { getCustomers } = await ask(
      manager,
      '{ getCustomers(search: "Lindt") { data { id latest_update acp_status trial_end_date integrations { type } } } }',
    );
    expect(getCustomers.data).toEqual([
      {
        ...{ id: who.userId, acp_status: 'complete', trial_end_date: null, integrations: [] },
        latest_update: getCustomer.files[0].added_at,
      },
    ]);
  });

  it('flags of a permission role apply to its staff from the next request on [ENT-09, S-41]', async () => {
    const who = await person(app.services, { role: 'provideradmin', providerId: house });
    const client = await signIn(who);
    await ask(
      admin,
      `mutation { updateUserPermissionRole(id: "${who.userId}", permission_role_id: 2) { id } }`,
    );
    const { getPermissionRoles } = await ask(admin, '{ getPermissionRoles { id version } }');
    const { version } = getPermissionRoles.find(({ id }: { id: number }) => id === 2);
    await ask(
      admin,
      `mutation { updatePermissionRole(id: 2, version: ${version}, can_manage_acp: true, can_manage_all: false, can_manage_user: false) { id } }`,
    );
    const { currentUser } = await ask(
      client,
      '{ currentUser { permission_role { role can_manage_acp can_manage_all can_manage_user } } }',
    );
    expect(currentUser.permission_role).toEqual({
      role: 'provideradmin',
      ...{ can_manage_acp: true, can_manage_all: false, can_manage_user: false },
    });
  });

  it('a file comes out with the details given for it, before and after its upload [ENT-13, S-41]', async () => {
    const who = await person(app.services);
    const own = await signIn(who);
    const sent = {
      ...({ category: 'ADDITIONAL_DOCUMENT', document_type: 'OTHER', note: 'from the clinic' } as const),
      ...{ file_name: 'letter.pdf', content: pdfOf({ size: 4_000 }) },
    };
    const list = async () =>
      (
        await ask(
          own,
          `{ getFiles { id user_id logical_file_id category document_type file_name size note is_active is_uploaded is_questionnaire
            is_eol uploaded_timestamp activated_timestamp } }`,
        )
      ).getFiles;
    await beginUpload(own, sent);
    const said = {
      ...{ id: expect.any(String), user_id: who.userId, logical_file_id: expect.any(String) },
      ...{ category: 'ADDITIONAL_DOCUMENT', document_type: 'OTHER', file_name: 'letter.pdf' },
      ...{ size: sent.content.length, note: 'from the clinic', is_questionnaire: false, is_eol: false },
    };
    expect(await list()).toEqual([
      {
        ...said,
        ...{ is_active: false, is_uploaded: false, uploaded_timestamp: null, activated_timestamp: null },
      },
    ]);
    await upload(own, { ...sent, file_name: 'second.pdf' });
    expect((await list()).find(({ file_name }: { file_name: string }) => file_name === 'second.pdf')).toEqual(
      {
        ...said,
        ...{ file_name: 'second.pdf', is_active: true, is_uploaded: true },
        ...{
          uploaded_timestamp: expect.stringMatching(/T/),
          activated_timestamp: expect.stringMatching(/T/),
        },
      },
    );
  });

  it('a provider comes out as it was added, with its contact person and the providers under it [ENT-15, S-41]', async () => {
    const given = {
      ...{ name: 'Grevillea Lodge', address: '1 Long Street', state: 'VIC', postcode: '3280' },
      ...{ location: 'Koroit', phone_number: '0355550123', email: 'lodge@test.example' },
      ...{ type: 'internal_provider', government_id: 'G-9' },
    };
    const { addProvider } = await ask(
      admin,
      `mutation ($parent: ID, $contact: String, ${Object.keys(given)
        .map((name) => `$${name}: String!`)
        .join(', ')}) {
        addProvider(parent_id: $parent, contact_id: $contact, subscription_start_date: "2026-12-01", trial_expiry_date: "2027-01-31",
          ${Object.keys(given)
            .map((name) => `${name}: $${name}`)
            .join(', ')}) { id } }`,
      { ...given, parent: house, contact: managerId },
    );
    const { id } = addProvider;
    await ask(admin, `mutation { updateProviderFee(id: "${id}", fee: 120000, no_of_beds: 12) { id } }`);
    const { getProviderForm, getProviderByPk, above } = await ask(
      admin,
      `{ getProviderForm(id: "${id}") { id ${Object.keys(given).join(' ')} parent_id provider_root_id subscription_id
          subscription_start_date external_id logo no_of_beds no_of_customers fee next_billing_date trial_expiry_date created_at
          contact { id } }
        getProviderByPk(id: "${id}") { archived sub_providers contact { first_name last_name status } }
        above: getProviderByPk(id: "${house}") { sub_providers } }`,
    );
    expect(getProviderForm).toEqual({
      ...{ id, ...given, parent_id: house, provider_root_id: house, subscription_id: '', external_id: '' },
      ...{ subscription_start_date: '01/12/2026', trial_expiry_date: '31/01/2027', logo: null },
      ...{ no_of_beds: 12, no_of_customers: null, fee: 120_000, contact: { id: managerId } },
      next_billing_date: expect.toSatisfy(
        (day: string | null) => day === null || /^\d{4}-\d{2}-\d{2}$/.test(day),
      ),
      created_at: expect.stringMatching(/T/),
    });
    expect(getProviderByPk).toEqual({
      ...{ archived: false, sub_providers: 0 },
      contact: { first_name: 'Margaret', last_name: 'Doyle', status: 'joined' },
    });
    expect(above.sub_providers).toBeGreaterThanOrEqual(1);
  });

  it('a staff member comes out as invited, and as changed [ENT-16, S-41]', async () => {
    const { insertProviderUser } = await ask(
      manager,
      `mutation { insertProviderUser(first_name: "Priya", last_name: "Nair", email: "priya@test.example", phone: "0491570006",
        role: "nurse", permission_role_id: 3) { id } }`,
    );
    const read = async () =>
      (
        await ask(
          manager,
          `{ getProviderUsers(search: "priya") { data { id first_name last_name phone email provider_id role status image
            permission_role_id invite_date invite_accepted_date cognito_sync_status } } }`,
        )
      ).getProviderUsers.data;
    const invited = {
      ...{ id: insertProviderUser.id, first_name: 'Priya', last_name: 'Nair', email: 'priya@test.example' },
      ...{ phone: expect.stringMatching(/491/), provider_id: house, role: 'nurse', status: 'invited' },
      ...{ image: null, permission_role_id: 3, invite_date: expect.stringMatching(/T/) },
      ...{ invite_accepted_date: null, cognito_sync_status: null },
    };
    expect(await read()).toEqual([invited]);
    await ask(
      manager,
      `mutation { updateProviderUser(id: "${insertProviderUser.id}", first_name: "Priya", last_name: "Rao", email: "priya@test.example",
        role: "manager") { id } }`,
    );
    expect(await read()).toMatchObject([{ last_name: 'Rao', role: 'manager' }]);
  });

  it('an import is made of the name, path and key of its file, which the upload returned [ENT-24, PROV-31, S-41]', async () => {
    const list = [importColumns.join(','), 'Ann,Lee,ann.lee@test.example,,,,', ''].join('\n');
    const response = await manager.fetch(
      `/api/customer-imports?provider_id=${house}&name=${encodeURIComponent('residents.csv')}`,
      { method: 'POST', body: list, headers: { 'content-type': 'text/csv', origin: app.url } },
    );
    const { file } = (await response.json()) as {
      file: { name: string; path: string; storage_key: string };
    };
    expect(file).toEqual({
      ...{ name: 'residents.csv', path: expect.stringMatching(/^imports\//) },
      storage_key: expect.stringMatching(/./),
    });
    const insert = (more: object) =>
      manager.graphql(
        `mutation ($file: CustomerImportFile!, $house: ID) {
          insertCustomerImport(file: $file, provider_id: $house) { id name total preview { line } } }`,
        { file: { ...file, ...more }, house },
      );
    for (const other of [{ storage_key: `${file.storage_key}x` }, { path: 'imports/other' }])
      expect([other, (await insert(other)).errors?.length]).toEqual([other, 1]);
    const { insertCustomerImport: made } = (await insert({})).data;
    expect(made).toMatchObject({ name: 'residents.csv', total: 1 });
    const { getCustomerImport } = await ask(
      manager,
      `{ getCustomerImport(id: "${made.id}") { id name total state } }`,
    );
    expect(getCustomerImport).toMatchObject({ id: made.id, name: 'residents.csv', total: 1 });
  });
});

describe('an entity is named', () => {
  const root = join(import.meta.dirname, '../..');
  const files = (folder: string): string[] =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
      .map((name) => join(folder, name));

  it('by no test that checks only the names of columns', () => {
    const found = ['src', 'testing', 'e2e'].flatMap(files).filter((name) => {
      const code = readFileSync(join(root, name), 'utf8');
      return /\bENT-\d\d\b[^\n]*\]/.test(code) && code.includes(['information', 'schema'].join('_'));
    });
    expect(found).toEqual([]);
  });
});
