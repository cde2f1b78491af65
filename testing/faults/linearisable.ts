/** One call of a history: request, response, start and end. All calls of a history use the same clock. */
export type Call<Asked, Answered> = { asked: Asked; answered: Answered; begun: number; ended: number };

/** Model of sequential calls: returns the state after a call, and its response. */
export type Model<State, Asked, Answered> = (state: State, asked: Asked) => [State, Answered];

/**
 * Whether overlapping calls could have run one after another (Wing and Gong, 1993). True if there is an order that never puts a
 * call before another call that had ended when the first began, in which the model returns the recorded response for each call,
 * and which ends in a state that `isEnd` accepts. States and responses are compared as JSON.
 */
export function isLinearisable<State, Asked, Answered>(
  calls: readonly Call<Asked, Answered>[],
  initial: State,
  model: Model<State, Asked, Answered>,
  isEnd: (state: State) => boolean = () => true,
): boolean {
  const tried = new Set<string>();
  const goesOn = (state: State, left: readonly Call<Asked, Answered>[]): boolean => {
    if (left.length === 0) return isEnd(state);
    const situation = JSON.stringify([state, left.map(({ begun }) => begun)]);
    if (tried.has(situation)) return false;
    tried.add(situation);
    const firstEnd = Math.min(...left.map(({ ended }) => ended));
    return left.some((call) => {
      if (call.begun > firstEnd) return false;
      const [after, answer] = model(state, call.asked);
      return (
        JSON.stringify(answer) === JSON.stringify(call.answered) &&
        goesOn(
          after,
          left.filter((other) => other !== call),
        )
      );
    });
  };
  return goesOn(initial, calls);
}
