import { call } from '../../../api/call.ts';
import { graphql } from '../../../api/graphql.ts';
import { signOut } from '../../../app/gates/leaving.ts';
import type { StateWords } from '../../../ui/buttons/button.tsx';
import { useAction } from '../../../forms/use-action.ts';

const DeclineConsent = graphql(`
  mutation declineConsent($document: String!) {
    declineConsent(document: $document)
  }
`);

/** Texts of the button meanwhile: a person who declines is signed out. */
export const decliningWords: StateWords = {
  pending: 'layout.signingOut',
  complete: 'layout.signingOut',
  error: 'common.tryAgain',
};

const resetMs = 2500;

/** Withdraws the agreement to a text and signs out. `failed` if that was not possible. */
export function useDecline(document: string) {
  const { run, state, problems } = useAction(
    async () => {
      await call(DeclineConsent, { document });
      await signOut();
    },
    { resetMs },
  );
  return { state, failed: problems.length > 0, leave: () => void run() };
}
