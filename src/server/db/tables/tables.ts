import type {
  ClinicalAssertionsTable,
  ClinicalChangesTable,
  ClinicalClientsTable,
  ClinicalKeysTable,
  ClinicalNoticesTable,
  ClinicalRequestsTable,
  ClinicalTokensTable,
  ClinicalWebhooksTable,
  IntegrationCleanupsTable,
  IntegrationLinksTable,
  IntegrationPapersTable,
  IntegrationResidentsTable,
  IntegrationSyncLinesTable,
  IntegrationSyncsTable,
  ProviderIntegrationsTable,
} from './integrations.ts';
import type {
  InvoiceNumbersTable,
  PaymentAttemptsTable,
  PaymentCardsTable,
  PaymentCustomersLeavingTable,
  PaymentDriftsTable,
  PaymentEventsTable,
  PaymentPlansTable,
  ProviderCardsTable,
  ProviderCardTriesTable,
  ProviderChargeRefusalsTable,
  SubscriptionsTable,
  TransactionsTable,
} from './billing.ts';
import type {
  ConversationsTable,
  CustomerCountChangesTable,
  CustomerCountsTable,
  CustomerListTable,
  CustomerMovesTable,
  DuplicateLinksTable,
  DuplicatePairsTable,
  HospitalStaysTable,
  PlanHandingsTable,
  CustomerTotalsTable,
  HeldInvitationsTable,
} from './customers.ts';
import type {
  HelpMessagesTable,
  MailOutboxTable,
  MailSettingsTable,
  MailTemplatesTable,
  SentMessagesTable,
} from './mails.ts';
import type {
  NotificationSettingsTable,
  NotificationsTable,
  RecentActivitiesTable,
} from './notifications.ts';
import type {
  OrganisationIdentitiesTable,
  OrganisationSessionsTable,
  OrganisationSignInsTable,
  ProviderConnectionsTable,
} from './organisation-sign-in.ts';
import type { CustomerTypesTable, PermissionRolesTable, PicturesTable, UsersTable } from './people.ts';
import type {
  AcpsTable,
  CardChangesTable,
  ContactSuggestionsTable,
  EmergencyAttemptsTable,
  EmergencyMailsTable,
  EarlierFilesTable,
  FileObjectsTable,
  FilesTable,
  FileUploadsTable,
  HealthLinkOpeningsTable,
  HealthLinksTable,
  SharedFilesTable,
  SignaturesTable,
  TrustedContactsTable,
} from './plans.ts';
import type {
  CustomerImportMendsTable,
  CustomerImportProblemsTable,
  CustomerImportAdditionsTable,
  ImportFormsTable,
  CustomerImportLinesTable,
  CustomerImportsTable,
  CustomerProvidersTable,
  ProvidersTable,
} from './providers.ts';
import type {
  AuditHeadsTable,
  AuditLogTable,
  DataExportPartsTable,
  ConsentTextsTable,
  DataExportsTable,
  IdempotencyKeysTable,
  InstallSecretsTable,
  InstallationTable,
  NightsTable,
  OutboxTable,
  SchemaMigrationsTable,
} from './records.ts';
import type {
  AuditChecksTable,
  CustomerMilestonesTable,
  PlanEntriesTable,
  ReportFillTable,
  ReportMonthChangesTable,
  ReportMonthTotalsTable,
  ReportMonthsTable,
} from './reports.ts';
import type {
  AttemptsTable,
  KnownDevicesTable,
  OneTimeTokensTable,
  RecoveryCodesTable,
  SecondFactorsTable,
  SecondStepChallengesTable,
  SessionsTable,
  StaffVisitChangesTable,
  StaffVisitsTable,
} from './sign-in.ts';

