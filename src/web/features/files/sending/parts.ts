/** Division of a file into parts of `partSize` bytes; the last one has the rest. */
export type Cut = { size: number; partSize: number };

/** Returns the number of parts of a file. */
export const partCount = ({ size, partSize }: Cut): number => Math.max(1, Math.ceil(size / partSize));

/** Returns the first and last position of part `n`, counted from 1, in the file, in bytes. */
export function partRange(n: number, { size, partSize }: Cut): { from: number; to: number } {
  return { from: (n - 1) * partSize, to: Math.min(n * partSize, size) };
}

/** Returns the number of bytes in the first `parts` parts. */
export const bytesOf = (parts: number, { size, partSize }: Cut): number => Math.min(parts * partSize, size);

/** Returns the sent share of a file in whole percent. It is 100 only when all of it was sent. */
export const percentOf = (sent: number, size: number): number =>
  size <= 0 ? 0 : Math.min(100, Math.floor((100 * sent) / size));
