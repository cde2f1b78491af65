import { ApiError } from './errors.ts';

/**
 * A text of an answer as one of the values that the product knows, where the schema says no more than text.
 * @throws ApiError `general_error` for any other text
 */
export function oneOf<Value extends string>(values: readonly Value[], text: string): Value {
  const value = values.find((each) => each === text);
  if (value === undefined) throw new ApiError('general_error');
  return value;
}