/** The tables that the product's queries use. The queue's own tables, in the schema `jobs`, are not among them. */
export interface Tables {
  permission_roles: PermissionRolesTable;
  users: UsersTable;
  pictures: PicturesTable;
  customer_types: CustomerTypesTable;
  sessions: SessionsTable;
  provider_connections: ProviderConnectionsTable;
  organisation_identities: OrganisationIdentitiesTable;
  organisation_sign_ins: OrganisationSignInsTable;
  organisation_sessions: OrganisationSessionsTable;
  one_time_tokens: OneTimeTokensTable;
  attempts: AttemptsTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  second_step_challenges: SecondStepChallengesTable;
  known_devices: KnownDevicesTable;
  staff_visits: StaffVisitsTable;
  staff_visit_changes: StaffVisitChangesTable;
  providers: ProvidersTable;
  customer_providers: CustomerProvidersTable;
  customer_imports: CustomerImportsTable;
  customer_import_problems: CustomerImportProblemsTable;
  customer_import_mends: CustomerImportMendsTable;
  import_forms: ImportFormsTable;
  customer_import_lines: CustomerImportLinesTable;
  customer_import_additions: CustomerImportAdditionsTable;
  held_invitations: HeldInvitationsTable;
  customer_moves: CustomerMovesTable;
  duplicate_pairs: DuplicatePairsTable;
  duplicate_links: DuplicateLinksTable;
  conversations: ConversationsTable;
  hospital_stays: HospitalStaysTable;
  plan_handings: PlanHandingsTable;
  customer_list: CustomerListTable;
  customer_counts: CustomerCountsTable;
  customer_count_changes: CustomerCountChangesTable;
  customer_totals: CustomerTotalsTable;
  customer_milestones: CustomerMilestonesTable;
  report_months: ReportMonthsTable;
  report_month_changes: ReportMonthChangesTable;
  report_month_totals: ReportMonthTotalsTable;
  report_fill: ReportFillTable;
  provider_integrations: ProviderIntegrationsTable;
  integration_residents: IntegrationResidentsTable;
  integration_cleanups: IntegrationCleanupsTable;
  integration_links: IntegrationLinksTable;
  integration_syncs: IntegrationSyncsTable;
  integration_sync_lines: IntegrationSyncLinesTable;
  integration_papers: IntegrationPapersTable;
  clinical_clients: ClinicalClientsTable;
  clinical_keys: ClinicalKeysTable;
  clinical_tokens: ClinicalTokensTable;
  clinical_assertions: ClinicalAssertionsTable;
  clinical_requests: ClinicalRequestsTable;
  clinical_webhooks: ClinicalWebhooksTable;
  clinical_changes: ClinicalChangesTable;
  clinical_notices: ClinicalNoticesTable;
  plan_entries: PlanEntriesTable;
  audit_checks: AuditChecksTable;
  subscriptions: SubscriptionsTable;
  transactions: TransactionsTable;
  payment_plans: PaymentPlansTable;
  payment_cards: PaymentCardsTable;
  provider_cards: ProviderCardsTable;
  provider_card_tries: ProviderCardTriesTable;
  provider_charge_refusals: ProviderChargeRefusalsTable;
  payment_attempts: PaymentAttemptsTable;
  payment_events: PaymentEventsTable;
  payment_drifts: PaymentDriftsTable;
  payment_customers_leaving: PaymentCustomersLeavingTable;
  invoice_numbers: InvoiceNumbersTable;
  acps: AcpsTable;
  signatures: SignaturesTable;
  files: FilesTable;
  file_uploads: FileUploadsTable;
  file_objects: FileObjectsTable;
  earlier_files: EarlierFilesTable;
  trusted_contacts: TrustedContactsTable;
  contact_suggestions: ContactSuggestionsTable;
  shared_files: SharedFilesTable;
  emergency_attempts: EmergencyAttemptsTable;
  emergency_mails: EmergencyMailsTable;
  card_changes: CardChangesTable;
  health_links: HealthLinksTable;
  health_link_openings: HealthLinkOpeningsTable;
  notifications: NotificationsTable;
  recent_activities: RecentActivitiesTable;
  notification_settings: NotificationSettingsTable;
  mail_outbox: MailOutboxTable;
  sent_messages: SentMessagesTable;
  mail_settings: MailSettingsTable;
  mail_templates: MailTemplatesTable;
  help_messages: HelpMessagesTable;
  audit_log: AuditLogTable;
  audit_heads: AuditHeadsTable;
  outbox: OutboxTable;
  idempotency_keys: IdempotencyKeysTable;
  data_exports: DataExportsTable;
  data_export_parts: DataExportPartsTable;
  install_secrets: InstallSecretsTable;
  installation: InstallationTable;
  nights: NightsTable;
  consent_texts: ConsentTextsTable;
  schema_migrations: SchemaMigrationsTable;
}
