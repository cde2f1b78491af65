import {
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  type ValidationRule,
} from 'graphql';
import { AppError } from '../../domain/errors.ts';

/** A document that can be executed, or the reasons why it cannot. */
export type CheckedDocument = { document: DocumentNode } | { errors: readonly GraphQLError[] };

export type DocumentLimits = { characters: number; tokens: number };

/** Maximum size of the cache, in characters of source. The web's own documents have about 20,000 together. */
const keptCharacters = 200_000;

export const isGraphqlError = (error: unknown): error is GraphQLError =>
  error instanceof Error && error.name === 'GraphQLError';

/**
 * Creates a cache that parses and validates documents and keeps the valid ones used last, so that a frequent document costs
 * nothing. No document is ever compiled to code (decision 14).
 * @throws GraphQLError for a document that does not parse, AppError `invalid` for one that is too long
 */
export function documentCache(
  schema: GraphQLSchema,
  rules: readonly ValidationRule[],
  { characters, tokens }: DocumentLimits,
): (source: string) => CheckedDocument {
  const kept = new Map<string, DocumentNode>();
  let size = 0;

  function keep(source: string, document: DocumentNode): void {
    kept.set(source, document);
    size += source.length;
    for (const oldest of kept.keys()) {
      if (size <= keptCharacters) return;
      kept.delete(oldest);
      size -= oldest.length;
    }
  }

  return (source) => {
    const known = kept.get(source);
    if (known) {
      kept.delete(source);
      kept.set(source, known);
      return { document: known };
    }
    if (source.length > characters) throw new AppError('invalid');
    const document = parse(source, { maxTokens: tokens });
    let errors: readonly GraphQLError[];
    try {
      errors = validate(schema, document, [...specifiedRules, ...rules]);
    } catch (error) {
      // Some of the limits throw their errors.
      if (!isGraphqlError(error)) throw error;
      errors = [error];
    }
    if (errors.length > 0) return { errors };
    keep(source, document);
    return { document };
  };
}
