/**
 * Runs the work and settles no sooner than the given time after the start, so that the response time does not reveal the result.
 */
export async function atLeast<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const timer = new Promise((resolve) => setTimeout(resolve, milliseconds));
  const [result] = await Promise.allSettled([work(), timer]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
