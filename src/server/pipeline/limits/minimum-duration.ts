/** Does the work and answers no sooner than the given time after the start, so that time tells nothing about the reason. */
export async function atLeast<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const timer = new Promise((resolve) => setTimeout(resolve, milliseconds));
  const [result] = await Promise.allSettled([work(), timer]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
