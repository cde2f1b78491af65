/** Splits a list into consecutive parts of at most `size`. */
export const batchesOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/** Sends the batches of an action one after the other, so that a second try continues after the last answered batch. */
export type BatchCalls<Answer> = {
  /**
   * Sends the batches that have no answer yet. `name` distinguishes batches; the key of a batch stays the same, so that the
   * server does nothing twice. @throws the error of the first batch that fails
   */
  run: <Batch>(
    batches: readonly Batch[],
    name: (batch: Batch) => string,
    send: (batch: Batch, key: string) => Promise<Answer>,
  ) => Promise<Answer[]>;
  /** Returns the answers so far. */
  answers: () => Answer[];
};

export function batchCalls<Answer>(newKey: () => string = () => crypto.randomUUID()): BatchCalls<Answer> {
  const calls = new Map<string, { key: string; answer?: { value: Answer } }>();
  const answers = () => [...calls.values()].flatMap(({ answer }) => (answer ? [answer.value] : []));
  return {
    answers,
    async run(batches, name, send) {
      for (const batch of batches) {
        const named = name(batch);
        const known = calls.get(named) ?? { key: newKey() };
        calls.set(named, known);
        known.answer ??= { value: await send(batch, known.key) };
      }
      return answers();
    },
  };
}
