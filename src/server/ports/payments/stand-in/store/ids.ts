import { randomBytes } from 'node:crypto';

const letters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Returns random letters and digits that cannot be guessed. */
export const randomText = (length: number): string =>
  Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');

/** Returns a new id, such as `cus_` and 20 letters or digits. */
export const newId = (prefix: string): string => `${prefix}_${randomText(20)}`;
