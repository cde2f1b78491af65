import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Connection } from '../../src/server/db/connection/connect.ts';
import { createTestDatabase, type TestDatabase } from '../database/database.ts';

/** Fields that the specification gives each entity, under the table that stores them. `entity-values.test.ts` proves values. */
const entities: Record<string, { table: string; fields: string }> = {
  'ENT-01': {
    table: 'acps',
    fields:
      'id status type locked external share_date completed_at created_at updated_at user_id answers_sealed',
  },
  'ENT-07': {
    table: 'users',
    fields:
      'id first_name last_name gender dob email legacy_email image integrations status created_at customer_id health_record_confirm_date donor_confirm_date end_of_life_documents subscription_id stripe_promotion_id trial_end_date last_viewed_notifications stripe_customer_id',
  },
  'ENT-08': {
    table: 'users',
    fields:
      'id first_name last_name email permission_role_id provider_id subscription_id next_billing_date cognito_sync_status status stripe_promotion_id',
  },
  'ENT-09': { table: 'permission_roles', fields: 'can_manage_acp can_manage_all can_manage_user' },
  'ENT-10': {
    table: 'trusted_contacts',
    fields:
      'id user_id name email phone relationship substitutedDecisionMaker enduringGuardian fullAccess status accepted_at created_at',
  },
  'ENT-11': { table: 'notifications', fields: 'id template metadata receiver_id user_id read created_at' },
  'ENT-13': {
    table: 'files',
    fields:
      'id user_id logical_file_id category document_type file_name is_active s3_key s3_file_path uploaded_timestamp activated_timestamp is_uploaded is_questionnaire is_eol is_external_eol note',
  },
  'ENT-14': { table: 'users', fields: 'end_of_life_documents' },
  'ENT-15': {
    table: 'providers',
    fields:
      'id name address state postcode location phone_number email contact_id type parent_id provider_root_id subscription_id government_id subscription_start_date logo external_id archived no_of_beds no_of_customers fee next_billing_date trial_expiry_date created_at',
  },
  'ENT-16': {
    table: 'users',
    fields:
      'id first_name last_name phone email provider_id status image permission_role_id invite_date invite_accepted_date cognito_sync_status',
  },
  'ENT-17': {
    table: 'permission_roles',
    fields: 'id label role role_group can_manage_acp can_manage_all can_manage_user',
  },
  'ENT-18': {
    table: 'customer_providers',
    fields: 'id provider_name service_name address suburb state postcode care_type',
  },
  'ENT-19': { table: 'customer_types', fields: 'id label editable' },
  'ENT-20': {
    table: 'subscriptions',
    fields:
      'id name fee customer_type_id duration recurrence partner_fee stripe stripe_price_id no_of_customers no_of_beds start_date expiry_date scheduled_subscription_id status created_at',
  },
  'ENT-21': {
    table: 'transactions',
    fields:
      'id subscription_id amount invoice_date payment_date status stripe_invoice_pdf user_id stripe_customer_id stripe_invoice_id provider_id due_date invoice_number',
  },
  'ENT-22': { table: 'shared_files', fields: 'id user_id file_id shared_with shared_at' },
  'ENT-23': { table: 'recent_activities', fields: 'id created_at template metadata user_id' },
  'ENT-24': { table: 'customer_imports', fields: 'name path storage_key' },
};

describe('the tables', () => {
  let database: TestDatabase;
  let connection: Connection;

  beforeAll(async () => {
    database = await createTestDatabase();
    connection = connectDatabase({ url: database.url });
  });
  afterAll(async () => {
    await connection.close();
    await database.drop();
  });

  async function columnsOf(table: string): Promise<Set<string>> {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table}`.execute(
      connection.db,
    );
    return new Set(rows.map(({ name }) => name));
  }

  it('have a column for every field of the entities', async () => {
    for (const [id, { table, fields }] of Object.entries(entities)) {
      const columns = await columnsOf(table);
      expect([id, fields.split(' ').filter((field) => !columns.has(field))]).toEqual([id, []]);
    }
  });

  it('contain the roles with the ids that the decision gives [D-27]', async () => {
    const roles = await connection.db
      .selectFrom('permission_roles')
      .select(['id', 'role'])
      .orderBy('id')
      .execute();
    expect(roles.map(({ id, role }) => `${id} ${role}`)).toEqual([
      '1 provideradmin',
      '2 provideradmin',
      '3 providerview',
      '4 admin',
      '5 user',
      '6 tlcadmin',
      '7 sysadmin',
    ]);
  });

  it.each([
    ['acps', 'status', 'finished'],
    ['acps', 'type', 'other'],
    ['users', 'status', 'gone'],
    ['trusted_contacts', 'status', 'maybe'],
    ['files', 'category', 'PHOTO'],
    ['transactions', 'status', 'lost'],
  ])('refuse a %s whose %s is "%s"', async (table, column, value) => {
    const { rows } = await sql<{ rule: string }>`
      select pg_get_constraintdef(oid) as rule from pg_constraint
      where conrelid = ${table}::regclass and contype = 'c'`.execute(connection.db);
    const rule = rows.map((row) => row.rule).find((text) => text.includes(`(${column} = ANY`));
    expect(rule).toBeDefined();
    expect(rule).not.toContain(`'${value}'`);
  });
});
