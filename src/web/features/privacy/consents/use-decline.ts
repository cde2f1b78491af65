import { useState } from 'react';
import { currentClient } from '../../../api/client.ts';
import { graphql } from '../../../api/graphql.ts';
import { signOut } from '../../../app/session.tsx';
import type { StateWords } from '../../../ui/buttons/button.tsx';
import { useButtonState } from '../../../ui/buttons/use-button-state.ts';

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

/** Takes the agreement to a text back and signs out. `failed` when the server could not keep it. */
export function useDeclining(document: string) {
  const { state, run } = useButtonState(resetMs);
  const [failed, setFailed] = useState(false);
  const leave = () =>
    void run(async () => {
      setFailed(false);
      try {
        const { error } = await currentClient().mutation(DeclineConsent, { document }).toPromise();
        if (error) throw error;
        await signOut();
        return true;
      } catch {
        setFailed(true);
        return false;
      }
    });
  return { state, failed, leave };
}
