import { useCallback, useRef, useState, type ReactNode } from 'react';
import { ApiError } from '../../../api/errors.ts';
import { BankDialog } from './bank-dialog.tsx';
import type { CardKeys } from './card-form.tsx';
import { loadStripeClient } from './stripe-client.ts';

/** The person's bank, which may require them to confirm a payment or a card. */
export type Bank = {
  /**
   * Shows the page of the bank. Resolves when the person has answered or cancelled; the server knows the result.
   * @throws ApiError if the page does not load
   */
  ask: (clientSecret: string) => Promise<void>;
  /** Must be rendered somewhere on the page. */
  dialog: ReactNode;
};

export function useBank({ publishable_key, stand_in }: CardKeys): Bank {
  const [secret, setSecret] = useState<string>();
  const answered = useRef(() => {});
  const ask = useCallback(
    async (clientSecret: string) => {
      if (stand_in) {
        await new Promise<void>((resolve) => {
          answered.current = resolve;
          setSecret(clientSecret);
        });
        return;
      }
      try {
        const stripe = await loadStripeClient(publishable_key ?? '');
        await stripe.handleNextAction({ clientSecret });
      } catch {
        throw new ApiError('unavailable');
      }
    },
    [publishable_key, stand_in],
  );
  const close = () => {
    setSecret(undefined);
    answered.current();
  };
  const dialog =
    secret === undefined ? null : (
      <BankDialog clientSecret={secret} publishableKey={publishable_key ?? ''} onClose={close} />
    );
  return { ask, dialog };
}
