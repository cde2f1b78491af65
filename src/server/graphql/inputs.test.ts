import { isRequiredArgument, type GraphQLField } from 'graphql';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { readConfig } from '../config.ts';
import { operations } from '../features.ts';
import type { Operation } from '../pipeline/operation.ts';
import { schema } from './schema.ts';

/** Fields with another name than their operation. */
const operationNames: Readonly<Record<string, string>> = { trusted_contacts: 'getMyTrustedContacts' };

const config = readConfig({
  APP_ENV: 'test',
  WATTLE_KEYS: `test:${Buffer.alloc(32).toString('base64')}`,
  PUBLIC_URL: 'https://wattle.example',
});

type Need = 'required' | 'optional' | 'either';
type Def = { type: string; shape?: Record<string, z.core.$ZodType>; in?: z.core.$ZodType };

const defOf = (type: z.core.$ZodType) => type._zod.def as Def & z.core.$ZodTypeDef;

/** Returns the input fields of a schema, before transformations. */
function shapeOf(type: z.core.$ZodType): Record<string, z.core.$ZodType> {
  const { shape, in: sent } = defOf(type);
  if (shape) return shape;
  if (sent) return shapeOf(sent);
  throw new Error(`An input is no object but ${defOf(type).type}`);
}

/** True for a field that a form of the domain reads, with the form's own messages. */
const isFormField = (field: z.core.$ZodType) =>
  field._zod.optin === 'optional' && z.safeParse(field, Symbol('anything')).success;

/** Returns a valid value for a plain field. */
function sampleOf(field: z.core.$ZodType): unknown {
  const samples = ['text', crypto.randomUUID(), 1, true, 'en', new Date(), {}];
  return samples.find((sample) => z.safeParse(field, sample).success);
}

/** Returns whether an operation requires each of its fields: `either` for a form field that can be empty. */
function needsOf({ input }: Operation<unknown>): Record<string, Need> {
  const type = typeof input === 'function' ? input({ today: '2026-11-21', config }) : input;
  const fields = Object.entries(shapeOf(type));
  const plain = fields.filter(([, field]) => !isFormField(field));
  const samples = Object.fromEntries(plain.map(([name, field]) => [name, sampleOf(field)]));
  const formNeeds = (name: string): Need => {
    const complaints = z.safeParse(type, { ...samples, [name]: null }).error?.issues ?? [];
    return complaints.some(({ path }) => path[0] === name) ? 'required' : 'either';
  };
  return Object.fromEntries(
    fields.map(([name, field]): [string, Need] => {
      if (isFormField(field)) return [name, formNeeds(name)];
      const isOptional = field._zod.optin === 'optional' && z.safeParse(field, null).success;
      return [name, isOptional ? 'optional' : 'required'];
    }),
  );
}

function argumentsOf(
  field: GraphQLField<unknown, unknown>,
  needs: Record<string, Need>,
): Record<string, Need> {
  return Object.fromEntries(
    field.args.map((argument) => {
      const need = isRequiredArgument(argument) ? 'required' : 'optional';
      return [argument.name, needs[argument.name] === 'either' ? 'either' : need];
    }),
  );
}

const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
  Object.values(type?.getFields() ?? {}),
);

describe('an input of the GraphQL API', () => {
  it.each(fields.map((field) => [field.name, field] as const))(
    '%s has the fields of its operation: the same names, required if the operation requires them',
    (name, field) => {
      const operation = operations.find((each) => each.name === (operationNames[name] ?? name));
      expect(operation, 'the operation of that name').toBeDefined();
      const needs = needsOf(operation!);
      expect(argumentsOf(field, needs)).toEqual(needs);
    },
  );
});
