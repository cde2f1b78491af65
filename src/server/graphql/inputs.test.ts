import { isNonNullType, type GraphQLArgument, type GraphQLObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { defaults } from '../config.ts';
