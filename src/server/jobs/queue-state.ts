/** The state of a queue. */
export type QueueState = {
  name: string;
  /** Jobs that wait for their first or next attempt, as counted within the last seconds. */
  waiting: number;
  /** Jobs whose last attempt failed, of the last three days. */
  givenUp: number;
  /** Age of the oldest waiting job, in seconds; 0 if there is none. */
  oldestSeconds: number;
};
