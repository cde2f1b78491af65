import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../src/server/graphql/schema.ts';

/** Where the printed schema stands: what the web and other callers read. */
const file = resolve(import.meta.dirname, '../schema.graphql');

writeFileSync(file, `${printSchema(lexicographicSortSchema(schema))}\n`);
