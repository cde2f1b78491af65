import SchemaBuilder from '@pothos/core';
import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import type { Context } from '../pipeline/context.ts';

/** The single builder to which every feature adds its types and fields. */
export const builder = new SchemaBuilder<{
  Context: Context;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    Date: { Input: string; Output: string };
    JSON: { Input: unknown; Output: unknown };
  };
}>({ defaultFieldNullability: false });

builder.queryType({});
builder.mutationType({});

function instantOf(value: unknown): Date {
  const instant = typeof value === 'string' ? new Date(value) : null;
  if (!instant || Number.isNaN(instant.getTime())) throw new GraphQLError('Not an instant');
  return instant;
}

function jsonOf(node: ValueNode): unknown {
  switch (node.kind) {
    case Kind.STRING:
    case Kind.BOOLEAN:
    case Kind.ENUM:
      return node.value;
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.LIST:
      return node.values.map(jsonOf);
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map((field) => [field.name.value, jsonOf(field.value)]));
    default:
      return null;
  }
}

builder.addScalarType(
  'DateTime',
  new GraphQLScalarType({
    name: 'DateTime',
    description: 'An instant, as ISO 8601 in UTC.',
    serialize: (value) => (value instanceof Date ? value.toISOString() : String(value)),
    parseValue: instantOf,
    parseLiteral: (node) => instantOf(node.kind === Kind.STRING ? node.value : null),
  }),
);

builder.addScalarType(
  'Date',
  new GraphQLScalarType({
    name: 'Date',
    description: 'A calendar date, YYYY-MM-DD.',
    serialize: String,
    parseValue: String,
  }),
);

builder.addScalarType(
  'JSON',
  new GraphQLScalarType({
    name: 'JSON',
    description: 'A JSON value whose shape its operation checks.',
    serialize: (value) => value,
    parseValue: (value) => value,
    parseLiteral: jsonOf,
  }),
);
