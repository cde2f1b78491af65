import { ApiError } from './errors.ts';

/**
 * Narrows a text of a response to one of the known values, if the schema only has a text.
 * @throws ApiError `general_error` for any other text
 */
export function oneOf<Value extends string>(values: readonly Value[], text: string): Value {
  const value = values.find((each) => each === text);
  if (value === undefined) throw new ApiError('general_error');
  return value;
}
