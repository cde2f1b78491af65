import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { NoSchemaIntrospectionCustomRule, type ValidationRule } from 'graphql';
import { costRule } from './cost.ts';

/** Limits of one call (security 27). */
export const limits = { depth: 8, aliases: 5, cost: 2_000, tokens: 2_000, characters: 10_000 };

/** Returns the rules that refuse a document beyond the limits; in production also a query of the schema itself. */
export function rules(production: boolean): ValidationRule[] {
  const armour = [
    maxDepthRule({ n: limits.depth, exposeLimits: false }),
    maxAliasesRule({ n: limits.aliases, exposeLimits: false }),
  ] as unknown as ValidationRule[];
  const all = [...armour, costRule(limits.cost)];
  return production ? [...all, NoSchemaIntrospectionCustomRule] : all;
}
