/** How a file travels: in parts of `partSize` bytes, the last one with what is left. */
export type Cut = { size: number; partSize: number };

/** How many parts a file has. */
export const partCount = ({ size, partSize }: Cut): number => Math.max(1, Math.ceil(size / partSize));

/** Where part `n`, counted from 1, begins and ends in the file, in bytes. */
export function partRange(n: number, { size, partSize }: Cut): { from: number; to: number } {
  return { from: (n - 1) * partSize, to: Math.min(n * partSize, size) };
}

/** How many bytes the first `parts` parts hold. */
export const bytesOf = (parts: number, { size, partSize }: Cut): number => Math.min(parts * partSize, size);

/** Whole percent of a file that was sent. It is 100 only when all of it was. */
export const percentOf = (sent: number, size: number): number =>
  size <= 0 ? 0 : Math.min(100, Math.floor((100 * sent) / size));
