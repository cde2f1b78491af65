/** One call of a history: what was asked, what came back, and when, by one clock of the whole history. */
export type Call<Asked, Answered> = { asked: Asked; answered: Answered; begun: number; ended: number };

/** What a call does to the state, one after another: the state after it, and what the caller is answered. */
export type Model<State, Asked, Answered> = (state: State, asked: Asked) => [State, Answered];

/**
 * Whether calls that overlapped could have been made one after another: in some order in which no call stands before one that had ended
 * when it began, the model gives each the answer that it had, and ends in a state that was found (Wing and Gong, 1993). States and answers are compared as JSON.
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
