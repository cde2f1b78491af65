import { builder } from './graphql/builder.ts';
import './features/acp/graphql.ts';
import './features/accounts/graphql.ts';
import './features/notifications/graphql.ts';
import './features/sharing/graphql.ts';

/** The whole GraphQL schema: what the features above added to the builder. */
export const schema = builder.toSchema();
