import { call } from '../../../api/call.ts';
import { graphql } from '../../../api/graphql.ts';
import { signOut } from '../../../app/session.tsx';
import type { StateWords } from '../../../ui/buttons/button.tsx';
import { useAction } from '../../../forms/use-action.ts';

const DeclineConsent = graphql(`
  mutation declineConsent($document: String!) {
    declineConsent(document: $document)
  }
`);

/** What the button says meanwhile: who declines is signed out. */
export const decliningWords: StateWords = {
  pending: 'layout.signingOut',
  complete: 'layout.signingOut',
  error: 'common.tryAgain',
};

const resetMs = 2500;

/** Takes the agreement to a text back and signs out. `failed` when that could not be done. */
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
