import { builder } from './builder.ts';
import '../features.ts';

/** The whole GraphQL schema, with the types that the features added to the builder. */
export const schema = builder.toSchema();
