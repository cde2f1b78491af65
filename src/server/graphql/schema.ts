import { builder } from './builder.ts';
import '../features/acp/graphql.ts';
import '../features/billing/graphql.ts';
import '../features/second-step/graphql.ts';
import '../features/profile/graphql.ts';
import '../features/sessions/graphql.ts';
import '../features/sign-in/graphql.ts';
import '../features/impersonation/graphql.ts';
import '../features/customers/page/graphql.ts';
import '../features/customers/actions/graphql.ts';
import '../features/customers/import/graphql.ts';
import '../features/customers/list/graphql.ts';
import '../features/customers/page/plan-graphql.ts';
import '../features/emergency-card/graphql.ts';
import '../features/files/graphql.ts';
import '../features/guides/graphql.ts';
import '../features/help/graphql.ts';
import '../features/mail-settings/graphql.ts';
import '../features/notifications/graphql.ts';
import '../features/overview/graphql.ts';
import '../features/providers/graphql.ts';
import '../features/privacy/consents/consents-graphql.ts';
import '../features/privacy/graphql.ts';
import '../features/pictures/graphql.ts';
import '../features/shared-plan/graphql.ts';
import '../features/sharing/graphql.ts';

/** The whole GraphQL schema: what the features above added to the builder. */
export const schema = builder.toSchema();
